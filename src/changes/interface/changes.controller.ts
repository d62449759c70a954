import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ReadyBody } from '../../platform/dto/ready-body.js';
import { Untagged, WithoutPermit } from '../../platform/http/handler-options.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import {
  CurrentIntegration,
  CurrentUser,
  RequirePermission,
  type ApiKeyPermission,
  type SessionPermission,
} from '../../platform/http/permission.js';
import { COMPANY_MANAGERS, type IntegrationActor, type UserActor } from '../../shared-kernel/actor.js';
import { ChangesResponse, CompanyChangesResponse } from '../application/change.response.js';
import { CursorExpired, CursorInvalid, TooManyWaiters } from '../domain/change.errors.js';
import { ChangeFeed } from './change-feed.js';
import { ListChangesQuery, ListCompanyChangesQuery } from './list-changes.query.js';

const READ_CHANGES = { area: 'apiKey', scope: 'changes:read' } satisfies ApiKeyPermission;
const READ_COMPANY_CHANGES: SessionPermission = {
  area: 'session',
  name: 'changes:read',
  roles: COMPANY_MANAGERS,
};

const EXAMPLE = {
  changes: [
    {
      kind: 'group',
      id: '6b02356aff1b2f86b0e3b305',
      changedAt: '2026-03-02T16:05:00.000Z',
      resource: { id: '6b02356aff1b2f86b0e3b305', name: 'Night shift' },
    },
    { kind: 'area', id: '6b02356aff1b2f86b0e3b29c', changedAt: '2026-03-02T16:06:00.000Z', deleted: true },
  ],
  cursor: 'WyIxMDMzIiwwLCI2NjVmMWMyYWI3ZTRkOTAwMTJhYjM0Y2QiXQ.9fQ2mVYb0s1nqk3T',
  more: false,
};
const COMPANY_EXAMPLE = {
  ...EXAMPLE,
  changes: [
    { kind: 'plan', id: '6b02356aff1b2f86b0e3b711', changedAt: '2026-03-02T16:06:00.000Z', deleted: true },
  ],
};

/** The feed of changes in a company, for its systems and its managers (ADR 39, 47). */
@ApiTags('Changes')
@Controller('api/v1')
export class ChangesController {
  constructor(private readonly feed: ChangeFeed) {}

  @Get('public/company/changes')
  @RequirePermission(READ_CHANGES)
  @Untagged()
  @WithoutPermit()
  @ApiOperation({
    operationId: 'listChanges',
    summary: 'List what changed',
    description:
      'Employees, timesheet entries, areas, groups and characteristics after a cursor. Each kind needs its scope of ' +
      'reading besides `changes:read`. A person who was deleted has `deletedAt`; an entry that was deleted appears ' +
      'as `timesheet` `deleted` and as `deletedTimesheet`.',
  })
  @ApiJson(ChangesResponse, 'Changes, and the cursor for the next call.', EXAMPLE)
  @ApiProblems(CursorInvalid, CursorExpired, TooManyWaiters)
  list(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() query: ListChangesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReadyBody | undefined> {
    return this.feed.read(READ_CHANGES, actor, query, response);
  }

  @Get('company/changes')
  @RequirePermission(READ_COMPANY_CHANGES)
  @Untagged()
  @WithoutPermit()
  @ApiOperation({
    operationId: 'listCompanyChanges',
    summary: 'List what changed for company managers',
    description:
      'Plans with their actions, and templates, after a cursor. A plan that the user may not read any more is ' +
      '`deleted`, and so is a disabled template for those who do not manage templates.',
  })
  @ApiJson(CompanyChangesResponse, 'Changes, and the cursor for the next call.', COMPANY_EXAMPLE)
  @ApiProblems(CursorInvalid, CursorExpired, TooManyWaiters)
  listForUser(
    @CurrentUser() actor: UserActor,
    @Query() query: ListCompanyChangesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReadyBody | undefined> {
    return this.feed.read(READ_COMPANY_CHANGES, actor, query, response);
  }
}
