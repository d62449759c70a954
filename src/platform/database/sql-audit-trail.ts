import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Actor, OperatorActor } from '../../shared-kernel/actor.js';
import {
  AuditTrail,
  type AuditedChange,
  type AuditOperation,
  type Deletion,
} from '../../shared-kernel/audit-trail.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { Sql } from './sql.js';

const INSERT = {
  name: 'audit-trail.insert',
  text: `
    INSERT INTO audit_record (
      company_id, id, operation, object_type, object_id, plan_id, private_to, actor_kind, actor_id, credential_id,
      address, request_id, before, after, withheld
    ) VALUES ($1, $2, $3, split_part($3, '.', 1), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

/** By the index of each company: the key leads with it. */
const FIND_NEWEST = {
  name: 'audit-trail.find-newest',
  text: `
    SELECT r.company_id AS "companyId", r.before, r.withheld
    FROM company c CROSS JOIN LATERAL (
      SELECT * FROM audit_record a
      WHERE a.company_id = c.id AND a.object_id = $2 AND a.operation = $1
      ORDER BY a.at DESC, a.id DESC LIMIT 1
    ) r
    ORDER BY r.at DESC LIMIT 1`,
};

/** The audit trail in PostgreSQL. Records are inserted, never updated. */
@Injectable()
export class SqlAuditTrail extends AuditTrail {
  constructor(private readonly sql: Sql) {
    super();
  }

  async record(actor: Actor | OperatorActor, change: AuditedChange, transaction: Transaction): Promise<void> {
    const { operation, objectId, planId, privateTo, before, after, withheld } = change;
    const { id, credentialId } = identify(actor);
    const { address, requestId } = actor.kind === 'operator' ? {} : (actor.origin ?? {});
    const values = [
      ...[actor.companyId, newId(), operation, objectId, planId, privateTo],
      ...[actor.kind, id, credentialId, address, requestId],
      ...[before, after, withheld].map((content) => content && JSON.stringify(content)),
    ];
    await this.sql.query(INSERT, values, transaction);
  }

  async findNewest(operation: AuditOperation, objectId: string): Promise<Deletion | undefined> {
    const [row] = await this.sql.query<Deletion & Record<string, unknown>>(FIND_NEWEST, [
      operation,
      objectId,
    ]);
    return row;
  }
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
