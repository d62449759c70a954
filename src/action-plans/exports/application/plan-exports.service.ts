import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { Jobs } from '../../../shared-kernel/jobs.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PlanNotFound } from '../../index.js';
import { PlanExportStore } from './plan-export.store.js';

/** Kind of the jobs that carry exports out. */
export const EXPORT_JOB = 'plan-export';

/** Takes requests for exports. */
@Injectable()
export class PlanExportsService {
  constructor(
    private readonly exports: PlanExportStore,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records that a user wants the workbook of a plan, and adds its job. The guard has checked the right; the attempt
   * and the link check it again.
   * @param given - a transaction to take part in
   * @returns the id of a new export, or of the caller's earlier one that is still queued for this plan
   * @throws {PlanNotFound}
   */
  request(planId: string, actor: UserActor, given?: Transaction): Promise<string> {
    const { companyId, userId: requestedBy } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const wanted = { companyId, exportId: newId(), planId, requestedBy };
      const exportId = await this.exports.record(wanted, transaction);
      if (exportId === undefined) throw new PlanNotFound();
      if (exportId === wanted.exportId) {
        const change = { operation: 'export.request', objectId: exportId, planId } as const;
        await this.audit.record(actor, change, transaction);
      }
      await this.jobs.add(EXPORT_JOB, { companyId, payload: { exportId }, key: exportId }, transaction);
      return exportId;
    }, given);
  }
}
