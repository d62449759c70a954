import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Settings } from '../../platform/config/settings.js';
import { windowOf } from '../../platform/dto/optional-page-query.js';
import { sendJsonArray } from '../../platform/http/json-stream.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { EmployeeListQueries } from '../application/employee-list.queries.js';
import { ApiEmployees } from './api-employee.decorators.js';
import { ListEmployeesQuery } from './employee.query.js';

const READ_EMPLOYEES = { area: 'apiKey', scope: 'employees:read' } satisfies ApiKeyPermission;

/** The list of the employees of a company: a page of it, or all of it as a stream. */
@ApiTags('Employees')
@Controller('api/v1/public/company/employees')
export class EmployeeListController {
  constructor(
    private readonly queries: EmployeeListQueries,
    private readonly settings: Settings,
  ) {}

  @Get()
  @RequirePermission(READ_EMPLOYEES)
  @RateLimited('expensive')
  @ApiOperation({
    operationId: 'listEmployees',
    summary: 'List employees',
    description:
      'The employees of the company who match all filters. Deleted ones are listed with `deleted=true` only. Without ' +
      '`from` and `to` all of them, as they were at one moment. Pages are read one after the other: a person whose name ' +
      'changes meanwhile may be on two of them or on none.',
  })
  @ApiEmployees()
  @ApiProblems('PAGE_TOO_LARGE')
  async list(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Query() query: ListEmployeesQuery,
    @Res() response: Response,
  ): Promise<PageBody | undefined> {
    const { profile } = query;
    const window = windowOf(query);
    if (window) return new PageBody(await this.queries.page(companyId, window, query, profile), window);
    const employees = await this.queries.list(companyId, query, profile);
    await sendJsonArray(employees, response, this.settings.http.streamTimeoutMs);
    return undefined;
  }
}
