import type { Actor, OperatorActor } from './actor.js';
import type { Transaction } from './transaction.js';

/** Type of an object and what was done to it. */
export const AUDIT_OPERATIONS = [
  ...(['action.create', 'action.delete', 'action.remove-assignee', 'action.set-assignee'] as const),
  ...(['action.update', 'api-key.issue', 'api-key.revoke', 'api-key.rotate', 'area.create'] as const),
  ...(['area.delete', 'area.update', 'characteristic.create', 'characteristic.delete'] as const),
  ...([
    'characteristic.update',
    'company.allow-again',
    'company.create',
    'company.delete',
    'company.import',
  ] as const),
  ...(['company.rename', 'employee.end', 'employee.invite', 'employee.reset', 'employee.restore'] as const),
  ...(['employee.update', 'export.request', 'group.create', 'group.delete', 'group.update'] as const),
  ...(['hold.lift', 'hold.place', 'job.retry', 'note.create', 'note.delete', 'note.update'] as const),
  ...(['person.access', 'person.allow-again', 'person.end-access', 'person.erase'] as const),
  ...(['plan.copy', 'plan.create', 'plan.delete', 'plan.restore', 'plan.transfer'] as const),
  ...(['plan.update', 'retention.run', 'session.issue'] as const),
  ...(['session.revoke', 'settings.update', 'source.delete', 'source.replace', 'sync.apply'] as const),
  ...(['sync.create', 'sync.undo', 'template.create', 'template.delete', 'template.replace'] as const),
  ...(['template.update', 'timesheet.create', 'timesheet.delete', 'timesheet.update'] as const),
  ...(['user.create', 'user.deactivate', 'user.reactivate', 'user.set-role', 'user.update'] as const),
  ...(['webhook.create', 'webhook.delete', 'webhook.replay', 'webhook.retry', 'webhook.rotate'] as const),
  ...(['webhook.update'] as const),
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
