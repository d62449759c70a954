import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { PlanCompanyNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionPlan } from '../domain/action-plan.js';
import type { PlanWithActions } from '../domain/imported-plan.js';
import { PlanImport } from './plan-import.js';

/** Plans in PostgreSQL. A plan is locked while it is judged and changed, so no change slips in between. */
@Injectable()
export class TypeormActionPlanRepository extends ActionPlanRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  async insert(plan: ActionPlan): Promise<void> {
    await this.dataSource.getRepository(ActionPlan).insert(plan);
  }

  async change(id: string, companyId: string, change: (plan: ActionPlan) => void): Promise<void> {
    await this.transactions.run(async (manager) => {
      const plan = await lock(manager, id, companyId);
      const before = plan.updatedAt;
      change(plan);
      if (plan.updatedAt === before) return;
      const { title, description, visibility, updatedAt } = plan;
      await manager.update(ActionPlan, { id }, { title, description, visibility, updatedAt });
    });
  }

  async remove(id: string, companyId: string, check: (plan: ActionPlan) => void): Promise<void> {
    await this.transactions.run(async (manager) => {
      check(await lock(manager, id, companyId));
      await manager.delete(ActionPlan, { id });
    });
  }

  async putAll(
    companyId: string,
    plans: readonly PlanWithActions[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    try {
      return await this.transactions.run(
        (manager) => new PlanImport(manager, companyId).run(plans),
        transaction,
      );
    } catch (error) {
      if (isForeignKeyViolation(error, 'action_plan_company_fkey')) throw new PlanCompanyNotFound(companyId);
      throw error;
    }
  }
}

async function lock(manager: EntityManager, id: string, companyId: string): Promise<ActionPlan> {
  const plan = await manager.findOne(ActionPlan, {
    where: { id, companyId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!plan) throw new PlanNotFound();
  return plan;
}
