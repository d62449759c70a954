import { Option, type Command } from 'commander';
import { apiKeyOption, credentialNote, OperatorQueries, ttlOption } from '../../identity/index.js';
import { duration } from '../../platform/cli/arguments.js';
import type { Shell } from '../../platform/cli/shell.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import { ApiKeyRotation, type RotatedWebhooks } from '../application/api-key-rotation.js';
import { WebhookOperationsModule } from '../webhooks.module.js';

interface RotateApiKeyOptions {
  readonly id: string;
  readonly ttl: number;
  readonly overlap: number;
}

/** `wes api-key rotate`, beside the commands of identity: the webhooks of the key move to the new one. */
export function registerApiKeyRotateCommand(apiKey: Command, shell: Shell): void {
  apiKey
    .command('rotate')
    .description('issue an API key with the name and scopes of another, which stays valid for the overlap')
    .addOption(apiKeyOption())
    .addOption(ttlOption('365d'))
    .addOption(
      new Option('--overlap <duration>', 'longest time for which the old key stays valid, in s, m, h or d')
        .argParser(duration)
        .default(duration('7d'), '7d'),
    )
    .addHelpText('after', '\nThe webhooks of the old key belong to the new one from then on.')
    .action(
      shell.withServices(
        WebhookOperationsModule,
        async (services, { id: oldId, ttl, overlap: overlapMs }: RotateApiKeyOptions) => {
          const { companyId } = await services.get(OperatorQueries).apiKey(oldId);
          const rotation = { expiresAt: new Date(Date.now() + ttl), overlapMs };
          const rotated = await services.get(ApiKeyRotation).rotate(operatorOf(companyId), oldId, rotation);
          const { key, old, webhooks } = rotated;
          const { id, name, scopes, expiresAt } = rotated.apiKey;
          const oldNote = `The old key ${oldId} expires ${old.expiresAt.toISOString()}.`;
          return {
            text: key,
            note: [credentialNote(expiresAt), oldNote, ...notesOf(webhooks)].join('\n'),
            json: {
              ...{ id, key, companyId, name, scopes, expiresAt },
              old: { id: oldId, expiresAt: old.expiresAt },
              webhooks,
            },
          };
        },
      ),
    );
}

function notesOf({ moved, left }: RotatedWebhooks): string[] {
  return [
    ...moved.map((id) => `The webhook ${id} belongs to the new key.`),
    ...left.map(
      ({ id, url, missing }) =>
        `The webhook ${id} to ${url} stays with the old key: the new one lacks ${missing.join(', ')}.`,
    ),
  ];
}
