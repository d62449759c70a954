/** The public API of webhooks. */
export { registerWebhookCommands } from './interface/webhook.commands.js';
export { WebhooksModule } from './webhooks.module.js';
