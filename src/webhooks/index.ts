/** The public API of webhooks. */
export { WEBHOOK_TABLES, WebhookEraser, WebhookSource } from './infrastructure/webhook.tables.js';
export { WebhooksQueries } from './application/webhooks.queries.js';
export { registerApiKeyRotateCommand } from './interface/api-key.commands.js';
export { registerWebhookCommands } from './interface/webhook.commands.js';
export { WebhooksModule } from './webhooks.module.js';
