/** The public API of webhooks. */
export { WebhookEraser } from './infrastructure/webhook-eraser.js';
export { WebhookSource } from './infrastructure/webhook-source.js';
export { WebhooksQueries } from './application/webhooks.queries.js';
export { registerApiKeyRotateCommand } from './interface/api-key.commands.js';
export { registerWebhookCommands } from './interface/webhook.commands.js';
export { WebhooksModule } from './webhooks.module.js';
