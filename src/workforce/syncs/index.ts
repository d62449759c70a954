/** The public API of the syncs of employees. */
export { registerEmployeeCommands } from './interface/sync.commands.js';
export { EmployeeSyncsModule } from './syncs.module.js';
