/** The public API of SCIM: how identity providers send people and groups. */
export { SCIM_TABLES, ScimEraser, ScimSource } from './infrastructure/scim.tables.js';
export { SCIM_PROBLEMS } from './interface/scim-error.filter.js';
export { registerScimCommands } from './interface/scim.commands.js';
export { ScimModule } from './scim.module.js';
