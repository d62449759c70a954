/** The public API of access: what a company holds about a person, for the person. */
export { AccessModule } from './access.module.js';
export { ACCESS_ARCHIVES, ACCESS_TABLES } from './infrastructure/access.tables.js';
export { AccessEraser } from './infrastructure/access-eraser.js';
export { registerPersonAccessCommand } from './interface/person-access.commands.js';
