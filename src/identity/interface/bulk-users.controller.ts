import { Body, Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { answerBulk } from '../../platform/bulk/bulk-answer.js';
import { MAX_BULK_BODY_BYTES, MAX_BULK_ROWS, MAX_BULK_VALUES } from '../../platform/bulk/bulk.limits.js';
import { BulkResponse, resultsOf } from '../../platform/bulk/bulk-results.js';
import { BulkQuery } from '../../platform/bulk/bulk.request.js';
import { readOperation, readRows, rowsOf } from '../../platform/bulk/bulk-rows.js';
import { issue } from '../../platform/dto/checks.js';
import { LargeBody, Untagged } from '../../platform/http/handler-options.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { UsersBulkService } from '../application/users-bulk.service.js';
import { UserEmailConflict } from '../domain/identity.errors.js';
import type { UserRow } from '../domain/user-rows.js';
import { BulkUsersRequest, USER_ROWS, type CreateUserRow, type UpdateUserRow } from './user.requests.js';
import { MANAGE_USERS } from './users.controller.js';

const ROWS_EXAMPLE = [
  { operation: 'create', user: { email: 'jo@example.com', name: 'Jo Doe', role: 'MANAGER', language: 'en' } },
  { operation: 'update', email: 'ana.lopez@example.com', user: { role: 'ADVISOR' } },
  { operation: 'update', id: '665f1c2ab7e4d90012ab3411', user: { active: false } },
];

const RESULTS_EXAMPLE = [
  { status: 200, id: '665f1c2ab7e4d90012ab3412' },
  { status: 200, id: '665f1c2ab7e4d90012ab3413' },
  {
    status: 409,
    problem: {
      type: 'urn:workforce-engagement:problem:last-admin',
      title: 'Conflict',
      status: 409,
      detail: 'The last active admin of a company can be neither demoted nor deactivated nor erased.',
      errorCode: 'LAST_ADMIN',
    },
  },
];

/** Many users in one request. */
@ApiTags('Users')
@Controller('api/v1/company/users')
export class BulkUsersController {
  constructor(
    private readonly service: UsersBulkService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @RequirePermission(MANAGE_USERS)
  @LargeBody({ bytes: MAX_BULK_BODY_BYTES, values: MAX_BULK_VALUES })
  @Untagged()
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'changeUsers',
    summary: 'Change many users',
    description:
      `Carries out up to ${MAX_BULK_ROWS} rows, each as its single operation. One that is refused has its problem in ` +
      'its result and does not concern the others. The body has at most 4 MiB and 100,000 values. A repeat with the ' +
      'same `Idempotency-Key` is answered with the status, the id and the error code of each row. For admins.',
  })
  @ApiBody({ type: BulkUsersRequest, examples: { rows: { value: { rows: ROWS_EXAMPLE } } } })
  @ApiJson(BulkResponse, 'A result for each row.', { results: RESULTS_EXAMPLE })
  @ApiProblems(UserEmailConflict)
  async change(
    @CurrentUser() admin: UserActor,
    @Query() { dryRun = false }: BulkQuery,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<BulkResponse> {
    const rows = await readRows(rowsOf(body), toUserRow);
    return answerBulk(this.idempotency, { request, isDryRun: dryRun }, (transaction) =>
      resultsOf(rows, (valid) => this.service.apply(admin, { rows: valid, isDryRun: dryRun }, transaction)),
    );
  }
}

/** Prefix of the paths of issues in the body of a single operation. */
const USER = 'user.';

/** @throws {ValidationFailed} */
function toUserRow(row: unknown): UserRow {
  const { value, issues } = readOperation<CreateUserRow | UpdateUserRow>(row, USER_ROWS);
  const found = issues.map((each) =>
    each.path.startsWith(USER) ? { ...each, path: each.path.slice(USER.length) } : each,
  );
  if (found.length > 0) throw new ValidationFailed(found);
  if (value.operation === 'create') {
    const { email, name, role, language } = value.user;
    return { operation: 'create', user: { email, name, role, language } };
  }
  const { id, email, user } = value;
  if (id === undefined && email === undefined)
    throw new ValidationFailed([issue('REQUIRED', 'is required where there is no email', 'id')]);
  if (id !== undefined && email !== undefined)
    throw new ValidationFailed([issue('NOT_ALONE', 'must be absent where there is an id', 'email')]);
  return { operation: 'update', id, email, user };
}
