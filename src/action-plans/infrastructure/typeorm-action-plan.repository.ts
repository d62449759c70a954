import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import type { ActionPlan, PlanRecord } from '../domain/action-plan.js';
import { ActionPlanRow, fromPlanRow, toPlanRow } from './action-plan.schema.js';
import { PlanUpsert } from './plan-upsert.js';

/** Plans in PostgreSQL. A plan is locked while rights are checked and it is changed. */
@Injectable()
export class TypeormActionPlanRepository extends ActionPlanRepository {
  constructor(
    @InjectRepository(ActionPlanRow) private readonly rows: Repository<ActionPlanRow>,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async insert(plan: ActionPlan): Promise<void> {
    await this.rows.insert(toPlanRow(plan));
  }

  async change(companyId: string, id: string, change: (plan: ActionPlan) => boolean): Promise<void> {
    await this.withLocked(companyId, id, async (rows, plan) => {
      if (change(plan)) await rows.update({ companyId, id }, toPlanRow(plan));
    });
  }

  async remove(companyId: string, id: string, check: (plan: ActionPlan) => void): Promise<void> {
    await this.withLocked(companyId, id, async (rows, plan) => {
      check(plan);
      await rows.delete({ companyId, id });
    });
  }

  async upsertAll(
    companyId: string,
    records: readonly PlanRecord[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.unitOfWork.run((own) => new PlanUpsert(managerOf(own), companyId).run(records), transaction);
  }

  private async withLocked(
    companyId: string,
    id: string,
    work: (rows: Repository<ActionPlanRow>, plan: ActionPlan) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const rows = managerOf(transaction).getRepository(ActionPlanRow);
      const row = await rows.findOne({ where: { companyId, id }, lock: { mode: 'pessimistic_write' } });
      if (!row) throw new PlanNotFound();
      await work(rows, fromPlanRow(row));
    });
  }
}
