import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { PageQuery } from '../../platform/dto/page-query.js';
import { Answer } from '../../platform/http/answer.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { StreamedBody } from '../../platform/http/handler-options.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import { EmployeeRequest } from '../../workforce/index.js';
import { EmployeeSyncColumnResponse } from '../application/employee-sync-column.response.js';
import { EmployeeSyncResponse } from '../application/employee-sync.response.js';
import { EmployeeSyncPageResponse } from '../application/employee-sync-row.response.js';
import { EmployeeSyncsQueries } from '../application/employee-syncs.queries.js';
import { EmployeeSyncsService } from '../application/employee-syncs.service.js';
import { SyncColumnsService } from '../application/sync-columns.service.js';
import { SyncUploads } from '../application/sync.ports.js';
import { SYNC_LISTS, type SyncList } from '../domain/sync.js';
import {
  SyncListNotFound,
  ListTooLarge,
  MalformedFile,
  SyncAdditionsNotAllowed,
  SyncApplied,
  SyncBadRowsNotAllowed,
  SyncBlocked,
  SyncEndsNotAllowed,
  SyncKeyChangesNotAllowed,
  SyncNotFound,
  SyncNotReady,
  SyncRevivalsNotAllowed,
  SyncsUnfinished,
} from '../domain/sync.errors.js';
import { PageTooLarge } from '../../shared-kernel/page-window.js';
import {
  APPLYING_SYNC_EXAMPLE,
  ApiAccepted,
  QUEUED_SYNC_EXAMPLE,
  SYNC_COLUMN_EXAMPLE,
  SYNC_EXAMPLE,
  SYNC_PAGE_EXAMPLE,
  SYNCS,
} from './employee-sync.decorators.js';
import { ApplySyncRequest, CreateSyncQuery } from './employee-sync.requests.js';
import { ReceivedList } from './received-list.js';

const SYNC_EMPLOYEES = { area: 'apiKey', scope: 'employees:sync' } satisfies ApiKeyPermission;

/** Syncs of the whole staff of a source (ADR 40). */
@ApiTags('Employees')
@Controller('api/v1/public/company/employees/syncs')
export class EmployeeSyncsController {
  constructor(
    private readonly service: EmployeeSyncsService,
    private readonly queries: EmployeeSyncsQueries,
    private readonly columns: SyncColumnsService,
    private readonly uploads: SyncUploads,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(202)
  @RequirePermission(SYNC_EMPLOYEES)
  @StreamedBody()
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createEmployeeSync',
    summary: 'Sync the staff of a source',
    description:
      'Takes the whole staff of a source, and finds out who is new, changed or missing; a second request ' +
      'applies that. At most 64 MiB and 100,000 people of 64 KiB each, as an array or, with ' +
      '`application/x-ndjson`, a person in each line, or with the columns of the source as `text/csv` or as a ' +
      'workbook (`.xlsx`). ' +
      'People are found by external id, then by e-mail; properties that are absent are left alone, and ' +
      'null clears. A known person of no source becomes one of this source with `adopt=true` only; one of ' +
      'another source is left alone. People of this source whom the list does not name are ended. `badRows=skip` leaves bad rows ' +
      'out: at most 5 % of the rows unless `allowBad` names their number, and nobody is ended because ' +
      'their row could not be read.',
  })
  @ApiExtraModels(EmployeeRequest)
  @ApiConsumes(
    'application/json',
    'application/x-ndjson',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  @ApiBody({
    required: true,
    schema: { type: 'array', items: { $ref: getSchemaPath(EmployeeRequest) } },
    examples: { list: { value: [{ name: 'Jo Doe', email: 'jo@example.com', externalId: 'HR-4711' }] } },
  })
  @ApiAccepted('The list is stored.', QUEUED_SYNC_EXAMPLE)
  @ApiProblems(SyncNotFound, MalformedFile, ListTooLarge, SyncsUnfinished, 'STORAGE_UNAVAILABLE')
  async create(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() { source, apply = false, adopt: adopts = false, badRows = 'refuse' }: CreateSyncQuery,
    @Req() request: Request,
  ): Promise<Answer> {
    const { companyId } = actor;
    const list = new ReceivedList(request);
    const syncId = newId();
    const key = { companyId, syncId };
    await this.uploads.receive(key, list);
    // Decides about repeats with the same Idempotency-Key.
    const skipsBadRows = badRows === 'skip';
    const rules = { ...(adopts && { adopt: adopts }), ...(skipsBadRows && { badRows }) };
    request.body = { source, apply, ...rules, list: list.digest() };
    const wanted = { syncId, source, appliesWhenReady: apply, skipsBadRows, adopts, bytes: list.bytes };
    const outcome = { isRecorded: false };
    try {
      return await this.answer(request, actor, async (transaction) => {
        const id = await this.service.create(actor, wanted, transaction);
        outcome.isRecorded = true;
        return id;
      });
    } finally {
      // After a refusal, and for a repeat, nobody needs the list.
      if (!outcome.isRecorded) await this.uploads.remove(key);
    }
  }

  @Get(':syncId')
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiOperation({
    operationId: 'getEmployeeSync',
    summary: 'Get a sync',
    description:
      'Status and counts of a sync. Syncs are removed after `SYNC_RETENTION` (30 days unless the ' +
      'deployment says otherwise).',
  })
  @ApiParam({ name: 'syncId', description: 'Id of the sync.', example: SYNC_EXAMPLE.id })
  @ApiJson(EmployeeSyncResponse, 'The sync.', SYNC_EXAMPLE)
  @ApiProblems(SyncNotFound)
  get(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('syncId') syncId: string,
  ): Promise<EmployeeSyncResponse> {
    return this.queries.get({ companyId, syncId });
  }

  @Get(':syncId/columns')
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiOperation({
    operationId: 'listEmployeeSyncColumns',
    summary: 'List the columns of the file of a sync',
    description:
      'Header, first values, the property by which each column was read, and the one that its header may mean: for a ' +
      'person who sets the columns of the source. Empty for a list that is no file, and until its header row is read.',
  })
  @ApiParam({ name: 'syncId', description: 'Id of the sync.', example: SYNC_EXAMPLE.id })
  @ApiList(EmployeeSyncColumnResponse, 'The columns in their order.', [SYNC_COLUMN_EXAMPLE])
  @ApiProblems(SyncNotFound)
  listColumns(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('syncId') syncId: string,
  ): Promise<EmployeeSyncColumnResponse[]> {
    return this.columns.list({ companyId, syncId });
  }

  @Get(':syncId/:list')
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiOperation({
    operationId: 'listEmployeeSyncRows',
    summary: 'List the people of a sync',
    description:
      'Those who are added, changed, ended or skipped, with their changes. A page has at most 8 MiB: a ' +
      'larger one is 400 and names the `to` that works.',
  })
  @ApiParam({ name: 'syncId', description: 'Id of the sync.', example: SYNC_EXAMPLE.id })
  @ApiParam({ name: 'list', description: 'The people to list.', enum: SYNC_LISTS, example: 'changed' })
  @ApiJson(EmployeeSyncPageResponse, 'A window of the people.', SYNC_PAGE_EXAMPLE)
  @ApiProblems(SyncNotFound, PageTooLarge)
  async rows(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('syncId') syncId: string,
    @Param('list') list: string,
    @Query() window: PageQuery,
  ): Promise<PageBody> {
    if (!isList(list)) throw new SyncListNotFound();
    return new PageBody(await this.queries.rows({ companyId, syncId }, list, window), window);
  }

  @Post(':syncId/apply')
  @HttpCode(202)
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'applyEmployeeSync',
    summary: 'Apply a sync',
    description:
      'Applies exactly the changes of the preview, once. People who were changed since are skipped. A ' +
      'sync that would end more people than `SYNC_MIN_ENDS` (5) and `SYNC_MAX_ENDS_PERCENT` (10) of the ' +
      'people of the source is `BLOCKED` until `allowEnd` names the exact number, one that would bring back ' +
      'more deleted people than that until `allowRevive` does, one that would change the keys of more people than ' +
      'that until `allowKeyChanges` does, one that would add far more people than the source has until `allowAdd` ' +
      'does, and one that leaves out more than 5 % of the rows as bad until `allowBad` does.',
  })
  @ApiParam({ name: 'syncId', description: 'Id of the sync.', example: SYNC_EXAMPLE.id })
  @ApiBody({ type: ApplySyncRequest, required: false, examples: { apply: { value: {} } } })
  @ApiAccepted('The sync is being applied.', APPLYING_SYNC_EXAMPLE)
  @ApiProblems(
    SyncNotFound,
    SyncNotReady,
    SyncBlocked,
    SyncEndsNotAllowed,
    SyncRevivalsNotAllowed,
    SyncKeyChangesNotAllowed,
    SyncAdditionsNotAllowed,
    SyncBadRowsNotAllowed,
    SyncApplied,
  )
  apply(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('syncId') syncId: string,
    @Body() { allowEnd, allowRevive, allowKeyChanges, allowAdd, allowBad }: ApplySyncRequest,
    @Req() request: Request,
  ): Promise<Answer> {
    const allowed = { allowEnd, allowRevive, allowKeyChanges, allowAdd, allowBad };
    return this.answer(request, actor, (transaction) =>
      this.service.apply(actor, syncId, allowed, transaction),
    );
  }

  private answer(
    request: Request,
    { companyId }: IntegrationActor,
    create: (transaction?: Parameters<EmployeeSyncsService['apply']>[3]) => Promise<string>,
  ): Promise<Answer> {
    const accepted = async (syncId: string): Promise<Answer> =>
      new Answer(await this.queries.get({ companyId, syncId }), {
        headers: { Location: `${SYNCS}/${syncId}` },
      });
    return this.idempotency.answer(request, {
      create,
      idOf: (syncId) => syncId,
      answer: accepted,
      repeat: accepted,
    });
  }
}

function isList(text: string): text is SyncList {
  return SYNC_LISTS.some((list) => list === text);
}
