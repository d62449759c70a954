import { Injectable } from '@nestjs/common';
import { ReminderWishes, type Wishes } from '../../reminders/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { MeQueries, type KnownCaller } from './me.queries.js';

/** Changes by callers of what is their own. */
@Injectable()
export class MeService {
  constructor(
    private readonly queries: MeQueries,
    private readonly wishes: ReminderWishes,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes the wishes that are given.
   * @param check - refuses the change by an error; called with the caller as before, under the lock of the wishes
   * @returns the changed caller; undefined like {@link MeQueries.find}
   */
  change(
    actor: UserActor,
    change: Partial<Wishes>,
    check: (before: KnownCaller) => Promise<void>,
  ): Promise<KnownCaller | undefined> {
    return this.unitOfWork.run(async (transaction) => {
      const caller = await this.queries.find(actor, transaction);
      if (!caller) return undefined;
      const checkLocked = (before: Wishes): Promise<void> => check({ ...caller, wishes: before });
      const { mailAddress } = caller;
      const wishes = await this.wishes.change(actor, mailAddress, change, checkLocked, transaction);
      return { ...caller, wishes };
    });
  }
}
