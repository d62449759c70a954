/** The public API of provisioning: how people come in from HR systems. */
export { registerEmployeeCommands } from './interface/sync.commands.js';
export { ProvisioningModule, StaffFilesModule } from './provisioning.module.js';
