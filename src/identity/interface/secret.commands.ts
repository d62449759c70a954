import type { Command } from 'commander';
import type { Shell } from '../../platform/cli/shell.js';
import { CredentialSecrets } from '../application/credential-secrets.js';
import { IdentityModule } from '../identity.module.js';

/** `wes secret …` */
export function registerSecretCommands(secret: Command, shell: Shell): void {
  secret
    .command('rotate')
    .description(
      'make a new secret, without a question. Sessions, API keys and export links of every company that ' +
        'were issued since the last rotation stay valid until the next one; earlier ones are refused, ' +
        'within one second everywhere',
    )
    .action(
      shell.withServices(IdentityModule, async (services) => {
        const { createdAt, acceptedSince } = await services.get(CredentialSecrets).rotate();
        return {
          text:
            `There is a new secret. Credentials that were issued before ${acceptedSince.toISOString()} ` +
            'are refused.',
          json: { createdAt, acceptedSince },
        };
      }),
    );
}
