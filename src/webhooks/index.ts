/** The public API of webhooks. */
export { WebhookEraser } from './infrastructure/webhook-eraser.js';
export { WebhookSource } from './infrastructure/webhook-source.js';
export { registerWebhookCommands } from './interface/webhook.commands.js';
export { WebhooksModule } from './webhooks.module.js';
