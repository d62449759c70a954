import type { Actor, OperatorActor } from './actor.js';
import type { Transaction } from './transaction.js';

/** Type of an object and what was done to it. */
export const AUDIT_OPERATIONS = [
  ...(['action.create', 'action.delete', 'action.remove-assignee', 'action.set-assignee'] as const),
  ...(['action.update', 'api-key.issue', 'api-key.revoke', 'api-key.rotate', 'company.create'] as const),
  ...(['company.delete', 'company.import', 'company.rename', 'employee.end', 'employee.invite'] as const),
  ...(['employee.reset', 'employee.restore', 'employee.update', 'export.request', 'job.retry'] as const),
  ...(['group.create', 'group.delete', 'group.update'] as const),
  ...(['note.create', 'note.delete', 'note.update', 'plan.copy', 'plan.create', 'plan.delete'] as const),
  ...(['plan.restore', 'plan.transfer', 'plan.update', 'session.issue', 'session.revoke'] as const),
  ...(['settings.update', 'source.delete', 'source.replace', 'sync.apply', 'sync.create'] as const),
  ...([
    'sync.undo',
    'template.create',
    'template.delete',
    'template.replace',
    'template.update',
    'timesheet.create',
  ] as const),
  ...(['timesheet.delete', 'timesheet.update', 'user.create', 'user.deactivate'] as const),
  ...(['user.reactivate', 'user.set-role', 'user.update', 'webhook.create', 'webhook.delete'] as const),
  ...(['webhook.replay', 'webhook.retry', 'webhook.rotate', 'webhook.update'] as const),
] as const;
export type AuditOperation = (typeof AUDIT_OPERATIONS)[number];

/**
 * A change of an object, with the whole object as it was before and is after. Never with a secret or its digest.
 * Recorded are the properties that differ.
 */
export interface AuditedChange {
  readonly operation: AuditOperation;
  readonly objectId: string;
  /** The plan that the object is or belongs to. Admins who may not read it are not shown `before` and `after`. */
  readonly planId?: string;
  /** The only user who is shown `before` and `after`. Every admin if absent. */
  readonly privateTo?: string | undefined;
  /** The sync of employees that the change is a part of. */
  readonly syncId?: string | undefined;
  /** Absent for a new object. */
  readonly before?: object;
  /** Absent for a deleted object. */
  readonly after?: object;
  /** Bytes that the change stores besides the object and its record, such as what a deleted plan is restored from. */
  readonly alsoStored?: number;
}

/** Records who changed what. */
export abstract class AuditTrail {
  /**
   * Adds a record to the trail of the actor's company, unless the object is the same before and after.
   * @param transaction - that of the change, so that the record exists if and only if the change does
   */
  abstract record(
    actor: Actor | OperatorActor,
    change: AuditedChange,
    transaction: Transaction,
  ): Promise<void>;

  /** Like {@link record}, for many changes by one statement, in their order. */
  abstract recordAll(
    actor: Actor | OperatorActor,
    changes: readonly AuditedChange[],
    transaction: Transaction,
  ): Promise<void>;
}
