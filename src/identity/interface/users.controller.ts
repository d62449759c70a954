import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { LOOKED_UP_IDS, MAX_LOOKED_UP } from '../../platform/dto/looked-up-ids.js';
import { QueryList } from '../../platform/dto/query-properties.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { PersonErased } from '../../shared-kernel/erased-people.js';
import { shownName } from '../../shared-kernel/former-colleague.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { IdentityQueries } from '../application/identity.queries.js';
import { IdentityService } from '../application/identity.service.js';
import { UserAccountResponse, UserResponse } from '../application/user.response.js';
import { EmployeeLinked, UserNotFound } from '../domain/identity.errors.js';
import { UpdateUserRequest } from './user.requests.js';

const READ_USERS: SessionPermission = { area: 'session', name: 'users:read', roles: COMPANY_MANAGERS };

const CHANGE_USERS: SessionPermission = { area: 'session', name: 'users:write', roles: ['ADMIN'] };

const shown = {
  id: '665f1c2ab7e4d90012ab3411',
  name: 'Ana López',
  role: 'MANAGER',
  deactivated: false,
} as const;

const EXAMPLE: UserResponse = shown;

const ACCOUNT: UserAccountResponse = { ...shown, employeeId: '665f1c2ab7e4d90012ab34cd' };

/** The ids of a look-up of users. */
export class ListUsersQuery {
  @QueryList({
    ...LOOKED_UP_IDS,
    required: true,
    description: `Ids of users, at most ${MAX_LOOKED_UP}.`,
    example: EXAMPLE.id,
  })
  ids!: string[];
}

/** The users who create plans and write notes. */
@ApiTags('Look-ups')
@Controller('api/v1/company/users')
export class UsersController {
  constructor(
    private readonly queries: IdentityQueries,
    private readonly service: IdentityService,
  ) {}

  @Get()
  @RequirePermission(READ_USERS)
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'Look users up',
    description:
      'Names of the users who created plans and wrote notes, by their ids. Ids that the company does not ' +
      'have are left out; deactivated users are not. A user who was erased has a name that says so in the ' +
      'language of the reader. For company managers.',
  })
  @ApiList(UserResponse, 'The users who were found, each once, by id.', [EXAMPLE])
  async list(
    @CurrentUser() { companyId, language }: UserActor,
    @Query() { ids }: ListUsersQuery,
  ): Promise<UserResponse[]> {
    const users = await this.queries.listUsers(companyId, ids);
    return users.map(({ id, name, role, deactivated }) => ({
      ...{ id, role, deactivated },
      name: shownName(name, language),
    }));
  }

  @Patch(':userId')
  @RequirePermission(CHANGE_USERS)
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Say who a user is',
    description:
      'Says which employee a user is, or with null that the user is none. Nobody else decides that of admins: equal ' +
      'addresses link other users only. The sessions of a user end whose employee has left. For admins.',
  })
  @ApiParam({ name: 'userId', description: 'Id of the user.', example: EXAMPLE.id })
  @ApiBody({
    type: UpdateUserRequest,
    examples: { link: { value: { employeeId: '665f1c2ab7e4d90012ab34cd' } } },
  })
  @ApiJson(UserAccountResponse, 'The changed user.', ACCOUNT)
  @ApiIfMatch('the user')
  @ApiProblems(UserNotFound, EmployeeLinked, PersonErased)
  async update(
    @CurrentUser() admin: UserActor,
    @Param('userId') userId: string,
    @Body() changes: UpdateUserRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<UserAccountResponse> {
    return UserAccountResponse.from(await this.service.updateUser(admin, userId, changes, precondition));
  }
}
