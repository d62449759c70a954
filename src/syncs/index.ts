/** The public API of syncs: how the staff of HR systems comes in as lists. */
export { SYNC_FILES, SYNC_TABLES, SyncEraser, SyncSource } from './infrastructure/sync.tables.js';
export { registerEmployeeCommands } from './interface/sync.commands.js';
export { SyncsModule } from './syncs.module.js';
