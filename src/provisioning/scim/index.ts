/** The public API of provisioning by identity providers. */
export { registerScimCommands } from './interface/scim.commands.js';
export { ScimModule } from './scim.module.js';
