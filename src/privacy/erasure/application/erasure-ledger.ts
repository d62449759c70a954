import { Injectable } from '@nestjs/common';
import type { IntegrationActor, OperatorActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { Jobs } from '../../../shared-kernel/jobs.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { NewErasure } from '../domain/erasure.js';
import { ErasureStore } from './erasure.store.js';

/** Kind of the jobs that carry erasures out, one for each company. */
export const ERASURE_JOB = 'person-erasure';

/** Writes the ledger of erasures, with the audit record of each change. */
@Injectable()
export class ErasureLedger {
  constructor(
    private readonly erasures: ErasureStore,
    private readonly jobs: Jobs,
    private readonly audit: AuditTrail,
  ) {}

  /** Enters a person, from when on nothing can bring the person back. @returns the id of the erasure */
  async enter(
    actor: IntegrationActor | OperatorActor,
    entry: Omit<NewErasure, 'companyId' | 'erasureId'>,
    transaction: Transaction,
  ): Promise<string> {
    const { companyId } = actor;
    const erasureId = newId();
    await this.erasures.insert({ ...entry, companyId, erasureId }, transaction);
    const after = { reason: entry.reason, keepTimesheets: entry.pseudonym !== null };
    const change = { operation: 'person.erase', objectId: erasureId, after } as const;
    await this.audit.record(actor, change, transaction);
    return erasureId;
  }

  /** Lets the company name the person of an entry again. */
  async allowAgain(
    actor: IntegrationActor | OperatorActor,
    erasureId: string,
    reason: string,
    transaction: Transaction,
  ): Promise<void> {
    await this.erasures.allowAgain({ companyId: actor.companyId, erasureId }, transaction);
    const change = { operation: 'person.allow-again', objectId: erasureId, after: { reason } } as const;
    await this.audit.record(actor, change, transaction);
  }

  /** Adds the job that carries out the entries of a company. */
  async addJob(companyId: string, transaction: Transaction): Promise<void> {
    await this.jobs.add(ERASURE_JOB, { companyId, payload: {}, key: ERASURE_JOB }, transaction);
  }
}
