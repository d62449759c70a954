import { Body, Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { answerBulk } from '../../platform/bulk/bulk-answer.js';
import { MAX_BULK_BODY_BYTES, MAX_BULK_ROWS, MAX_BULK_VALUES } from '../../platform/bulk/bulk.limits.js';
import { BulkResponse, resultsOf } from '../../platform/bulk/bulk-results.js';
import { BulkQuery } from '../../platform/bulk/bulk.request.js';
import { readRows, rowsOf } from '../../platform/bulk/bulk-rows.js';
import { LargeBody, Untagged } from '../../platform/http/handler-options.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentIntegration, RequirePermission } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { EmployeesBulkService } from '../application/employees-bulk.service.js';
import { EmployeeConflict } from '../domain/employee.errors.js';
import { BulkEmployeesRequest } from './bulk-employees.request.js';
import { toBulkRow } from './bulk-rows.js';

const ROWS_EXAMPLE = [
  { operation: 'invite', employee: { name: 'Jo Doe', email: 'jo@example.com', externalId: 'HR-4711' } },
  { operation: 'update', externalId: 'HR-4711', employee: { role: 'ADVISOR' } },
  { operation: 'end', externalId: 'HR-0815', turnoverDate: '31122026', turnoverType: 'VOLUNTARY' },
];

const RESULTS_EXAMPLE = [
  { status: 200, id: '665f1c2ab7e4d90012ab34cd' },
  { status: 200, id: '665f1c2ab7e4d90012ab34cd' },
  {
    status: 404,
    problem: {
      type: 'urn:workforce-engagement:problem:employee-not-found',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such employee.',
      errorCode: 'EMPLOYEE_NOT_FOUND',
    },
  },
];

/** Many employees in one request. */
@ApiTags('Employees')
@Controller('api/v1/public/company/employees')
export class BulkEmployeesController {
  constructor(
    private readonly service: EmployeesBulkService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @RequirePermission({ area: 'apiKey', scope: 'employees:write' })
  @LargeBody({ bytes: MAX_BULK_BODY_BYTES, values: MAX_BULK_VALUES })
  @Untagged()
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'changeEmployees',
    summary: 'Change many employees',
    description:
      `Carries out up to ${MAX_BULK_ROWS} rows, each as its single operation. One that is refused has its problem in ` +
      'its result and does not concern the others. The body has at most 4 MiB and 100,000 values. A repeat with the ' +
      'same `Idempotency-Key` is answered with the status, the id and the error code of each row.',
  })
  @ApiBody({ type: BulkEmployeesRequest, examples: { rows: { value: { rows: ROWS_EXAMPLE } } } })
  @ApiJson(BulkResponse, 'A result for each row.', { results: RESULTS_EXAMPLE })
  @ApiProblems(EmployeeConflict)
  async change(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() { dryRun = false }: BulkQuery,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<BulkResponse> {
    const rows = await readRows(rowsOf(body), toBulkRow);
    return answerBulk(this.idempotency, { request, isDryRun: dryRun }, (transaction) =>
      resultsOf(rows, (valid) => this.service.apply(actor, { rows: valid, isDryRun: dryRun }, transaction)),
    );
  }
}
