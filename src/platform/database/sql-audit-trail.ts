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

const INTO = `
  INSERT INTO audit_record (
    company_id, actor_kind, actor_id, credential_id, address, request_id, id, operation, object_type, object_id,
    plan_id, private_to, sync_id, before, after, listed
  )`;

/**
 * One record: `$1` company, `$2` to `$6` the author, then its columns. Citus hands values on to the company's server;
 * rows of a function take several steps there.
 */
const INSERT_ONE = {
  name: 'audit-trail.insert-one',
  text: `${INTO}
    VALUES (
      $1, $2, $3, $4, $5, $6, $7, $8::text, split_part($8::text, '.', 1), $9, $10, $11, $12, $13, $14, $15
    )`,
};

/** `$1` company, `$2` to `$6` the author, then a list of values for each column of the records. */
const INSERT = {
  name: 'audit-trail.insert',
  text: `${INTO}
    SELECT $1, $2, $3, $4, $5, $6, r.id, r.operation, split_part(r.operation, '.', 1), r.object_id, r.plan_id,
      r.private_to, r.sync_id, r.before::json, r.after::json, r.listed::json
    FROM unnest(
      $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[]
    ) AS r (id, operation, object_id, plan_id, private_to, sync_id, before, after, listed)`,
};

/** Columns of a record beside its author. */
const COLUMNS = 9;

/** The audit trail in PostgreSQL. Records are inserted, never updated. */
@Injectable()
export class SqlAuditTrail extends AuditTrail {
  constructor(
    private readonly sql: Sql,
    private readonly storedBytes: StoredBytes,
  ) {
    super();
  }

  record(actor: Actor | OperatorActor, change: AuditedChange, transaction: Transaction): Promise<void> {
    return this.recordAll(actor, [change], transaction);
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
    const [first] = written;
    if (!first) return;
    const author = [actor.companyId, ...authorOf(actor)];
    if (written.length === 1) {
      await this.sql.query(INSERT_ONE, [...author, ...first.record], transaction);
    } else {
      const columns = Array.from({ length: COLUMNS }, (_, column) =>
        written.map(({ record }) => record[column]),
      );
      await this.sql.query(INSERT, [...author, ...columns], transaction);
    }
    this.storedBytes.count(actor, written, transaction);
  }
}

/** The columns that the actor decides. */
function authorOf(actor: Actor | OperatorActor): readonly (string | undefined)[] {
  const { id, credentialId } = identify(actor);
  const { address, requestId } = actor.kind === 'operator' ? {} : (actor.origin ?? {});
  return [actor.kind, id, credentialId, address, requestId];
}

/** The other columns in the order of {@link INSERT}; undefined where nothing is different. */
function recordOf(change: AuditedChange): readonly (string | undefined)[] | undefined {
  const { operation, objectId, planId, privateTo, syncId } = change;
  const changes = changesBetween(change.before, change.after);
  if (!changes) return undefined;
  const [before, after] = [changes.before, changes.after].map(
    (properties) => properties && JSON.stringify(properties),
  );
  const listed = listedChanges(changes);
  return [newId(), operation, objectId, planId, privateTo, syncId, before, after, listed];
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
