import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { unauthorized } from '../../platform/http/credential.guard.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { SessionOperations } from '../../platform/http/session-operations.js';
import { ROLES, type UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { MeQueries, type KnownCaller } from '../application/me.queries.js';
import { MeResponse } from '../application/me.response.js';
import { MeService } from '../application/me.service.js';
import { UpdateMeRequest } from './me.request.js';

/** Everybody with a session. */
const USE_ME: SessionPermission = { area: 'session', name: 'me:use', roles: ROLES };

const EXAMPLE: MeResponse = {
  user: {
    id: '665f1c2ab7e4d90012ab3411',
    name: 'Ana López',
    email: 'ana.lopez@example.com',
    role: 'MANAGER',
    language: 'es',
  },
  company: { id: '665f1c2ab7e4d90012ab3401', name: 'Aurora Hotels', timeZone: 'Europe/Madrid' },
  employeeId: '665f1c2ab7e4d90012ab34cd',
  reminders: true,
  digest: true,
  permissions: ['getMe', 'listActionPlans'],
};

/** The caller of the session area. */
@ApiTags('Look-ups')
@Controller('api/v1/company/me')
export class MeController {
  constructor(
    private readonly queries: MeQueries,
    private readonly service: MeService,
    private readonly operations: SessionOperations,
  ) {}

  @Get()
  @RequirePermission(USE_ME)
  @ApiOperation({
    operationId: 'getMe',
    summary: 'Get the caller',
    description:
      'The user and the company of the session, and the operations that the role allows. For every role.',
  })
  @ApiJson(MeResponse, 'The caller.', EXAMPLE)
  async get(@CurrentUser() actor: UserActor): Promise<MeResponse> {
    const caller = await this.queries.find(actor);
    if (!caller) throw unauthorized('session');
    return this.responseOf(caller);
  }

  @Patch()
  @RequirePermission(USE_ME)
  @ApiOperation({
    operationId: 'updateMe',
    summary: 'Change the wishes of the caller',
    description:
      'Changes the properties that are sent: the mails that the user wants. They belong to the e-mail address of the ' +
      'user, also as an employee. For every role.',
  })
  @ApiBody({ type: UpdateMeRequest })
  @ApiJson(MeResponse, 'The changed caller.', EXAMPLE)
  @ApiIfMatch('the caller')
  async update(
    @CurrentUser() actor: UserActor,
    @Body() input: UpdateMeRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<MeResponse> {
    const caller = await this.service.change(actor, input, async (before) =>
      precondition?.check(() => Promise.resolve(JSON.stringify(this.responseOf(before)))),
    );
    if (!caller) throw unauthorized('session');
    return this.responseOf(caller);
  }

  private responseOf(caller: KnownCaller): MeResponse {
    return MeResponse.from(caller, this.operations.allowedTo(caller.person.actor));
  }
}
