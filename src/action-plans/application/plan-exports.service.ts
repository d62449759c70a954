import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { PlanNotFound } from '../domain/action-plan.errors.js';
import { PlanExport } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { ActionPlansQueries } from './action-plans.queries.js';
import { checkRight } from './action-plans.service.js';
import { ExportQueue } from './ports.js';

/** Takes requests for exports. */
@Injectable()
export class PlanExportsService {
  constructor(
    private readonly plans: ActionPlansQueries,
    private readonly exports: PlanExportRepository,
    private readonly queue: ExportQueue,
  ) {}

  /**
   * Records that a person wants the workbook of a plan. Once this resolves the export will be carried out, whatever
   * happens to this process or to the queue, which is not waited for.
   * @returns the id of the export: a new one, or the caller's own that is still queued for this plan
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   */
  async request(planId: string, actor: UserActor): Promise<string> {
    const plan = await this.plans.facts(planId);
    if (plan?.companyId !== actor.companyId) throw new PlanNotFound();
    checkRight('export', plan, actor);
    const exportId = await this.exports.record(PlanExport.request(planId, actor.userId, new Date()));
    if (exportId === undefined) throw new PlanNotFound();
    this.queue.offer([exportId]);
    return exportId;
  }
}
