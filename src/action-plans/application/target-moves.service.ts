import { Injectable } from '@nestjs/common';
import {
  idsAfter,
  SegmentHolders,
  type ReferenceMove,
  type SegmentHolder,
} from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionRepository } from '../domain/action.repository.js';
import type { Action, ActionState } from '../domain/action.js';
import type { ActionPath } from './locked-plans.js';
import { actionChange } from './plan-changes.js';
import { TargetMovesQueries } from './target-moves.queries.js';

const NOBODY = { by: '', employeeIds: [] } as const;

/** Changes the targets of actions that are removed from the segmentation. */
@Injectable()
export class TargetMovesService implements SegmentHolder {
  constructor(
    private readonly queries: TargetMovesQueries,
    private readonly plans: ActionPlanRepository,
    private readonly actions: ActionRepository,
    private readonly audit: AuditTrail,
    holders: SegmentHolders,
  ) {
    holders.register('actions', this);
  }

  /** All actions of the company, private ones too. @throws {PlanTooLarge} */
  async move(
    actor: IntegrationActor,
    move: ReferenceMove,
    limit: number,
    transaction: Transaction,
  ): Promise<number> {
    const paths = await this.queries.actions(actor.companyId, move, limit + 1, transaction);
    if (paths.length > limit) return paths.length;
    for (const path of paths) await this.moveOne(actor, move, path, transaction);
    return paths.length;
  }

  /** Targets keep nothing from being removed. */
  stillInUse(): Promise<ValidationIssue[]> {
    return Promise.resolve([]);
  }

  private async moveOne(
    actor: IntegrationActor,
    move: ReferenceMove,
    { planId, actionId }: ActionPath,
    transaction: Transaction,
  ): Promise<void> {
    const plan = await this.plans.lock(actor.companyId, planId, transaction);
    const action = await this.actions.find(plan, actionId, transaction);
    const { state: before } = action;
    if (!action.change(targetsAfter(before, move))) return;
    const { state: after } = action;
    plan.changeAction(before, after);
    await this.actions.save(plan, action, NOBODY, transaction);
    await this.audit.record(
      actor,
      actionChange('action.update', plan.state, after, { before, after }),
      transaction,
    );
  }
}

function targetsAfter(
  { hierarchyIds, groupIds, characteristics }: ActionState,
  move: ReferenceMove,
): Parameters<Action['change']>[0] {
  const after = idsAfter(move);
  return {
    hierarchyIds: hierarchyIds.map((id) => after.area(id)),
    groupIds: groupIds.map((id) => after.group(id)),
    characteristics: characteristics.map((target) => {
      const { characteristicId = '', id, value } = target;
      return {
        ...target,
        ...(id !== undefined && { id: after.value(characteristicId, id) }),
        ...(typeof value === 'string' && { value: after.value(characteristicId, value) }),
      };
    }),
  };
}
