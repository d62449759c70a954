import { Body, Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { answerBulk } from '../../platform/bulk/bulk-answer.js';
import { BulkResponse, resultsOf } from '../../platform/bulk/bulk-results.js';
import { readOperation, readRows, rowsOf } from '../../platform/bulk/bulk-rows.js';
import { MAX_BULK_BODY_BYTES, MAX_BULK_ROWS, MAX_BULK_VALUES } from '../../platform/bulk/bulk.limits.js';
import { BulkQuery } from '../../platform/bulk/bulk.request.js';
import { issue } from '../../platform/dto/checks.js';
import { LargeBody, Untagged } from '../../platform/http/handler-options.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentIntegration, RequirePermission } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { TimesheetsBulkService } from '../application/timesheets-bulk.service.js';
import type { TimesheetChange, TimesheetKey } from '../domain/timesheet-change.js';
import { MAX_TIMESHEET_CHANGES } from '../domain/timesheet.rules.js';
import {
  BulkTimesheetsRequest,
  ROWS,
  type DeleteTimesheetRow,
  type PutTimesheetRow,
} from './bulk-timesheets.request.js';

/** Reads a row. @throws {ValidationFailed} with paths like `rows[3].entry.startTime` */
function toTimesheetChange(row: unknown, index: number): TimesheetChange {
  const path = `rows[${index}]`;
  const { value, issues } = readOperation<PutTimesheetRow | DeleteTimesheetRow>(row, ROWS, path);
  if (issues.length > 0) throw new ValidationFailed(issues);
  const { reason } = value;
  const common = { path, key: keyOf(value, path), reason };
  if (value.operation === 'delete') return { operation: 'delete', ...common };
  const { email, externalId, timeZone, startTime, endTime, active, breaks = [], periodType } = value.entry;
  const content = { email, externalId, timeZone, startTime, endTime, active, breaks, periodType };
  return { operation: 'put', ...common, content };
}

function keyOf({ id, externalId }: PutTimesheetRow | DeleteTimesheetRow, path: string): TimesheetKey {
  if (id !== undefined && externalId !== undefined)
    throw new ValidationFailed([
      issue('NOT_ALONE', 'must be absent where there is an externalId', `${path}.id`),
    ]);
  if (id !== undefined) return { id };
  if (externalId !== undefined) return { externalId };
  throw new ValidationFailed([issue('REQUIRED', 'is required where there is no externalId', `${path}.id`)]);
}

const ROWS_EXAMPLE = [
  {
    operation: 'put',
    externalId: 'T-2026-03-02-4711',
    entry: {
      externalId: '4711',
      timeZone: 'Europe/Madrid',
      startTime: '2026-03-02T09:00:00+01:00',
      endTime: '2026-03-02T17:30:00+01:00',
      breaks: [{ startTime: '2026-03-02T13:00:00+01:00', endTime: '2026-03-02T13:30:00+01:00' }],
      periodType: 'ACTIVE',
    },
    reason: 'Forgot to clock out',
  },
  { operation: 'delete', externalId: 'T-2026-03-02-0815', reason: 'Recorded twice' },
];

const RESULTS_EXAMPLE = [
  { status: 200, id: '665f1c2ab7e4d90012ab34cd' },
  {
    status: 404,
    problem: {
      type: 'urn:workforce-engagement:problem:timesheet-not-found',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such timesheet entry.',
      errorCode: 'TIMESHEET_NOT_FOUND',
    },
  },
];

/** Many timesheet entries in one request. */
@ApiTags('Timesheets')
@Controller('api/v1/public/company/timesheets')
export class BulkTimesheetsController {
  constructor(
    private readonly service: TimesheetsBulkService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @RequirePermission({ area: 'apiKey', scope: 'timesheets:write' })
  @LargeBody({ bytes: MAX_BULK_BODY_BYTES, values: MAX_BULK_VALUES })
  @Untagged()
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'changeTimesheets',
    summary: 'Change many timesheet entries',
    description:
      `Carries out up to ${MAX_BULK_ROWS} rows in their order. \`put\` creates an entry, or replaces it ` +
      `and keeps what was before in \`changeHistory\`, which has the last ${MAX_TIMESHEET_CHANGES} ` +
      'states; `delete` moves it to the deleted ones. A row that is refused has its problem in its result ' +
      'and does not concern the others. The hint `OVERLAP` is that of an entry which lasts at the same time as another ' +
      'live one of the same person that began at most 7 days before; it is stored. The body has at most 4 MiB and 100,000 values. A repeat with the ' +
      'same `Idempotency-Key` is answered with the status, the id and the error code of each row.',
  })
  @ApiBody({ type: BulkTimesheetsRequest, examples: { rows: { value: { rows: ROWS_EXAMPLE } } } })
  @ApiJson(BulkResponse, 'A result for each row.', { results: RESULTS_EXAMPLE })
  async change(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() { dryRun = false }: BulkQuery,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<BulkResponse> {
    const rows = await readRows(rowsOf(body), toTimesheetChange);
    return answerBulk(this.idempotency, { request, isDryRun: dryRun }, (transaction) =>
      resultsOf(rows, (valid) => this.service.apply(actor, { rows: valid, isDryRun: dryRun }, transaction)),
    );
  }
}
