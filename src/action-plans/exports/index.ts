/** Public API of the exports module. */
export { PlanExportsModule } from './exports.module.js';
export { registerExportCommands } from './interface/export.commands.js';
