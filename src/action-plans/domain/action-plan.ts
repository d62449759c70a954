import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { newId, timeOfId } from '../../shared-kernel/id.js';
import { checkTitle, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { ActionRecord } from './imported-action.js';
import { InvalidRecipient } from './action-plan.errors.js';
import type { Visibility } from './enumerations.js';
import { timeOfChange } from './time-of-change.js';

/** The properties of a plan that a manager decides (interface 4.2). */
export interface PlanContent {
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage;
  /** `PRIVATE` when not given. */
  readonly visibility?: Visibility;
}

export interface PlanState extends PlanContent {
  readonly id: string;
  readonly companyId: string;
  readonly visibility: Visibility;
  /** A plan may have no recorded creator. */
  readonly createdBy?: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A plan of an import: everything but the title may be left out. */
export type PlanRecord = Partial<PlanState> & {
  readonly title: MultiLanguage;
  readonly actions?: readonly ActionRecord[];
};

/**
 * A named container of improvement actions (interface 2.3). Actions are stored beside it: no rule of a plan's own
 * change depends on them, and there may be a thousand.
 */
export class ActionPlan {
  private constructor(private current: PlanState) {}

  /**
   * A new, empty plan.
   * @throws {ValidationFailed} when the title is blank
   */
  static create(companyId: string, createdBy: string, content: PlanContent): ActionPlan {
    const now = new Date().toISOString();
    return new ActionPlan(
      checked({
        visibility: 'PRIVATE',
        ...content,
        id: newId(),
        companyId,
        createdBy,
        createdAt: now,
        updatedAt: now,
      }),
    );
  }

  static restore(state: PlanState): ActionPlan {
    return new ActionPlan(state);
  }

  /**
   * A plan of an import. Without an id it gets a new one; times that are left out are those of the id.
   * @param stored - the plan with the same id. It keeps its creator, visibility and times where the record has none.
   */
  static imported(companyId: string, record: PlanRecord, stored?: PlanState): ActionPlan {
    const { actions: _storedBesideIt, ...given } = record;
    const id = record.id ?? newId();
    const createdAt = record.createdAt ?? stored?.createdAt ?? timeOfId(id).toISOString();
    const createdBy = record.createdBy ?? stored?.createdBy;
    return new ActionPlan(
      checked({
        visibility: stored?.visibility ?? 'PRIVATE',
        updatedAt: stored?.updatedAt ?? createdAt,
        ...given,
        id,
        companyId,
        createdAt,
        ...(createdBy !== undefined && { createdBy }),
      }),
    );
  }

  get state(): PlanState {
    return this.current;
  }

  /**
   * Applies what is given. `updatedAt` moves when anything is, even to the same value.
   * @returns whether anything was given
   * @throws {ValidationFailed} when the title is blank
   */
  change(content: Partial<PlanContent>): boolean {
    if (Object.keys(content).length === 0) return false;
    this.current = checked({ ...this.current, ...content, updatedAt: this.timeOfChange() });
    return true;
  }

  /**
   * Makes another manager of the same company the creator.
   * @returns whether that is another person than before
   * @throws {InvalidRecipient} when the person is no manager of the plan's company
   */
  transferTo({ userId, companyId, role }: UserActor): boolean {
    if (companyId !== this.current.companyId || !COMPANY_MANAGERS.includes(role))
      throw new InvalidRecipient();
    if (this.current.createdBy === userId) return false;
    this.current = { ...this.current, createdBy: userId, updatedAt: this.timeOfChange() };
    return true;
  }

  /** Moves `updatedAt`, because something inside the plan changes. */
  touch(): void {
    this.current = { ...this.current, updatedAt: this.timeOfChange() };
  }

  private timeOfChange(): string {
    return timeOfChange(this.current);
  }
}

/** @throws {ValidationFailed} */
function checked(state: PlanState): PlanState {
  checkTitle(state.title);
  return state;
}
