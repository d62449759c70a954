/** The public API of erasures. */
export { ErasureModule, ErasureOperationsModule } from './erasure.module.js';
export { registerPersonEraseCommand } from './interface/person.commands.js';
export { registerCompanyDeletionCommands } from './interface/company.commands.js';
export { LeaverErasures } from './application/leaver-erasures.js';
export { ErasureReplay } from './application/erasure-replay.js';
