import { Injectable } from '@nestjs/common';
import type { IntegrationActor, OperatorActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { PreconditionFailed, type Precondition } from '../../../shared-kernel/precondition.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PersonQueries, type PersonKey } from '../../index.js';
import { ErasureBegun, HoldNotFound, NothingToHold, TooManyHolds } from '../domain/legal-hold.errors.js';
import { isHoldOf, MAX_HOLDS, type HeldIds, type LegalHold } from '../domain/legal-hold.js';
import { LegalHoldResponse } from './legal-hold.response.js';
import { LegalHoldStore } from './legal-hold.store.js';

/** Places and lifts legal holds, each with a record in the audit trail. */
@Injectable()
export class LegalHoldsService {
  constructor(
    private readonly holds: LegalHoldStore,
    private readonly people: PersonQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** The holds on people. */
  async listOfPeople(companyId: string): Promise<LegalHold[]> {
    return (await this.holds.list(companyId)).filter(({ person }) => person);
  }

  /** All holds. */
  list(companyId: string): Promise<LegalHold[]> {
    return this.holds.list(companyId);
  }

  /** The hold on a person. @throws {HoldNotFound} */
  async get(companyId: string, id: string): Promise<LegalHold> {
    const hold = (await this.listOfPeople(companyId)).find((each) => each.id === id);
    if (!hold) throw new HoldNotFound();
    return hold;
  }

  /**
   * Holds a person, or the company where no key is given. One that is held already gets the new reason.
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous}
   * @throws {NothingToHold}
   * @throws {ReasonNamesPerson}
   * @throws {ErasureBegun}
   * @throws {PreconditionFailed} also where there is no hold yet
   * @throws {TooManyHolds}
   */
  place(
    actor: IntegrationActor | OperatorActor,
    { key, reason }: { readonly key?: PersonKey | undefined; readonly reason: string },
    precondition?: Precondition,
  ): Promise<LegalHold> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const holds = await this.holds.lock(companyId, transaction);
      const person = key && (await this.idsOf(companyId, { key, reason }, transaction));
      if (person && (await this.holds.isBeingErased(companyId, person, transaction)))
        throw new ErasureBegun();
      const before = holds.find((hold) =>
        person ? hold.person && isHoldOf(hold.person, person) : !hold.person,
      );
      if (precondition && !before) throw new PreconditionFailed();
      if (before) await precondition?.check(() => Promise.resolve(jsonOf(before)));
      else if (holds.length >= MAX_HOLDS) throw new TooManyHolds();
      const hold = {
        companyId,
        id: before?.id ?? newId(),
        ...(person && { person }),
        reason,
        placedAt: before?.placedAt ?? new Date(),
      };
      await this.holds.put(hold, transaction);
      const audited = { ...(before && { before: contentOf(before) }), after: contentOf(hold) };
      const change = { operation: 'hold.place', objectId: hold.id, ...audited } as const;
      await this.audit.record(actor, change, transaction);
      return hold;
    });
  }

  /** @throws {HoldNotFound} @throws {PreconditionFailed} @returns the hold as it was */
  lift(actor: IntegrationActor | OperatorActor, id: string, precondition?: Precondition): Promise<LegalHold> {
    return this.unitOfWork.run(async (transaction) => {
      const holds = await this.holds.lock(actor.companyId, transaction);
      const hold = holds.find((each) => each.id === id);
      // Only operators lift the hold on a company.
      if (!hold || (actor.kind === 'integration' && !hold.person)) throw new HoldNotFound();
      await precondition?.check(() => Promise.resolve(jsonOf(hold)));
      await this.holds.remove(hold, transaction);
      const change = { operation: 'hold.lift', objectId: id, before: contentOf(hold) } as const;
      await this.audit.record(actor, change, transaction);
      return hold;
    });
  }

  private async idsOf(
    companyId: string,
    { key, reason }: { readonly key: PersonKey; readonly reason: string },
    transaction: Transaction,
  ): Promise<HeldIds> {
    const person = await this.people.get(companyId, key, transaction);
    const { employeeIds, userIds } = person;
    if (employeeIds.length + userIds.length === 0) throw new NothingToHold();
    await this.people.checkReason(reason, person, transaction);
    return { employeeIds, userIds };
  }
}

function jsonOf(hold: LegalHold): string {
  return JSON.stringify(LegalHoldResponse.from(hold));
}

/** For the audit trail. */
function contentOf({ person, reason }: LegalHold): object {
  return { ...(person ?? { company: true }), reason };
}
