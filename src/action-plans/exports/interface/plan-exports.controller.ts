import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { DEMO } from '../../../platform/dto/examples.js';
import { Answer } from '../../../platform/http/answer.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../../platform/http/permission.js';
import { RateLimited } from '../../../platform/http/rate-limits.js';
import { ApiIdempotent, Idempotency } from '../../../platform/idempotency/idempotency.js';
import { ApiJson } from '../../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../../platform/http/openapi/api-problems.js';
import { COMPANY_MANAGERS, type UserActor } from '../../../shared-kernel/actor.js';
import { PlanExportResponse } from '../application/plan-export.response.js';
import { PlanExportsQueries } from '../application/plan-exports.queries.js';
import { PlanExportsService } from '../application/plan-exports.service.js';
import { RequirePlanRight, PlanForbidden, PlanNotFound } from '../../index.js';
import { ExportNotFound } from '../domain/plan-export.errors.js';

/** Every company manager exports the plans that they may read (docs/contract.md, "Action plans"). */
const EXPORT_PLANS: SessionPermission = { area: 'session', name: 'plans:export', roles: COMPANY_MANAGERS };

const PLANS = '/api/v1/company/action-plans';
const EXAMPLE = {
  id: '665f1c2ab7e4d90012ab34ce',
  status: 'SENT',
  requestedAt: '2026-11-21T09:30:00.000Z',
  finishedAt: '2026-11-21T09:30:01.250Z',
  expiresAt: '2026-11-22T09:30:01.100Z',
};
const LOCATION = {
  description: 'Path of the status of the export.',
  required: true,
  schema: { type: 'string' as const },
  example: `${PLANS}/${DEMO.planId}/exports/665f1c2ab7e4d90012ab34ce`,
};

/** Exports of action plans as workbooks. */
@ApiTags('Action plans')
@ApiParam({ name: 'planId', description: 'Id of the action plan.', example: DEMO.planId })
@Controller('api/v1/company/action-plans/:planId')
export class PlanExportsController {
  constructor(
    private readonly service: PlanExportsService,
    private readonly queries: PlanExportsQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('excel')
  @HttpCode(200)
  @RequirePlanRight('export', EXPORT_PLANS)
  @RateLimited('exports')
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'exportPlan',
    summary: 'Export a plan as a workbook',
    description:
      'Starts an export: a summary sheet, then a sheet for each action. The caller gets an e-mail with a ' +
      'link that works for a limited time. While an earlier request of the caller for this plan waits, ' +
      'the new one joins it.',
  })
  @ApiResponse({ status: 200, description: 'The request is recorded.', headers: { Location: LOCATION } })
  @ApiProblems(PlanNotFound, PlanForbidden, ExportNotFound)
  async request(
    @Param('planId') planId: string,
    @CurrentUser() actor: UserActor,
    @Req() request: Request,
  ): Promise<Answer> {
    const accepted = (exportId: string) =>
      new Answer(undefined, { headers: { Location: `${PLANS}/${planId}/exports/${exportId}` } });
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.request(planId, actor, transaction),
      idOf: (exportId) => exportId,
      answer: accepted,
      repeat: async (exportId) => {
        await this.queries.report(planId, exportId, actor);
        return accepted(exportId);
      },
    });
  }

  @Get('exports/:exportId')
  @RequirePermission(EXPORT_PLANS)
  @ApiOperation({
    operationId: 'getPlanExport',
    summary: 'Get the status of an export',
    description: 'For the user who requested it, as long as the plan exists.',
  })
  @ApiParam({
    name: 'exportId',
    description: 'Id of the export, from the `Location` of its request.',
  })
  @ApiJson(PlanExportResponse, 'The export.', EXAMPLE)
  @ApiProblems(ExportNotFound)
  report(
    @Param('planId') planId: string,
    @Param('exportId') exportId: string,
    @CurrentUser() actor: UserActor,
  ): Promise<PlanExportResponse> {
    return this.queries.report(planId, exportId, actor);
  }
}
