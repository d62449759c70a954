import { setImmediate as giveWay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { ActionState, Note } from '../domain/action.js';
import {
  actionPermissions,
  assigneePermissions,
  notePermissions,
  planPermissions,
} from '../domain/permissions.js';
import { mayDo, type PlanFacts } from '../domain/plan-policy.js';
import { PlanRights } from './plan-rights.js';

/** After so many characters of JSON, other requests are served. */
const TURN_LENGTH = 262_144;

/** The parts of an answered action that rights depend on. */
interface AnsweredAction extends Pick<ActionState, 'createdBy' | 'assigneeStatuses'> {
  readonly notes: readonly Note[];
}

interface AnsweredPlan extends PlanFacts {
  /** Absent in a summary. */
  readonly actions?: readonly AnsweredAction[];
}

/** Adds `permissions` to answers: the operations that a user may do to each part (`include=permissions`). */
@Injectable()
export class PlanPermissions {
  constructor(private readonly rights: PlanRights) {}

  /** The JSON of plans with `permissions`. */
  async ofPlans(plans: readonly string[], actor: UserActor): Promise<string[]> {
    let own: Promise<string | undefined> | undefined;
    const permitted: string[] = [];
    let length = 0;
    for (const json of plans) {
      const plan = JSON.parse(json) as AnsweredPlan;
      if (needsEmployee(plan, plan.actions ?? [], actor)) own ??= this.rights.employeeIdOf(actor);
      const employeeId = await own;
      const actions = plan.actions?.map((action) => withPermissions(action, plan, actor, employeeId));
      permitted.push(JSON.stringify({ ...plan, permissions: planPermissions(plan, actor), actions }));
      if ((length += json.length) < TURN_LENGTH) continue;
      await giveWay();
      length = 0;
    }
    return permitted;
  }

  /** The JSON of an action with `permissions`. */
  async ofAction(json: string, plan: PlanFacts, actor: UserActor): Promise<string> {
    const action = JSON.parse(json) as AnsweredAction;
    const isNeeded = needsEmployee(plan, [action], actor);
    const employeeId = isNeeded ? await this.rights.employeeIdOf(actor) : undefined;
    return JSON.stringify(withPermissions(action, plan, actor, employeeId));
  }
}

/** True if a right depends on the employee with the e-mail address of the actor. */
function needsEmployee(plan: PlanFacts, actions: readonly AnsweredAction[], actor: UserActor): boolean {
  return actions.some(
    (action) => action.assigneeStatuses.length > 0 && !mayDo('change-action', plan, actor, { action }),
  );
}

function withPermissions(
  action: AnsweredAction,
  plan: PlanFacts,
  actor: UserActor,
  employeeId: string | undefined,
): object {
  return {
    ...action,
    permissions: actionPermissions(plan, actor, action),
    assigneeStatuses: action.assigneeStatuses.map((assignee) => {
      const isOwnAssignment = assignee.assigneeId === employeeId;
      return { ...assignee, permissions: assigneePermissions(plan, actor, { action, isOwnAssignment }) };
    }),
    notes: action.notes.map((note) => ({ ...note, permissions: notePermissions(plan, actor, note) })),
  };
}
