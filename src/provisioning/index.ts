/** The public API of provisioning: how people come in from HR systems. */
export { SyncEraser } from './infrastructure/sync-eraser.js';
export { SyncSource } from './infrastructure/sync-source.js';
export { registerEmployeeCommands } from './interface/sync.commands.js';
export { ProvisioningModule, StaffFilesModule } from './provisioning.module.js';
