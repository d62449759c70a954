import type { Actor, OperatorActor } from './actor.js';
import type { Transaction } from './transaction.js';

/** The operations on objects, by their type. In one place for all contexts, because `wes audit` filters by them. */
const OPERATIONS = {
  action: ['create', 'delete', 'remove-assignee', 'set-assignee', 'update'],
  'api-key': ['issue', 'revoke', 'rotate'],
  area: ['create', 'delete', 'update'],
  characteristic: ['create', 'delete', 'update'],
  company: ['allow-again', 'create', 'delete', 'import', 'rename'],
  employee: ['end', 'invite', 'reset', 'restore', 'update'],
  export: ['request'],
  group: ['create', 'delete', 'update'],
  hold: ['lift', 'place'],
  job: ['retry'],
  note: ['create', 'delete', 'update'],
  person: ['access', 'allow-again', 'end-access', 'erase'],
  plan: ['copy', 'create', 'delete', 'restore', 'transfer', 'update'],
  retention: ['run'],
  session: ['issue', 'revoke'],
  settings: ['update'],
  source: ['delete', 'replace'],
  sync: ['apply', 'create', 'undo'],
  template: ['create', 'delete', 'replace', 'update'],
  timesheet: ['create', 'delete', 'update'],
  user: ['create', 'deactivate', 'reactivate', 'set-role', 'update'],
  webhook: ['create', 'delete', 'replay', 'retry', 'rotate', 'update'],
} as const;

type Operations = typeof OPERATIONS;

/** Type of an object and what was done to it. */
export type AuditOperation = {
  [Type in keyof Operations]: `${Type}.${Operations[Type][number]}`;
}[keyof Operations];

export const AUDIT_OPERATIONS = Object.entries(OPERATIONS).flatMap(([type, operations]) =>
  operations.map((operation) => `${type}.${operation}` as AuditOperation),
);

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
