import { Readable } from 'node:stream';
import { Controller, Get, Optional, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../platform/config/settings.js';
import { windowOf } from '../../platform/dto/optional-page-query.js';
import { sendJsonArray, sendStream } from '../../platform/http/json-stream.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { EmployeeFiles } from '../application/employee-files.js';
import type { EmployeeFilter } from '../application/employee-list-statements.queries.js';
import { EmployeeListQueries } from '../application/employee-list.queries.js';
import { PageTooLarge } from '../../shared-kernel/page-window.js';
import { ApiEmployees } from './api-employee.decorators.js';
import { fileOf, headersOf, listFileOf, type ListFile } from './employee-list-files.js';
import { ListEmployeesQuery } from './employee.query.js';

const READ_EMPLOYEES = { area: 'apiKey', scope: 'employees:read' } satisfies ApiKeyPermission;

/** The list of the employees of a company: a page of it, or all of it as a stream. */
@ApiTags('Employees')
@Controller('api/v1/public/company/employees')
export class EmployeeListController {
  constructor(
    private readonly queries: EmployeeListQueries,
    private readonly settings: Settings,
    // Absent in commands, which answer no requests.
    @Optional() private readonly files?: EmployeeFiles,
  ) {}

  @Get()
  @RequirePermission(READ_EMPLOYEES)
  @RateLimited('expensive')
  @ApiOperation({
    operationId: 'listEmployees',
    summary: 'List employees',
    description:
      'The employees of the company who match all filters. Deleted ones are listed with `deleted=true` ' +
      'only. Without `from` and `to` all of them, as they were at one moment. Pages are read one after ' +
      'the other: a person whose name changes meanwhile may be on two of them or on none. With `Accept: ' +
      'text/csv`, or that of a workbook, a file with the people and the columns of `source`, which a sync of ' +
      'the source reads again.',
  })
  @ApiEmployees()
  @ApiProblems(PageTooLarge)
  async list(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Query() query: ListEmployeesQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<PageBody | undefined> {
    const { profile } = query;
    response.vary('Accept');
    const file = listFileOf(request);
    if (file) return this.sendFile(file, companyId, query, response);
    const window = windowOf(query);
    const filter = filterOf(query);
    if (window) return new PageBody(await this.queries.page(companyId, window, filter, profile), window);
    const employees = await this.queries.list(companyId, filter, profile);
    await sendJsonArray(employees, response, this.settings.http.streamTimeoutMs);
    return undefined;
  }

  private async sendFile(
    file: ListFile,
    companyId: string,
    query: ListEmployeesQuery,
    response: Response,
  ): Promise<undefined> {
    const employees = await this.batches(companyId, query);
    if (!this.files) throw new Error('The columns of files are not loaded.');
    const table = await this.files.table(companyId, query.source, query.all ?? false);
    const maxMs = this.settings.http.streamTimeoutMs;
    const open = (signal: AbortSignal): AsyncIterable<string | Uint8Array> =>
      fileOf(file, table, employees(signal));
    await sendStream({ open, headers: headersOf(file), maxMs }, response);
  }

  /** All employees, or a window of them. */
  private async batches(
    companyId: string,
    query: ListEmployeesQuery,
  ): Promise<(signal: AbortSignal) => AsyncIterable<readonly string[]>> {
    const window = windowOf(query);
    const filter = { ...filterOf(query), withSource: query.all };
    if (!window) return this.queries.list(companyId, filter, query.profile);
    const { content } = await this.queries.page(companyId, window, filter, query.profile);
    const people = (JSON.parse(String(content)) as object[]).map((one) => JSON.stringify(one));
    return () => Readable.from([people]);
  }
}

function filterOf({ source, all = false, ...query }: ListEmployeesQuery): EmployeeFilter {
  return all ? query : { ...query, source };
}
