import type { Command } from 'commander';
import { confirm } from '../platform/cli/confirm.js';
import type { Shell } from '../platform/cli/shell.js';
import { Settings } from '../platform/config/settings.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import { DemoModule } from './demo.module.js';
import { DemoService } from './demo.service.js';
import { welcomeBox } from './welcome-box.js';

/** `wes demo` */
export function registerDemoCommand(command: Command, shell: Shell): void {
  command
    .option('--yes', 'replace existing demo companies, or load them into DATABASE_URL, without a question')
    .action(
      shell.withServices(
        DemoModule,
        async (services, { yes = false }: { yes?: boolean }) => {
          const demo = services.get(DemoService);
          const settings = services.get(Settings);
          demo.refuseInProduction();
          if (!yes) await requireConsent(settings, demo);
          await demo.recreate();
          const companies = await demo.issueCredentials();
          const baseUrl = settings.baseUrl();
          const note =
            'These credentials are valid for 12 hours, or until "wes demo" or the next start issues fresh ones.';
          return {
            text: welcomeBox(baseUrl, companies, demo.outbox(), note).trimEnd(),
            json: { baseUrl, docsUrl: `${baseUrl}/docs`, companies },
          };
        },
        { create: true },
      ),
    );
}

/**
 * Asks before demo companies are replaced.
 * @throws {DomainError} forbidden, when the answer is no, there is no terminal to ask on, or the database is not the
 * embedded one
 */
async function requireConsent({ database }: Settings, demo: DemoService): Promise<void> {
  if (database.url !== undefined) {
    throw refusal('DATABASE_URL is set; --yes loads the demo companies into that database.');
  }
  const existing = await demo.companies();
  if (existing.length === 0) return;
  const names = existing.map(({ id, name }) => `${name} (${id})`).join(' and ');
  const isAgreed = await confirm(`This replaces ${names} with everything made in them. Continue? [y/N] `);
  if (!isAgreed) throw refusal(`Nothing was changed; --yes replaces ${names}.`);
}

function refusal(message: string): DomainError {
  return new DomainError('forbidden', 'DEMO_NOT_CONFIRMED', message);
}
