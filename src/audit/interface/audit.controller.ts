import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { sendJson } from '../../platform/http/representation.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditPageResponse } from '../application/audit-record.response.js';
import { AuditQueries } from '../application/audit.queries.js';
import { READ_AUDIT } from './audit-permissions.js';
import { ListAuditQuery } from './list-audit.query.js';

const EXAMPLE = {
  from: 0,
  to: 10,
  total: 1,
  result: [
    {
      id: '665f1c2ab7e4d90012ab34d1',
      companyId: '665f1c2ab7e4d90012ab3401',
      at: '2026-03-02T16:05:00.000Z',
      operation: 'note.create',
      objectType: 'note',
      objectId: '665f1c2ab7e4d90012ab34cf',
      planId: '665f1c2ab7e4d90012ab34cd',
      actorKind: 'user',
      actorId: '665f1c2ab7e4d90012ab3411',
      credentialId: '665f1c2ab7e4d90012ab3431',
      address: '203.0.113.7',
      requestId: '6f1f9d0e-5b0c-4d3e-9a53-0d9a4c1a7f10',
      after: {
        id: '665f1c2ab7e4d90012ab34cf',
        authorId: '665f1c2ab7e4d90012ab3411',
        content: 'The first round of talks is done.',
        visibility: 'SHARED',
        createdAt: '2026-03-02T16:05:00.000Z',
      },
    },
  ],
};

/** The audit trail of a company (ADR 21). */
@ApiTags('Audit')
@Controller('api/v1/company/audit')
export class AuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Get()
  @RequirePermission(READ_AUDIT)
  @ApiOperation({
    operationId: 'listAuditRecords',
    summary: 'List audit records',
    description:
      'Who changed what in the company, newest first, for admins. Changes by operators are listed, too; an import is ' +
      'one record. Records are removed after `AUDIT_RETENTION` (400 days unless the deployment says otherwise).',
  })
  @ApiExtraModels(AuditPageResponse)
  @ApiResponse({
    status: 200,
    description: 'A window of the records, newest first.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(AuditPageResponse) }, example: EXAMPLE },
    },
  })
  async list(
    @CurrentUser() { companyId, userId }: UserActor,
    @Query() query: ListAuditQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(JSON.stringify(await this.queries.list(companyId, query, query, userId)), response);
  }
}
