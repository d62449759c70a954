/** The public API of the audit context. */
export { AuditModule } from './audit.module.js';
export { registerAuditCommand } from './interface/audit.command.js';
