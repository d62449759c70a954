import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { newId, timeOfId } from '../../shared-kernel/id.js';
import { checkTitle, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import { changesBetween } from '../../shared-kernel/changes.js';
import { valuesOf, type Patch } from '../../shared-kernel/patch.js';
import type { ActionRecord, ActionState, ActionWithNotes, Note } from './action.js';
import { InvalidRecipient, PlanTooLarge, TooManyActions } from './action-plan.errors.js';
import type { Visibility } from './enumerations.js';
import {
  actionBytes,
  MAX_ACTIONS,
  MAX_PLAN_BYTES,
  noteBytes,
  planBytes,
  summaryBytes,
  type PlanContents,
} from './plan-size.js';
import { timeOfChange } from './time-of-change.js';

/** The properties of a plan that a manager decides. */
export interface PlanContent {
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage;
  /** `PRIVATE` when not given. */
  readonly visibility?: Visibility;
}

export type PlanChange = Patch<PlanContent>;

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

/** The growth of a plan by a change; negative where it takes something away. */
interface Growth {
  readonly actions?: number;
  readonly bytes: number;
}

/**
 * A named container of improvement actions. Actions are stored beside it, because there may be a
 * thousand; the plan knows how many they are and how large it is with them. Every change of what is in it moves its
 * time.
 */
export class ActionPlan {
  private constructor(
    private current: PlanState,
    private inside: PlanContents,
  ) {}

  /**
   * A new, empty plan.
   * @throws {ValidationFailed} when the title is blank
   */
  static create(companyId: string, createdBy: string, content: PlanContent): ActionPlan {
    const now = new Date().toISOString();
    return ActionPlan.empty({
      visibility: 'PRIVATE',
      ...content,
      id: newId(),
      companyId,
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  static restore(state: PlanState, contents: PlanContents): ActionPlan {
    return new ActionPlan(state, contents);
  }

  /**
   * A plan of an import, without its actions. Without an id it gets a new one; times that are left out are those of
   * the id.
   * @param stored - the plan with the same id. It keeps its creator, visibility and times where the record has none.
   */
  static imported(companyId: string, record: PlanRecord, stored?: PlanState): ActionPlan {
    const { actions: _storedBesideIt, ...given } = record;
    const id = record.id ?? newId();
    const createdAt = record.createdAt ?? stored?.createdAt ?? timeOfId(id).toISOString();
    const createdBy = record.createdBy ?? stored?.createdBy;
    return ActionPlan.empty({
      visibility: stored?.visibility ?? 'PRIVATE',
      updatedAt: stored?.updatedAt ?? createdAt,
      ...given,
      id,
      companyId,
      createdAt,
      ...(createdBy !== undefined && { createdBy }),
    });
  }

  /** @throws {ValidationFailed} when the title is blank */
  private static empty(state: PlanState): ActionPlan {
    return new ActionPlan(checked(state), { actionCount: 0, bytes: planBytes(state) });
  }

  get state(): PlanState {
    return this.current;
  }

  get contents(): PlanContents {
    return this.inside;
  }

  /**
   * Applies what is given.
   * @returns whether anything is different now
   * @throws {ValidationFailed} when the title is blank
   * @throws {PlanTooLarge}
   */
  change(change: PlanChange): boolean {
    const before = this.current;
    const after = checked({ ...before, ...valuesOf(change) });
    if (!changesBetween(before, after)) return false;
    const { actionCount } = this.inside;
    this.resize({
      bytes:
        planBytes(after) - planBytes(before) + actionCount * (summaryBytes(after) - summaryBytes(before)),
    });
    this.current = { ...after, updatedAt: this.timeOfChange() };
    return true;
  }

  /**
   * @throws {TooManyActions}
   * @throws {PlanTooLarge}
   */
  addAction(action: ActionState): void {
    if (this.inside.actionCount >= MAX_ACTIONS) throw new TooManyActions();
    this.changeInside({ actions: 1, bytes: actionBytes(action) + summaryBytes(this.current) });
  }

  /** @throws {PlanTooLarge} */
  changeAction(before: ActionState, after: ActionState): void {
    this.changeInside({ bytes: actionBytes(after) - actionBytes(before) });
  }

  removeAction({ action, notes }: ActionWithNotes): void {
    const ofNotes = notes.reduce((sum, note) => sum + noteBytes(note), 0);
    this.changeInside({ actions: -1, bytes: -actionBytes(action) - summaryBytes(this.current) - ofNotes });
  }

  /** @throws {PlanTooLarge} */
  addNote(note: Note): void {
    this.changeInside({ bytes: noteBytes(note) });
  }

  /** @throws {PlanTooLarge} */
  changeNote(before: Note, after: Note): void {
    this.changeInside({ bytes: noteBytes(after) - noteBytes(before) });
  }

  removeNote(note: Note): void {
    this.changeInside({ bytes: -noteBytes(note) });
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

  private changeInside(growth: Growth): void {
    this.resize(growth);
    this.current = { ...this.current, updatedAt: this.timeOfChange() };
  }

  /** @throws {PlanTooLarge} when the plan would grow beyond its limit */
  private resize({ actions = 0, bytes }: Growth): void {
    const size = this.inside.bytes + bytes;
    if (bytes > 0 && size > MAX_PLAN_BYTES) throw new PlanTooLarge();
    this.inside = { actionCount: this.inside.actionCount + actions, bytes: size };
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
