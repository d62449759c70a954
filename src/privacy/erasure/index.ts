/** The public API of erasures. */
export { ERASURE_TABLES, LEDGER_FILES } from './infrastructure/erasure.tables.js';
export { LOG, OUTBOX, PLATFORM_TABLES } from './infrastructure/platform.tables.js';
export { ErasureModule, ErasureOperationsModule } from './erasure.module.js';
export { registerPersonEraseCommand } from './interface/person.commands.js';
export { registerCompanyDeletionCommands } from './interface/company.commands.js';
export { LeaverErasures } from './application/leaver-erasures.js';
export { ErasureReplay } from './application/erasure-replay.js';
