import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Actor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import { changesBetween } from '../../shared-kernel/changes.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { listedChanges } from '../../shared-kernel/listed-changes.js';
import { StoredBytes } from '../rate-limits/stored-bytes.js';
import { Sql } from './sql.js';

const INSERT = {
  name: 'audit-trail.insert',
  text: `
    INSERT INTO audit_record (
      company_id, id, operation, object_type, object_id, plan_id, private_to, actor_kind, actor_id, credential_id,
      address, request_id, before, after, listed
    ) VALUES ($1, $2, $3, split_part($3, '.', 1), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

/** Many records of one actor. Arrays of `json` would need a cast of each of their texts. */
const INSERT_ALL = {
  name: 'audit-trail.insert-all',
  text: `
    INSERT INTO audit_record (
      company_id, id, operation, object_type, object_id, plan_id, private_to, actor_kind, actor_id, credential_id,
      address, request_id, before, after, listed
    )
    SELECT
      $1, id, operation, split_part(operation, '.', 1), object_id, plan_id, private_to, $2, $3, $4, $5, $6,
      before::json, after::json, listed::json
    FROM unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
      AS given (id, operation, object_id, plan_id, private_to, before, after, listed)`,
};

/** The audit trail in PostgreSQL. Records are inserted, never updated. */
@Injectable()
export class SqlAuditTrail extends AuditTrail {
  constructor(
    private readonly sql: Sql,
    private readonly storedBytes: StoredBytes,
  ) {
    super();
  }

  async record(actor: Actor | OperatorActor, change: AuditedChange, transaction: Transaction): Promise<void> {
    const record = recordOf(change);
    if (!record) return;
    const [object, contents] = [record.slice(0, OBJECT_COLUMNS), record.slice(OBJECT_COLUMNS)];
    const values = [actor.companyId, ...object, ...originOf(actor), ...contents];
    await this.sql.query(INSERT, values, transaction);
    this.storedBytes.count(actor, [{ change, record: values }], transaction);
  }

  async recordAll(
    actor: Actor | OperatorActor,
    changes: readonly AuditedChange[],
    transaction: Transaction,
  ): Promise<void> {
    const written = changes.flatMap((change) => {
      const record = recordOf(change);
      return record ? [{ change, record }] : [];
    });
    if (written.length === 0) return;
    const columns = written[0]!.record.map((_, column) => written.map(({ record }) => record[column]));
    await this.sql.query(INSERT_ALL, [actor.companyId, ...originOf(actor), ...columns], transaction);
    this.storedBytes.count(actor, written, transaction);
  }
}

/** The first columns of {@link recordOf}, which name the object. */
const OBJECT_COLUMNS = 5;

/** The columns of a record that the change decides; undefined for one that changes nothing. */
function recordOf(change: AuditedChange): readonly (string | undefined)[] | undefined {
  const { operation, objectId, planId, privateTo } = change;
  const changes = changesBetween(change.before, change.after);
  if (!changes) return undefined;
  const contents = [changes.before, changes.after].map(
    (properties) => properties && JSON.stringify(properties),
  );
  return [newId(), operation, objectId, planId, privateTo, ...contents, listedChanges(changes)];
}

/** The columns of a record that the actor decides. */
function originOf(actor: Actor | OperatorActor): readonly (string | undefined)[] {
  const { id, credentialId } = identify(actor);
  const { address, requestId } = actor.kind === 'operator' ? {} : (actor.origin ?? {});
  return [actor.kind, id, credentialId, address, requestId];
}

/** An integration is known by its key only; an operator by the account of the operating system. */
function identify(actor: Actor | OperatorActor): {
  readonly id: string | undefined;
  readonly credentialId?: string | undefined;
} {
  if (actor.kind === 'user') return { id: actor.userId, credentialId: actor.sessionId };
  if (actor.kind === 'integration') return { id: actor.apiKeyId, credentialId: actor.apiKeyId };
  return { id: accountName() };
}

/** Undefined where the process has an account without a name, as in some containers. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
