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

/** Adds to answers what a user may do to what is in them (`include=permissions`). */
@Injectable()
export class PlanPermissions {
  constructor(private readonly rights: PlanRights) {}

  /** The JSON of plans with `permissions`. */
  async ofPlans(plans: readonly string[], actor: UserActor): Promise<string[]> {
    const own = new OwnEmployee(this.rights, actor);
    const permitted: string[] = [];
    let length = 0;
    for (const json of plans) {
      if ((length += json.length) > TURN_LENGTH) {
        await giveWay();
        length = json.length;
      }
      const plan = JSON.parse(json) as AnsweredPlan;
      const employeeId = await own.idIn(plan, plan.actions ?? []);
      const actions = plan.actions?.map((action) => withPermissions(action, plan, actor, employeeId));
      permitted.push(JSON.stringify({ ...plan, permissions: planPermissions(plan, actor), actions }));
    }
    return permitted;
  }

  /** The JSON of an action with `permissions`. */
  async ofAction(json: string, plan: PlanFacts, actor: UserActor): Promise<string> {
    const action = JSON.parse(json) as AnsweredAction;
    const employeeId = await new OwnEmployee(this.rights, actor).idIn(plan, [action]);
    return JSON.stringify(withPermissions(action, plan, actor, employeeId));
  }
}

/** The employee who an actor is, read once, and only if a right depends on it. */
class OwnEmployee {
  private id: Promise<string | undefined> | undefined;

  constructor(
    private readonly rights: PlanRights,
    private readonly actor: UserActor,
  ) {}

  async idIn(plan: PlanFacts, actions: readonly AnsweredAction[]): Promise<string | undefined> {
    const isNeeded = actions.some(
      (action) => action.assigneeStatuses.length > 0 && !mayDo('change-action', plan, this.actor, { action }),
    );
    return isNeeded ? (this.id ??= this.rights.employeeIdOf(this.actor)) : undefined;
  }
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
