import { newId } from '../../shared-kernel/id.js';
import { toMultiLanguage, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import { objectIssues, required } from '../../shared-kernel/shape.js';
import { InvalidPlan } from './action-plan.errors.js';
import type { Visibility } from './enumerations.js';
import { PLAN_RULES } from './plan.rules.js';

/** What a manager decides about a new plan (interface 4.2). */
export interface PlanContent {
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage | undefined;
  /** `PRIVATE` when not given. */
  readonly visibility?: Visibility | undefined;
}

/** What a manager changes; what is not given stays. */
export interface PlanChange {
  readonly title?: MultiLanguage | undefined;
  readonly description?: MultiLanguage | undefined;
  readonly visibility?: Visibility | undefined;
}

/** Everything that a plan keeps about itself. */
export interface PlanState {
  readonly id: string;
  readonly companyId: string;
  readonly title: MultiLanguage;
  readonly description: MultiLanguage | null;
  readonly visibility: Visibility;
  /** A plan may have no recorded creator. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * A named container of improvement actions (interface 2.3). Actions are kept next to it and not in it: no rule of a
 * plan's own change depends on them, and they may be thousands.
 */
export class ActionPlan implements PlanState {
  private constructor(
    readonly id: string,
    readonly companyId: string,
    public title: MultiLanguage,
    public description: MultiLanguage | null,
    public visibility: Visibility,
    readonly createdBy: string | null,
    readonly createdAt: Date,
    public updatedAt: Date,
  ) {}

  /**
   * A new, empty plan.
   * @throws {InvalidPlan} naming every member that breaks its rule
   */
  static create(companyId: string, createdBy: string, content: PlanContent): ActionPlan {
    const { title, description, visibility } = content;
    check({ title, description, visibility }, { ...PLAN_RULES, title: required(PLAN_RULES.title) });
    const now = new Date();
    return ActionPlan.of({
      id: newId(),
      companyId,
      title: toMultiLanguage(title),
      description: description ? toMultiLanguage(description) : null,
      visibility: visibility ?? 'PRIVATE',
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** A plan from state whose rules have been checked. */
  static of(state: PlanState): ActionPlan {
    const { id, companyId, title, description, visibility, createdBy, createdAt, updatedAt } = state;
    return new ActionPlan(id, companyId, title, description, visibility, createdBy, createdAt, updatedAt);
  }

  /**
   * Applies what is given. `updatedAt` moves when anything is, even to the same value; an empty change is none.
   * @throws {InvalidPlan} naming every member that breaks its rule
   */
  change({ title, description, visibility }: PlanChange): void {
    check({ title, description, visibility }, PLAN_RULES);
    if (title === undefined && description === undefined && visibility === undefined) return;
    if (title) this.title = toMultiLanguage(title);
    if (description) this.description = toMultiLanguage(description);
    if (visibility) this.visibility = visibility;
    this.updatedAt = new Date(Math.max(Date.now(), this.createdAt.getTime()));
  }
}

function check(content: PlanChange, shape: Parameters<typeof objectIssues>[1]): void {
  const issues = objectIssues(content, shape);
  if (issues.length > 0) throw new InvalidPlan(issues);
}
