/** The public API of webhooks. */
export { WebhooksModule } from './webhooks.module.js';
