import { Option, type Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { companyOption, id, limitOption } from '../../platform/cli/arguments.js';
import { confirm } from '../../platform/cli/confirm.js';
import { details, listing } from '../../platform/cli/listing.js';
import type { Services, Shell } from '../../platform/cli/shell.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import { SecretsReencryption, type Reencryption } from '../application/secrets-reencryption.js';
import type {
  WebhookDeliveryPageResponse,
  WebhookDeliveryResponse,
  WebhookResponse,
} from '../application/webhook.response.js';
import { WebhooksQueries } from '../application/webhooks.queries.js';
import { WebhooksService } from '../application/webhooks.service.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/message.js';
import { SecretsUnreadable, WebhookNotDeleted } from '../domain/webhook.errors.js';
import type { WebhookKey } from '../domain/webhook.repository.js';
import { WebhookOperationsModule } from '../webhooks.module.js';

/** Deliveries that a list shows: each may have many attempts with their answers. */
const MOST_DELIVERIES = 10_000;

const ENABLE_HELP = `
It tells of what changes from now on. It is refused while the key or admin that it belongs to may not have it; an admin
or a key of the company takes it over by enabling it.`;

const REENCRYPT_HELP = `
It can be repeated, and the service may run meanwhile. Webhooks of all companies whose secrets no key of SECRETS_KEY
reads are named; the exit status is 1 then. See docs/operations.md before a key is removed.`;

interface CompanyOptions {
  readonly company: string;
}

interface WebhookOptions extends CompanyOptions {
  readonly id: string;
}

interface DeliveriesOptions extends WebhookOptions {
  readonly status?: DeliveryStatus;
  readonly limit: number;
}

const COLUMNS = {
  ID: ({ id: webhookId }: WebhookResponse) => webhookId,
  URL: ({ url }: WebhookResponse) => url,
  TYPES: ({ types }: WebhookResponse) => types.join(', '),
  ENABLED: ({ enabled }: WebhookResponse) => (enabled ? 'yes' : 'no'),
  REASON: ({ disabledReason }: WebhookResponse) => disabledReason,
  'FAILING SINCE': ({ failingSince }: WebhookResponse) => failingSince,
  KEY: ({ apiKeyId }: WebhookResponse) => apiKeyId,
  USER: ({ userId }: WebhookResponse) => userId,
  CREATED: ({ createdAt }: WebhookResponse) => createdAt,
};

const LINES = {
  ...COLUMNS,
  DESCRIPTION: ({ description }: WebhookResponse) => description,
  DISABLED: ({ disabledAt }: WebhookResponse) => disabledAt,
  'BOTH SECRETS UNTIL': ({ previousSecretUntil }: WebhookResponse) => previousSecretUntil,
  UPDATED: ({ updatedAt }: WebhookResponse) => updatedAt,
};

const lastAttempt = ({ attempts }: WebhookDeliveryResponse) => attempts.at(-1);

const DELIVERY_COLUMNS = {
  ID: ({ id: messageId }: WebhookDeliveryResponse) => messageId,
  TYPE: ({ type }: WebhookDeliveryResponse) => type,
  OBJECT: ({ objectId }: WebhookDeliveryResponse) => objectId,
  STATUS: ({ status }: WebhookDeliveryResponse) => status,
  CREATED: ({ createdAt }: WebhookDeliveryResponse) => createdAt,
  ATTEMPTS: ({ attempts }: WebhookDeliveryResponse) => String(attempts.length),
  LAST: (delivery: WebhookDeliveryResponse) => lastAttempt(delivery)?.at,
  ANSWER: (delivery: WebhookDeliveryResponse) => lastAttempt(delivery)?.status?.toString(),
  REASON: (delivery: WebhookDeliveryResponse) => lastAttempt(delivery)?.reason,
  NEXT: ({ nextAttemptAt }: WebhookDeliveryResponse) => nextAttemptAt,
};

/** `wes webhook …` */
export function registerWebhookCommands(webhook: Command, shell: Shell): void {
  const ofWebhook = (name: string, description: string): Command =>
    webhook
      .command(name)
      .description(description)
      .addOption(companyOption())
      .requiredOption('--id <id>', 'id of the webhook', id);

  webhook
    .command('list')
    .description('list the webhooks of a company, the oldest first')
    .addOption(companyOption())
    .action(
      shell.withServices(WebhookOperationsModule, async (services, { company }: CompanyOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        return listing(await services.get(WebhooksQueries).list({ companyId }), Infinity, COLUMNS);
      }),
    );

  ofWebhook('show', 'show a webhook, without its secret').action(
    shell.withServices(WebhookOperationsModule, async (services, options: WebhookOptions) =>
      details(await shown(services, await keyOf(services, options)), LINES),
    ),
  );

  ofWebhook('deliveries', 'list the messages of a webhook, with the last attempt of each')
    .addOption(new Option('--status <status>', 'only messages with this status').choices(DELIVERY_STATUSES))
    .addOption(limitOption(MOST_DELIVERIES))
    .addHelpText('after', '\n--json has all attempts, with the beginning of each answer.')
    .action(
      shell.withServices(WebhookOperationsModule, async (services, options: DeliveriesOptions) => {
        const { status, limit } = options;
        const { companyId, webhookId } = await keyOf(services, options);
        const wanted = { from: 0, to: limit, status };
        const { content } = await services.get(WebhooksQueries).deliveries({ companyId }, webhookId, wanted);
        const { result } = JSON.parse(content) as WebhookDeliveryPageResponse;
        return listing(result, limit, DELIVERY_COLUMNS);
      }),
    );

  const setEnabled = (enabled: boolean) =>
    shell.withServices(WebhookOperationsModule, async (services, options: WebhookOptions) => {
      const { companyId, webhookId } = await keyOf(services, options);
      const service = services.get(WebhooksService);
      const { state } = await service.setEnabled(operatorOf(companyId), webhookId, enabled);
      const disabledReason = state.disabled?.reason;
      return {
        text: `Webhook ${webhookId} is ${disabledReason ? `disabled (${disabledReason})` : 'enabled'}.`,
        json: { id: webhookId, companyId, enabled, ...(disabledReason && { disabledReason }) },
      };
    });
  ofWebhook('enable', 'send messages to a webhook again')
    .addHelpText('after', ENABLE_HELP)
    .action(setEnabled(true));
  ofWebhook('disable', 'send nothing more to a webhook, until it is enabled again')
    .addHelpText('after', '\nMessages that wait are not sent any more.')
    .action(setEnabled(false));

  ofWebhook('delete', 'delete a webhook with its messages')
    .option('--yes', 'do not ask')
    .action(
      shell.withServices(
        WebhookOperationsModule,
        async (services, { yes = false, ...options }: WebhookOptions & { readonly yes?: boolean }) => {
          const { companyId, webhookId } = await keyOf(services, options);
          const { url } = await shown(services, { companyId, webhookId });
          const question = `Delete the webhook ${webhookId} to ${url} with its messages? [y/N] `;
          if (!yes && !(await confirm(question))) throw new WebhookNotDeleted();
          await services.get(WebhooksService).remove(operatorOf(companyId), webhookId);
          return { text: `Webhook ${webhookId} is deleted.`, json: { id: webhookId, companyId, url } };
        },
      ),
    );

  webhook
    .command('reencrypt')
    .description('encrypt the secrets of all webhooks with the newest SECRETS_KEY, the first one')
    .addHelpText('after', REENCRYPT_HELP)
    .action(
      shell.withServices(WebhookOperationsModule, async (services) => {
        const result = await services.get(SecretsReencryption).run();
        return {
          text: textOf(result),
          json: result,
          ...(result.unreadable > 0 && { refusal: new SecretsUnreadable(result.unreadable) }),
        };
      }),
    );
}

function shown(services: Services, { companyId, webhookId }: WebhookKey): Promise<WebhookResponse> {
  return services.get(WebhooksQueries).get({ companyId }, webhookId);
}

async function keyOf(services: Services, { company, id: webhookId }: WebhookOptions): Promise<WebhookKey> {
  return { companyId: await services.get(OperatorQueries).companyId(company), webhookId };
}

function textOf({ reencrypted, unchanged, unreadable, unreadableWebhooks }: Reencryption): string {
  const named = unreadableWebhooks.map(
    ({ companyId, webhookId }) => `Cannot be read: webhook ${webhookId} of company ${companyId}`,
  );
  const more = unreadable - named.length;
  return [
    `Secrets are encrypted with the newest key: of ${reencrypted} webhooks now, of ${unchanged} before.`,
    ...named,
    ...(more > 0 ? [`… and ${more} more`] : []),
  ].join('\n');
}
