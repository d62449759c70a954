import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { MAX_LISTED_BYTES, MAX_LISTED_TEXT } from '../../shared-kernel/listed-changes.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditPageResponse, AuditRecordResponse } from '../application/audit-record.response.js';
import { AuditQueries } from '../application/audit.queries.js';
import { AuditRecordNotFound } from '../domain/audit-record.errors.js';
import { ListAuditQuery, MAX_AUDIT_PAGE } from './list-audit.query.js';

const READ_AUDIT: SessionPermission = { area: 'session', name: 'audit:read', roles: ['ADMIN'] };

const EXAMPLE = {
  id: '665f1c2ab7e4d90012ab34d1',
  companyId: '665f1c2ab7e4d90012ab3401',
  at: '2026-03-02T16:05:00.000Z',
  operation: 'note.update',
  objectType: 'note',
  objectId: '665f1c2ab7e4d90012ab34cf',
  planId: '665f1c2ab7e4d90012ab34cd',
  actorKind: 'user',
  actorId: '665f1c2ab7e4d90012ab3411',
  credentialId: '665f1c2ab7e4d90012ab3431',
  address: '203.0.113.7',
  requestId: '6f1f9d0e-5b0c-4d3e-9a53-0d9a4c1a7f10',
  before: { content: 'The first round of talks has begun.' },
  after: { content: 'The first round of talks is done.' },
};
const PAGE_EXAMPLE = { from: 0, to: 10, total: 1, result: [EXAMPLE] };

/** The audit trail of a company (ADR 21). */
@ApiTags('Audit')
@Controller('api/v1/company/audit')
export class AuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Get()
  @RequirePermission(READ_AUDIT)
  @RateLimited('search')
  @ApiOperation({
    operationId: 'listAuditRecords',
    summary: 'List audit records',
    description:
      'Who changed what in the company, newest first, for admins. Changes by operators are listed, too; ' +
      `an import is one record. A page has at most ${MAX_AUDIT_PAGE} records. Texts of more than ` +
      `${MAX_LISTED_TEXT.toLocaleString('en')} characters are cut and end in \`…\`; a record that still ` +
      `has more than ${MAX_LISTED_BYTES / 1_024} KiB is \`truncated\`. Read it by its id to get ` +
      'everything. Records are removed after `AUDIT_RETENTION` (400 days unless the deployment says ' +
      'otherwise).',
  })
  @ApiJson(AuditPageResponse, 'A window of the records, newest first.', PAGE_EXAMPLE)
  async list(
    @CurrentUser() { companyId, userId }: UserActor,
    @Query() query: ListAuditQuery,
  ): Promise<PageBody> {
    return new PageBody(await this.queries.list(companyId, query, query, userId), query);
  }

  @Get(':recordId')
  @RequirePermission(READ_AUDIT)
  @ApiOperation({
    operationId: 'getAuditRecord',
    summary: 'Get an audit record',
    description: 'A record with everything that changed, for admins. It may have several MiB.',
  })
  @ApiParam({ name: 'recordId', description: 'Id of the record.' })
  @ApiJson(AuditRecordResponse, 'The record.', EXAMPLE)
  @ApiProblems(AuditRecordNotFound)
  async get(
    @CurrentUser() { companyId, userId }: UserActor,
    @Param('recordId') recordId: string,
  ): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.get(companyId, recordId, userId));
  }
}
