import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Actor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import { changesBetween } from '../../shared-kernel/changes.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { listedChanges } from '../../shared-kernel/listed-changes.js';
import { StoredBytes } from '../rate-limits/stored-bytes.js';
import { named, Sql } from './sql.js';

const INTO = `
  INSERT INTO audit_record (
    company_id, actor_kind, actor_id, credential_id, address, request_id, id, operation, object_type, object_id,
    plan_id, private_to, sync_id, before, after, listed
  )`;

const AUTHOR = ':companyId, :actorKind, :actorId, :credentialId, :address, :requestId';

/** One record. Citus hands values on to the company's server; rows of a function take several steps there. */
const INSERT_ONE = named(
  'audit-trail.insert-one',
  `${INTO}
    VALUES (
      ${AUTHOR}, :id, :operation::text, split_part(:operation::text, '.', 1), :objectId, :planId, :privateTo, :syncId,
      :before, :after, :listed
    )`,
);

/** Several records of an author, with a list of values for each of the other columns. */
const INSERT = named(
  'audit-trail.insert',
  `${INTO}
    SELECT ${AUTHOR}, r.id, r.operation, split_part(r.operation, '.', 1), r.object_id, r.plan_id, r.private_to,
      r.sync_id, r.before::json, r.after::json, r.listed::json
    FROM unnest(
      :id::text[], :operation::text[], :objectId::text[], :planId::text[], :privateTo::text[], :syncId::text[],
      :before::text[], :after::text[], :listed::text[]
    ) AS r (id, operation, object_id, plan_id, private_to, sync_id, before, after, listed)`,
);

/** Values of columns by the names in the statements. */
type Values = Readonly<Record<string, string | undefined>>;

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
    const author = authorOf(actor);
    if (written.length === 1) {
      await this.sql.query(INSERT_ONE, { ...author, ...first.record }, transaction);
    } else {
      const names = Object.keys(first.record);
      const lists = names.map((name) => [name, written.map(({ record }) => record[name])] as const);
      await this.sql.query(INSERT, { ...author, ...Object.fromEntries(lists) }, transaction);
    }
    const writes = written.map(({ change, record }) => ({ change, record: Object.values(record) }));
    this.storedBytes.count(actor, writes, transaction);
  }
}

/** The columns that the actor decides. */
function authorOf(actor: Actor | OperatorActor): Values {
  const { id: actorId, credentialId } = identify(actor);
  const { address, requestId } = actor.kind === 'operator' ? {} : (actor.origin ?? {});
  return { companyId: actor.companyId, actorKind: actor.kind, actorId, credentialId, address, requestId };
}

/** The other columns; undefined where nothing is different. */
function recordOf(change: AuditedChange): Values | undefined {
  const { operation, objectId, planId, privateTo, syncId } = change;
  const changes = changesBetween(change.before, change.after);
  if (!changes) return undefined;
  const [before, after] = [changes.before, changes.after].map(
    (properties) => properties && JSON.stringify(properties),
  );
  const listed = listedChanges(changes);
  return { id: newId(), operation, objectId, planId, privateTo, syncId, before, after, listed };
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
