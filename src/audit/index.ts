/** The public API of the audit context. */
export { ChangesByOthersQueries, type PlanWithChanges } from './application/changes-by-others.queries.js';
export { AUDIT_TABLES } from './infrastructure/audit.tables.js';
export { AuditEraser } from './infrastructure/audit-eraser.js';
export { AuditModule, AuditRetentionModule } from './audit.module.js';
export { AuditRecordRetention } from './infrastructure/audit-record-retention.js';
export { AuditSource } from './infrastructure/audit-source.js';
export { registerAuditCommand } from './interface/audit.command.js';
