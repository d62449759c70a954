import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { ReferenceMove } from '../domain/reference-move.js';
import { StructureInUse, TooManyToMove } from '../domain/segmentation.errors.js';
import { MAX_LISTED_CHANGES, MAX_MOVED } from '../domain/segmentation.rules.js';

/** A context whose rows refer to areas, groups and values. */
export interface SegmentHolder {
  /**
   * Lets all of its rows refer to another object.
   * @param limit - most rows: if there are more, nothing is written
   * @param transaction - that of the change of segmentation, which holds its lock
   * @returns the number of rows, at most one above the limit
   */
  move(
    actor: IntegrationActor,
    move: ReferenceMove,
    limit: number,
    transaction: Transaction,
  ): Promise<number>;

  /** An issue for each thing that is removed and that may not be, because rows refer to it. */
  stillInUse(
    companyId: string,
    names: ReadonlyMap<string, string>,
    transaction: Transaction,
  ): Promise<ValidationIssue[]>;
}

/** The holders in the order in which they are moved: each is registered by the context that has its rows. */
const HOLDERS = ['people', 'actions'] as const;
type HolderName = (typeof HOLDERS)[number];

/** The numbers of rows that refer to another object after a change. */
export type Moved = Readonly<Record<HolderName, number>>;

/** Everything that refers to the segmentation and belongs to other contexts. */
@Injectable()
export class SegmentHolders {
  private readonly holders = new Map<HolderName, SegmentHolder>();

  register(name: HolderName, holder: SegmentHolder): void {
    this.holders.set(name, holder);
  }

  /** @throws {TooManyToMove} */
  async move(
    actor: IntegrationActor,
    move: ReferenceMove | undefined,
    transaction: Transaction,
  ): Promise<Moved> {
    const moved = { people: 0, actions: 0 };
    if (!move) return moved;
    for (const [name, holder] of this.all()) {
      moved[name] = await holder.move(actor, move, MAX_MOVED, transaction);
      if (moved[name] > MAX_MOVED) throw new TooManyToMove();
    }
    return moved;
  }

  /** @param names - of what is removed, by id @throws {StructureInUse} */
  async refuseUsed(
    companyId: string,
    names: ReadonlyMap<string, string>,
    transaction: Transaction,
  ): Promise<void> {
    for (const [, holder] of this.all()) {
      const issues = await holder.stillInUse(companyId, names, transaction);
      if (issues[0]) throw new StructureInUse(issues[0].path, issues.slice(0, MAX_LISTED_CHANGES));
    }
  }

  private all(): (readonly [HolderName, SegmentHolder])[] {
    return HOLDERS.map((name) => {
      const holder = this.holders.get(name);
      if (!holder) throw new Error(`Nobody moves the ${name} who refer to the segmentation.`);
      return [name, holder];
    });
  }
}
