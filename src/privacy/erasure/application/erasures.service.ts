import { Injectable } from '@nestjs/common';
import type { IntegrationActor, OperatorActor } from '../../../shared-kernel/actor.js';
import { newId } from '../../../shared-kernel/id.js';
import type { Person, PersonalCounts } from '../../../shared-kernel/personal-data.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { CompanyAdmins, UserLinks } from '../../../identity/index.js';
import { LegalHolds } from '../../holds/index.js';
import { PersonIsAdmin, PersonQueries, type PersonKey } from '../../index.js';
import { ERASURE_ACTORS, MAX_ERASURES_PER_DAY } from '../domain/erasure.js';
import { ErasureNotFound, TooManyErasures } from '../domain/erasure.errors.js';
import { ErasureLedger } from './erasure-ledger.js';
import { Erasers } from './erasers.js';
import { ErasureStore } from './erasure.store.js';
import { LedgerFiles } from './ledger-files.store.js';

export interface WantedErasure {
  readonly reason: string;
  /** Timesheets stay under a pseudonym. */
  readonly keepTimesheets: boolean;
}

/** Takes requests for erasures (ADR 53). */
@Injectable()
export class ErasuresService {
  // eslint-disable-next-line @typescript-eslint/max-params -- who is erased, what goes, and where it is kept
  constructor(
    private readonly people: PersonQueries,
    private readonly holds: LegalHolds,
    private readonly users: UserLinks,
    private readonly admins: CompanyAdmins,
    private readonly erasers: Erasers,
    private readonly erasures: ErasureStore,
    private readonly ledger: ErasureLedger,
    private readonly files: LedgerFiles,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts what an erasure would remove or change, by kind. Nothing is changed.
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous}
   */
  async counts(companyId: string, key: PersonKey): Promise<PersonalCounts> {
    return this.countsOf(await this.people.get(companyId, key));
  }

  /**
   * Enters a person into the ledger, from when on nothing can bring the person back, ends the sessions, and adds the
   * job that removes what is there.
   * @param given - a transaction to take part in
   * @returns the id of the erasure
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous}
   * @throws {PersonIsAdmin} unless an operator asks
   * @throws {LastAdmin}
   * @throws {ReasonNamesPerson}
   * @throws {UnderLegalHold}
   * @throws {TooManyErasures} unless an operator asks
   */
  request(
    actor: IntegrationActor | OperatorActor,
    key: PersonKey,
    wanted: WantedErasure,
    given?: Transaction,
  ): Promise<string> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const isOperator = actor.kind === 'operator';
      const today = isOperator ? 0 : await this.erasures.requestedToday(companyId, transaction);
      if (today >= MAX_ERASURES_PER_DAY) throw new TooManyErasures();
      const person = await this.people.get(companyId, key, transaction);
      if (!isOperator && (await this.people.isAdmin(person, transaction))) throw new PersonIsAdmin();
      await this.admins.refuseToLose(companyId, person.userIds, transaction);
      await this.people.checkReason(wanted.reason, person, transaction);
      await this.holds.check(person, transaction);
      const erasureId = await this.enter(actor, { person, wanted }, transaction);
      // A hold may stop the removal for years.
      await this.users.endSessions(actor, person.userIds, transaction);
      await this.ledger.addJob(companyId, transaction);
      return erasureId;
    }, given);
  }

  /**
   * Lets the company name the person again. What was erased stays erased.
   * @param check - refuses the change by an error; called with the locked entry
   * @throws {ErasureNotFound}
   */
  async allowAgain(
    actor: IntegrationActor | OperatorActor,
    erasureId: string,
    reason: string,
    check?: () => Promise<void>,
  ): Promise<void> {
    const key = { companyId: actor.companyId, erasureId };
    await this.unitOfWork.run(async (transaction) => {
      const found = await this.erasures.lock(key, transaction);
      if (!found) throw new ErasureNotFound();
      await check?.();
      if (found.allowedAgainAt) return;
      await this.ledger.allowAgain(actor, erasureId, reason, transaction);
    });
    // A dump of before would forget it.
    await this.files.allowAgain(key);
  }

  private async enter(
    actor: IntegrationActor | OperatorActor,
    { person, wanted: { reason, keepTimesheets } }: { person: Person; wanted: WantedErasure },
    transaction: Transaction,
  ): Promise<string> {
    const entry = {
      ...{ person, reason },
      pseudonym: keepTimesheets ? newId() : null,
      counts: await this.countsOf(person),
      requestedBy: actor.kind === 'operator' ? ERASURE_ACTORS.operator : actor.apiKeyId,
    };
    return this.ledger.enter(actor, entry, transaction);
  }

  private async countsOf(person: Person): Promise<PersonalCounts> {
    const counts: Record<string, number> = {};
    for (const eraser of this.erasers.all)
      for (const [kind, count] of Object.entries(await eraser.count(person, {})))
        if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
    return counts;
  }
}
