import { Injectable } from '@nestjs/common';
import { callerIdOf, type Actor } from '../../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { Jobs } from '../../../shared-kernel/jobs.js';
import type { Person } from '../../../shared-kernel/personal-data.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PersonQueries, type PersonKey } from '../../index.js';
import { MAX_ACCESSES_PER_DAY } from '../domain/access.js';
import { AccessNotFound, TooManyAccesses } from '../domain/access.errors.js';
import { AccessFiles } from './access-files.store.js';
import { AccessStore } from './access.store.js';

/** Kind of the jobs that make archives. */
export const ACCESS_JOB = 'person-access';

/** Language of the mail where the caller has none. */
const LANGUAGE = 'en';

/** Takes requests for everything about a person (ADR 53). */
@Injectable()
export class AccessesService {
  constructor(
    private readonly people: PersonQueries,
    private readonly accesses: AccessStore,
    private readonly files: AccessFiles,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Adds the job that makes the archive of a person.
   * @param mailTo - gets the link
   * @param given - a transaction to take part in
   * @returns the id of the request
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous}
   * @throws {TooManyAccesses}
   */
  request(actor: Actor, key: PersonKey, mailTo: string | undefined, given?: Transaction): Promise<string> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const today = await this.accesses.requestedToday(companyId, transaction);
      if (today >= MAX_ACCESSES_PER_DAY) throw new TooManyAccesses();
      const person = await this.people.get(companyId, key, transaction);
      const accessId = newId();
      const access = {
        ...{ companyId, accessId, person, mailTo: mailTo ?? null },
        language: actor.kind === 'user' ? actor.language : LANGUAGE,
        requestedBy: callerIdOf(actor),
      };
      await this.accesses.insert(access, transaction);
      await this.audit.record(actor, accessChange(accessId, person), transaction);
      await this.jobs.add(ACCESS_JOB, { companyId, payload: { accessId }, key: accessId }, transaction);
      return accessId;
    }, given);
  }

  /**
   * Ends a request: its link works no more, and the archive is removed.
   * @param check - refuses the change by an error; called with the locked request
   * @throws {AccessNotFound}
   */
  async revoke(actor: Actor, accessId: string, check?: () => Promise<void>): Promise<void> {
    const key = { companyId: actor.companyId, accessId };
    await this.unitOfWork.run(async (transaction) => {
      const found = await this.accesses.lock(key, transaction);
      if (!found) throw new AccessNotFound();
      await check?.();
      if (found.state === 'EXPIRED') return;
      await this.accesses.expire(key, transaction);
      const change = { operation: 'person.end-access', objectId: accessId } as const;
      await this.audit.record(actor, { ...change, after: { state: 'EXPIRED' } }, transaction);
    });
    await this.files.remove(key);
  }
}

/** The audited change: it says by ids whose data was given, so that it has no other data of the person. */
export function accessChange(accessId: string, { employeeIds, userIds }: Person): AuditedChange {
  return { operation: 'person.access', objectId: accessId, after: { employeeIds, userIds } };
}
