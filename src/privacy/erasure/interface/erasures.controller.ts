import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { Answer } from '../../../platform/http/answer.js';
import { Untagged } from '../../../platform/http/handler-options.js';
import { ApiIfMatch, IfMatch } from '../../../platform/http/if-match.js';
import { ApiJson } from '../../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../../platform/http/page-body.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../../shared-kernel/actor.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import { requireOneKey, PersonAmbiguous, PersonIsAdmin, PersonNotFound } from '../../index.js';
import {
  ErasureCountsResponse,
  ErasurePageResponse,
  ErasureResponse,
} from '../application/erasure.response.js';
import { ErasuresQueries } from '../application/erasures.queries.js';
import { ErasuresService } from '../application/erasures.service.js';
import { ErasureNotFound, TooManyErasures } from '../domain/erasure.errors.js';
import { UnderLegalHold } from '../../holds/index.js';
import { ErasurePatchRequest, ErasureRequest, ListErasuresQuery } from './erasure.requests.js';

const ERASE: ApiKeyPermission = { area: 'apiKey', scope: 'people:erase' };
const ERASURES = '/api/v1/public/company/people/erasures';

const DONE = {
  id: '6b0957d66ae1535605f146a9',
  state: 'DONE',
  counts: { employees: 1, timesheets: 212, auditRecords: 31 },
  reason: 'Asked for by the person',
  keepTimesheets: false,
  createdAt: '2026-03-02T16:05:00.000Z',
  finishedAt: '2026-03-02T16:05:02.000Z',
} as const;
const EXAMPLE: ErasureResponse = DONE;
const ALLOWED_AGAIN: ErasureResponse = { ...DONE, allowedAgainAt: '2026-09-01T08:00:00.000Z' };
const { finishedAt: _, ...BEGUN } = DONE;
const QUEUED: ErasureResponse = { ...BEGUN, state: 'QUEUED' };

const ApiErasureId = (): MethodDecorator =>
  ApiParam({ name: 'erasureId', description: 'Id of the erasure.', example: EXAMPLE.id });

/** Documents the answer to a request whose work follows. */
const ACCEPTED = {
  status: 202,
  description: 'The person is in the ledger, and is being erased.',
  headers: {
    Location: {
      description: 'Path of the erasure.',
      required: true,
      schema: { type: 'string' as const },
      example: `${ERASURES}/${EXAMPLE.id}`,
    },
  },
  content: { 'application/json': { schema: { $ref: getSchemaPath(ErasureResponse) }, example: QUEUED } },
};

/** Erasures of people (GDPR, Article 17; ADR 53). */
@ApiTags('People')
@Controller('api/v1/public/company/people/erasures')
export class ErasuresController {
  constructor(
    private readonly service: ErasuresService,
    private readonly queries: ErasuresQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(202)
  @RequirePermission(ERASE)
  @ApiIdempotent()
  @Untagged()
  @ApiOperation({
    operationId: 'createErasure',
    summary: 'Erase a person',
    description:
      'Removes everything about a person: employee, profile, user, sessions, working times, mails, ' +
      'exports and their files, rows of syncs, what an identity provider sent; records of the audit trail ' +
      'keep the fact and lose the values. Texts that the person wrote stay, with a former colleague as ' +
      'their author. From the answer on, nobody can add the person again: requests, lists and imports ' +
      'that name them are refused with `PERSON_ERASED`, until the company allows it. With `dryRun` it ' +
      'only counts.',
  })
  @ApiExtraModels(ErasureResponse)
  @ApiBody({
    type: ErasureRequest,
    examples: { erasure: { value: { externalId: 'HR-4711', reason: EXAMPLE.reason } } },
  })
  @ApiJson(ErasureCountsResponse, 'With `dryRun`: what would go.', { counts: EXAMPLE.counts })
  @ApiResponse(ACCEPTED)
  @ApiProblems(
    ...([PersonNotFound, PersonAmbiguous, PersonIsAdmin, UnderLegalHold, TooManyErasures] as const),
    ErasureNotFound,
  )
  async create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() { dryRun = false, keepTimesheets = false, reason, ...key }: ErasureRequest,
    @Req() request: Request,
  ): Promise<Answer> {
    const { companyId } = actor;
    requireOneKey(key);
    if (dryRun) {
      request.res?.status(200);
      return new Answer({ counts: await this.service.counts(companyId, key) });
    }
    const answer = async (erasureId: string): Promise<Answer> =>
      new Answer(await this.queries.get({ companyId, erasureId }), {
        headers: { Location: `${ERASURES}/${erasureId}` },
      });
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.request(actor, key, { reason, keepTimesheets }, transaction),
      idOf: (erasureId) => erasureId,
      answer,
      repeat: answer,
    });
  }

  @Get()
  @RequirePermission(ERASE)
  @ApiOperation({
    operationId: 'listErasures',
    summary: 'List the erasures',
    description: 'The ledger of the company, newest first. It does not say who was erased.',
  })
  @ApiJson(ErasurePageResponse, 'A window of the erasures.', { from: 0, to: 10, total: 1, result: [EXAMPLE] })
  @ApiProblems()
  async list(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Query() window: ListErasuresQuery,
  ): Promise<PageBody> {
    return new PageBody(await this.queries.list(companyId, window), window);
  }

  @Get(':erasureId')
  @RequirePermission(ERASE)
  @ApiOperation({
    operationId: 'getErasure',
    summary: 'Get an erasure',
    description: 'State and counts of an erasure.',
  })
  @ApiErasureId()
  @ApiJson(ErasureResponse, 'The erasure.', EXAMPLE)
  @ApiProblems(ErasureNotFound)
  get(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('erasureId') erasureId: string,
  ): Promise<ErasureResponse> {
    return this.queries.get({ companyId, erasureId });
  }

  @Patch(':erasureId')
  @RequirePermission(ERASE)
  @ApiOperation({
    operationId: 'allowPersonAgain',
    summary: 'Allow a person again',
    description:
      'Lets requests, lists and imports name the person again, for example after a new employment. What was erased ' +
      'stays erased.',
  })
  @ApiErasureId()
  @ApiBody({
    type: ErasurePatchRequest,
    examples: { again: { value: { allowAgain: true, reason: 'Employed again' } } },
  })
  @ApiJson(ErasureResponse, 'The erasure.', ALLOWED_AGAIN)
  @ApiIfMatch('the erasure')
  @ApiProblems(ErasureNotFound)
  async allowAgain(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('erasureId') erasureId: string,
    @Body() { reason }: ErasurePatchRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ErasureResponse> {
    const key = { companyId: actor.companyId, erasureId };
    await this.service.allowAgain(actor, erasureId, reason, async () =>
      precondition?.check(async () => JSON.stringify(await this.queries.get(key))),
    );
    return this.queries.get(key);
  }
}
