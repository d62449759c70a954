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
    const { operation, objectId, planId, privateTo } = change;
    const changes = changesBetween(change.before, change.after);
    if (!changes) return;
    const { id, credentialId } = identify(actor);
    const { address, requestId } = actor.kind === 'operator' ? {} : (actor.origin ?? {});
    const values = [
      ...[actor.companyId, newId(), operation, objectId, planId, privateTo],
      ...[actor.kind, id, credentialId, address, requestId],
      ...[changes.before, changes.after].map((properties) => properties && JSON.stringify(properties)),
      listedChanges(changes),
    ];
    await this.sql.query(INSERT, values, transaction);
    this.storedBytes.count(actor, change, values, transaction);
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
