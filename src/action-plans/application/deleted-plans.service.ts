import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { DeletionNotFound, PlanNotDeleted } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import type { PlanState } from '../domain/action-plan.js';
import { DeletedPlanRepository } from '../domain/deleted-plan.repository.js';
import { planChange } from './plan-changes.js';
import { PlansImportService } from './plans-import.service.js';

/** Restores deleted plans, and forgets them at the end of their retention. */
@Injectable()
export class DeletedPlansService {
  constructor(
    private readonly deleted: DeletedPlanRepository,
    private readonly plans: ActionPlanRepository,
    private readonly imports: PlansImportService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Restores a deleted plan with its actions and notes. No right is checked: the caller is an operator.
   * @throws {DeletionNotFound} also when another operator restores it at the same time
   * @throws {PlanNotDeleted} when a plan with this id was imported since
   */
  async restore(planId: string): Promise<PlanState> {
    const deleted = await this.deleted.find(planId);
    if (!deleted) throw new DeletionNotFound();
    const { companyId, record } = deleted;
    return this.unitOfWork.run(async (transaction) => {
      const { created } = await this.imports.upsertAll(companyId, [record], transaction);
      if (created === 0) throw new PlanNotDeleted();
      if (!(await this.deleted.remove(deleted, transaction))) throw new DeletionNotFound();
      const { state: after } = await this.plans.lock(companyId, planId, transaction);
      const change = planChange('plan.restore', after, { after });
      await this.audit.record(operatorOf(companyId), change, transaction);
      return after;
    });
  }

  /** @param rows - of the oldest of the plans that are older than an age @returns the companies that they belong to */
  companiesOlderThan(ageMs: number, rows: number): Promise<string[]> {
    return this.deleted.companiesOlderThan(ageMs, rows);
  }

  /** Removes the oldest of the deleted plans of a company that are older than an age. @returns how many */
  removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number> {
    return this.deleted.removeOlderThan(companyId, ageMs, limit);
  }
}
