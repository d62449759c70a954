import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { RowStreams } from '../../platform/database/row-streams.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { EmployeesQueries } from '../../workforce/index.js';
import type { PlanState } from '../domain/action-plan.js';
import type { ActionState, Note } from '../domain/action.js';
import { actionCompletion, planCompletion } from '../domain/completion.js';
import { planFigures, type PlanFigures } from '../domain/plan-figures.js';
import { PLAN_POLICY } from '../domain/plan-policy.js';
import { ActionPlansQueries } from './action-plans.queries.js';
import { ActionResponse, type ActionDocument } from './action.response.js';
import { READ_ACTIONS } from './plan-statements.queries.js';

/** An action as a workbook shows it. */
export interface WorkbookAction extends ActionState {
  readonly notes: readonly Note[];
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
}

/** Plain data of a plan for a workbook, as its reader may see it. */
export interface WorkbookPlan extends PlanState {
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
  readonly actions: readonly WorkbookAction[];
  /** By the calendar of the reader's company. */
  readonly figures: PlanFigures;
  /** Names of people, areas, groups and characteristics by id; an id without a name is shown as it is. */
  readonly names: Readonly<Record<string, string>>;
}

/** A row of {@link READ_ACTIONS}. */
interface StreamedAction {
  readonly action: ActionDocument;
  readonly updatedAt: string;
  readonly notes: readonly Note[];
}

/** The part of plans that the exports module uses. */
@Injectable()
export class ExportablePlans {
  constructor(
    private readonly plans: ActionPlansQueries,
    private readonly streams: RowStreams,
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
    private readonly segmentation: SegmentationQueries,
  ) {}

  /** True if the actor's company has the plan, and the actor may export it. */
  async mayExport(planId: string, actor: UserActor): Promise<boolean> {
    return (await this.exportable(planId, actor)) !== undefined;
  }

  /**
   * The contents of a plan, with the private notes of the actor only; undefined when the actor may not export it.
   * @param timeZone - IANA name of the zone of the actor's company
   */
  async workbookPlan(planId: string, actor: UserActor, timeZone: string): Promise<WorkbookPlan | undefined> {
    const plan = await this.exportable(planId, actor);
    if (!plan) return undefined;
    const actions = await this.actionsOf(plan, actor.userId);
    return {
      ...plan,
      completionPercent: planCompletion(actions.map(({ status }) => status)),
      actions,
      figures: planFigures(actions, new Date(), timeZone),
      names: await this.namesIn(plan, actions),
    };
  }

  private async exportable(planId: string, actor: UserActor): Promise<PlanState | undefined> {
    const found = await this.plans.find(actor.companyId, planId);
    return found && PLAN_POLICY.export(found.plan, actor) ? found.plan : undefined;
  }

  private async actionsOf({ companyId, id }: PlanState, readerId: string): Promise<WorkbookAction[]> {
    const actions: WorkbookAction[] = [];
    const statement = { text: READ_ACTIONS, values: [companyId, readerId, id] };
    const never = new AbortController().signal;
    for await (const batch of this.streams.read(statement, { purpose: 'export', companyId }, never)) {
      for (const json of batch) {
        const { action: document, updatedAt, notes } = JSON.parse(json) as StreamedAction;
        const action = ActionResponse.stateOf(document, updatedAt);
        const statuses = action.assigneeStatuses.map(({ status }) => status);
        actions.push({ ...action, notes, completionPercent: actionCompletion(action.status, statuses) });
      }
    }
    return actions;
  }

  /** A person who is both user and employee has the user's name. An assignee who was erased has an empty one. */
  private async namesIn(
    { companyId, createdBy }: PlanState,
    actions: readonly WorkbookAction[],
  ): Promise<Record<string, string>> {
    const people = peopleIn(createdBy, actions);
    return {
      ...(await this.segmentation.namesOf(companyId, targetsIn(actions))),
      ...Object.fromEntries(assigneesIn(actions).map((id) => [id, ''])),
      ...(await this.employees.namesOf(companyId, people)),
      ...(await this.identity.namesOf(companyId, people)),
    };
  }
}

type NamingAction = Omit<WorkbookAction, 'completionPercent'>;

/** Ids of the people in a plan. */
export function peopleIn(planCreator: string | undefined, actions: readonly NamingAction[]): string[] {
  const ids = actions.flatMap(({ createdBy, assigneeStatuses, notes }) => [
    createdBy,
    ...assigneesIn([{ assigneeStatuses }]),
    ...notes.map(({ authorId }) => authorId),
  ]);
  return distinct([planCreator, ...ids]);
}

function assigneesIn(actions: readonly Pick<NamingAction, 'assigneeStatuses'>[]): string[] {
  return actions.flatMap(({ assigneeStatuses }) => assigneeStatuses.map(({ assigneeId }) => assigneeId));
}

/** Ids of areas, groups, characteristics and their values, also those that an action focuses on. */
export function targetsIn(actions: readonly NamingAction[]): string[] {
  return distinct(
    actions.flatMap(({ focusItems, hierarchyIds, groupIds, characteristics }) => [
      ...focusItems.map(({ focusId }) => focusId),
      ...hierarchyIds,
      ...groupIds,
      ...characteristics.flatMap(({ characteristicId, id, value }) => [characteristicId, id, value]),
    ]),
  );
}

function distinct(ids: readonly unknown[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
