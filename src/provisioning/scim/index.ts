/** The public API of provisioning by identity providers. */
export { ScimModule } from './scim.module.js';
