import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Answer } from '../../../platform/http/answer.js';
import { Untagged } from '../../../platform/http/handler-options.js';
import { IfMatch } from '../../../platform/http/if-match.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../../platform/http/permission.js';
import type { UserActor } from '../../../shared-kernel/actor.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import type { AccessResponse } from '../application/access.response.js';
import { AccessesQueries } from '../application/accesses.queries.js';
import { AccessAnswers } from './access-answers.js';
import { AccessRequest } from './access.request.js';
import { ApiCreateAccess, ApiEndAccess, ApiGetAccess } from './api-access.decorators.js';

const ACCESS: SessionPermission = { area: 'session', name: 'people:access', roles: ['ADMIN'] };
const PATH = 'api/v1/company/people/access';

/** Access of people to their data (GDPR, Articles 15 and 20; ADR 53), for admins. */
@ApiTags('People')
@Controller(PATH)
export class AdminAccessesController {
  constructor(
    private readonly answers: AccessAnswers,
    private readonly queries: AccessesQueries,
  ) {}

  @Post()
  @HttpCode(202)
  @RequirePermission(ACCESS)
  @Untagged()
  @ApiCreateAccess(`/${PATH}`, {
    operationId: 'createAccessAsAdmin',
    summary: 'Ask for everything about a person, as an admin',
  })
  create(
    @CurrentUser() actor: UserActor,
    @Body() body: AccessRequest,
    @Req() request: Request,
  ): Promise<Answer> {
    return this.answers.create(actor, body, { request, path: `/${PATH}` });
  }

  @Get(':accessId')
  @RequirePermission(ACCESS)
  @ApiGetAccess({ operationId: 'getAccessAsAdmin', summary: 'Get a request for access, as an admin' })
  get(@CurrentUser() { companyId }: UserActor, @Param('accessId') accessId: string): Promise<AccessResponse> {
    return this.queries.get({ companyId, accessId });
  }

  @Delete(':accessId')
  @HttpCode(204)
  @RequirePermission(ACCESS)
  @ApiEndAccess({ operationId: 'endAccessAsAdmin', summary: 'End a request for access, as an admin' })
  end(
    @CurrentUser() actor: UserActor,
    @Param('accessId') accessId: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    return this.answers.end(actor, accessId, precondition);
  }
}
