import { Body, Delete, Get, HttpCode, Param, Post, Req, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Answer } from '../../../platform/http/answer.js';
import { Untagged } from '../../../platform/http/handler-options.js';
import { IfMatch } from '../../../platform/http/if-match.js';
import {
  CurrentIntegration,
  CurrentUser,
  RequirePermission,
  type Permission,
} from '../../../platform/http/permission.js';
import type { Actor } from '../../../shared-kernel/actor.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import type { AccessResponse } from '../application/access.response.js';
import { AccessesQueries } from '../application/accesses.queries.js';
import { AccessAnswers } from './access-answers.js';
import { AccessRequest } from './access.request.js';
import { ApiCreateAccess, ApiEndAccess, ApiGetAccess } from './api-access.decorators.js';

/** An area of the API in which people are given access. */
export interface AccessArea {
  readonly permission: Permission;
  readonly path: string;
  /** Ends the operation ids. */
  readonly suffix: '' | 'AsAdmin';
}

/** The operations of access, for an area (ADR 53). Both areas show and end the same requests. */
export function accessesControllerOf({ permission, path, suffix }: AccessArea): Type {
  const Caller = permission.area === 'session' ? CurrentUser : CurrentIntegration;
  const operation = (verb: string, summary: string) => ({
    operationId: `${verb}Access${suffix}`,
    summary: suffix === '' ? summary : `${summary}, as an admin`,
  });

  @ApiTags('People')
  class AccessesController {
    constructor(
      private readonly answers: AccessAnswers,
      private readonly queries: AccessesQueries,
    ) {}

    @Post()
    @HttpCode(202)
    @RequirePermission(permission)
    @Untagged()
    @ApiCreateAccess(`/${path}`, operation('create', 'Ask for everything about a person'))
    create(@Caller() actor: Actor, @Body() body: AccessRequest, @Req() request: Request): Promise<Answer> {
      return this.answers.create(actor, body, { request, path: `/${path}` });
    }

    @Get(':accessId')
    @RequirePermission(permission)
    @ApiGetAccess(operation('get', 'Get a request for access'))
    get(@Caller() { companyId }: Actor, @Param('accessId') accessId: string): Promise<AccessResponse> {
      return this.queries.get({ companyId, accessId });
    }

    @Delete(':accessId')
    @HttpCode(204)
    @RequirePermission(permission)
    @ApiEndAccess(operation('end', 'End a request for access'))
    end(
      @Caller() actor: Actor,
      @Param('accessId') accessId: string,
      @IfMatch() precondition: Precondition | undefined,
    ): Promise<void> {
      return this.answers.end(actor, accessId, precondition);
    }
  }
  return AccessesController;
}
