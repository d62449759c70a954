import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PlanNotFound } from '../../index.js';
import { PlanExport } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { ExportQueue } from './export.ports.js';

/** Takes requests for exports. */
@Injectable()
export class PlanExportsService {
  constructor(
    private readonly exports: PlanExportRepository,
    private readonly queue: ExportQueue,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records that a user wants the workbook of a plan. Once this resolves the export will be carried out, whatever
   * happens to this process or to the queue, which is not awaited. The guard has checked the right; the attempt and the
   * link check it again.
   * @param given - a transaction to take part in
   * @returns the id of a new export, or of the caller's earlier one that is still queued for this plan
   * @throws {PlanNotFound}
   */
  request(planId: string, actor: UserActor, given?: Transaction): Promise<string> {
    const { companyId, userId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const wanted = PlanExport.request(companyId, planId, userId, new Date());
      const exportId = await this.exports.record(wanted, transaction);
      if (exportId === undefined) throw new PlanNotFound();
      if (exportId === wanted.state.id) {
        const change = { operation: 'export.request', objectId: exportId, planId } as const;
        await this.audit.record(actor, change, transaction);
      }
      this.unitOfWork.afterCommit(transaction, () => this.queue.offer([{ companyId, exportId }]));
      return exportId;
    }, given);
  }
}
