/** The public API of provisioning by identity providers. */
export { ScimEraser } from './infrastructure/scim-eraser.js';
export { ScimSource } from './infrastructure/scim-source.js';
export { registerScimCommands } from './interface/scim.commands.js';
export { ScimModule } from './scim.module.js';
