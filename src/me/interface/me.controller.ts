import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { unauthorized } from '../../platform/http/credential.guard.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { SessionOperations } from '../../platform/http/session-operations.js';
import { ROLES, type UserActor } from '../../shared-kernel/actor.js';
import { MeQueries } from '../application/me.queries.js';
import { MeResponse } from '../application/me.response.js';

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
  permissions: ['getMe', 'listActionPlans'],
};

/** The caller of the session area. */
@ApiTags('Look-ups')
@Controller('api/v1/company/me')
export class MeController {
  constructor(
    private readonly queries: MeQueries,
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
    return MeResponse.from(caller, this.operations.allowedTo(caller.person.actor));
  }
}
