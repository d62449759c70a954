import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { issue } from '../../platform/dto/checks.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { PersonErased } from '../../shared-kernel/erased-people.js';
import { shownName } from '../../shared-kernel/former-colleague.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { IdentityQueries } from '../application/identity.queries.js';
import { SessionsService } from '../application/sessions.service.js';
import { EndedSessionsResponse, UserAccountResponse, UserResponse } from '../application/user.response.js';
import { UsersQueries } from '../application/users.queries.js';
import { UsersService } from '../application/users.service.js';
import {
  EmployeeLinked,
  LastAdmin,
  OwnRole,
  UserEmailConflict,
  UserNotFound,
} from '../domain/identity.errors.js';
import type { UserState } from '../domain/user.js';
import { CreateUserRequest, ListUsersQuery, UpdateUserRequest } from './user.requests.js';

const READ_USERS: SessionPermission = { area: 'session', name: 'users:read', roles: COMPANY_MANAGERS };

/** Users, their sessions and their roles. */
export const MANAGE_USERS: SessionPermission = { area: 'session', name: 'users:write', roles: ['ADMIN'] };

const shown = {
  id: '665f1c2ab7e4d90012ab3411',
  name: 'Ana López',
  role: 'MANAGER',
  deactivated: false,
} as const;

const EXAMPLE: UserResponse = shown;

const ACCOUNT: UserAccountResponse = {
  ...shown,
  email: 'ana.lopez@example.com',
  language: 'es',
  employeeId: '665f1c2ab7e4d90012ab34cd',
};

const NEW_USER = { email: 'ana.lopez@example.com', name: 'Ana López', role: 'MANAGER', language: 'es' };

/** Users by id come whole. */
const NO_LINKS: PageWindow = { from: 0, to: 0 };

function ApiUserId(): MethodDecorator {
  return ApiParam({ name: 'userId', description: 'Id of the user.', example: EXAMPLE.id });
}

/** The users of a company: who signs in, creates plans and writes notes. */
@ApiTags('Users')
@Controller('api/v1/company/users')
export class UsersController {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly queries: UsersQueries,
    private readonly service: UsersService,
    private readonly sessions: SessionsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequirePermission(READ_USERS)
  @RateLimited('people', ({ query }) => query['ids'] === undefined)
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'List users, or look them up',
    description:
      'With `ids`, the names of the users who created plans and wrote notes, for company managers. Ids that the ' +
      'company does not have are left out; deactivated users are not. A user who was erased has a name that says so ' +
      'in the language of the reader. Without `ids`, a window of the users of the company, for admins.',
  })
  @ApiList(
    UserResponse,
    'With `ids` those users, each once, by id; else a window of those who match, by name.',
    [EXAMPLE],
  )
  @ApiProblems()
  async list(
    @Req() request: Request,
    @CurrentUser() { companyId, language, role: ownRole }: UserActor,
    @Query() { ids, ...query }: ListUsersQuery,
  ): Promise<PageBody> {
    if (ids) {
      const found = await this.identity.listUsers(companyId, ids);
      const users = found.map(({ id, name, role, deactivated }) => ({
        ...{ id, role, deactivated },
        name: shownName(name, language),
      }));
      return new PageBody({ content: JSON.stringify(users), total: users.length }, NO_LINKS);
    }
    // An app whose list of ids is empty wants nobody, and not everybody.
    const isAsked = Object.keys(request.query).some((name) => name.startsWith('ids'));
    if (isAsked || !MANAGE_USERS.roles.includes(ownRole))
      throw new ValidationFailed([issue('REQUIRED', 'is required, except for admins who list users', 'ids')]);
    return new PageBody(await this.queries.list(companyId, query, query), query);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission(MANAGE_USERS)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'A person who may sign in. A user who is no admin is linked to the employee with the same e-mail address. For ' +
      'admins.',
  })
  @ApiBody({ type: CreateUserRequest, examples: { user: { value: NEW_USER } } })
  @ApiJson(UserAccountResponse, 'The created user.', ACCOUNT)
  @ApiProblems(UserEmailConflict, PersonErased)
  create(
    @Req() request: Request,
    @CurrentUser() admin: UserActor,
    @Body() { email, name, role, language }: CreateUserRequest,
  ): Promise<UserAccountResponse> {
    const read = (id: string) => this.queries.get(admin.companyId, id);
    return this.idempotency.answer<Readonly<UserState>, UserAccountResponse>(request, {
      create: (transaction) => this.service.create(admin, { email, name, role, language }, transaction),
      idOf: ({ id }) => id,
      answer: ({ id }) => read(id),
      repeat: read,
    });
  }

  @Get(':userId')
  @RequirePermission(MANAGE_USERS)
  @ApiOperation({ operationId: 'getUser', summary: 'Get a user', description: 'A user. For admins.' })
  @ApiUserId()
  @ApiJson(UserAccountResponse, 'The user.', ACCOUNT)
  @ApiProblems(UserNotFound)
  get(
    @CurrentUser() { companyId }: UserActor,
    @Param('userId') userId: string,
  ): Promise<UserAccountResponse> {
    return this.queries.get(companyId, userId);
  }

  @Patch(':userId')
  @RequirePermission(MANAGE_USERS)
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Change a user',
    description:
      'Changes the properties that are sent. `active` false deactivates the user, which ends all sessions; one who is ' +
      'deactivated changes only together with `active` true. `employeeId` says which employee the user is, or with ' +
      'null that the user is none: nobody else decides that of admins. The sessions of a user end whose employee has ' +
      'left. Nobody changes their own role, and the last active admin of a company stays one. For admins.',
  })
  @ApiUserId()
  @ApiBody({
    type: UpdateUserRequest,
    examples: {
      role: { value: { role: 'ADMIN' } },
      deactivate: { value: { active: false } },
      link: { value: { employeeId: '665f1c2ab7e4d90012ab34cd' } },
    },
  })
  @ApiJson(UserAccountResponse, 'The changed user.', ACCOUNT)
  @ApiIfMatch('the user')
  @ApiProblems(UserNotFound, UserEmailConflict, OwnRole, LastAdmin, EmployeeLinked, PersonErased)
  async update(
    @CurrentUser() admin: UserActor,
    @Param('userId') userId: string,
    @Body() changes: UpdateUserRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<UserAccountResponse> {
    return UserAccountResponse.from(await this.service.update(admin, userId, changes, precondition));
  }

  @Delete(':userId/sessions')
  @RequirePermission(MANAGE_USERS)
  @Untagged()
  @ApiOperation({
    operationId: 'endUserSessions',
    summary: 'End the sessions of a user',
    description: 'Ends all sessions of a user within one second, those of a lost device, say. For admins.',
  })
  @ApiUserId()
  @ApiJson(EndedSessionsResponse, 'How many sessions were ended.', { ended: 2 })
  @ApiProblems(UserNotFound)
  async endSessions(
    @CurrentUser() admin: UserActor,
    @Param('userId') userId: string,
  ): Promise<EndedSessionsResponse> {
    return { ended: await this.sessions.endAll(admin, userId) };
  }
}
