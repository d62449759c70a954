/** The public API of provisioning: how people come in from HR systems. */
export { SYNC_FILES, SYNC_TABLES, SyncEraser, SyncSource } from './infrastructure/sync.tables.js';
export { registerEmployeeCommands } from './interface/sync.commands.js';
export { ProvisioningModule, StaffFilesModule } from './provisioning.module.js';
