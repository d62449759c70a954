import { Retention } from '../../shared-kernel/retention.js';

/** Audit records of a company, by their time. */
export abstract class AuditRecordRetention extends Retention {}
