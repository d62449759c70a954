import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { ExportNotFound } from '../domain/plan-export.errors.js';
import type { ExportKey } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';

/** Retries exports for operators. */
@Injectable()
export class ExportRetryService {
  constructor(
    private readonly exports: PlanExportRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Lets an export that failed for good start again. Workers find it in the database within a second.
   * @throws {ExportNotFound}
   * @throws {ExportNotFailed}
   */
  async retry(key: ExportKey): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const changed = await this.exports.change(
        key,
        (planExport, now) => {
          const { state: before } = planExport;
          planExport.retry(now);
          return { before, after: planExport.state };
        },
        transaction,
      );
      if (!changed) throw new ExportNotFound();
      const { before, after } = changed;
      const change = {
        operation: 'export.retry',
        objectId: key.exportId,
        planId: after.planId,
        before: { status: before.status, attempts: before.attempts },
        after: { status: after.status, attempts: after.attempts },
      } as const;
      await this.audit.record(operatorOf(key.companyId), change, transaction);
    });
  }
}
