import { Body, Controller, Delete, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SessionsService } from '../../identity/index.js';
import { Untagged } from '../../platform/http/handler-options.js';
import { networkOf } from '../../platform/http/network.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import {
  CurrentUser,
  Public,
  RequirePermission,
  type SessionPermission,
} from '../../platform/http/permission.js';
import { RateLimits } from '../../platform/http/rate-limits.js';
import { ROLES, type UserActor } from '../../shared-kernel/actor.js';
import { CodeRequests } from '../application/code-requests.js';
import { CodeSignIn } from '../application/code-sign-in.js';
import { CompanyChoiceResponse, NewSessionResponse } from '../application/sign-in.response.js';
import { TokenSignIn } from '../application/token-sign-in.js';
import { NoUser, ProviderUnavailable, SignInRefused } from '../domain/sign-in.errors.js';
import { ApiNewSession, CODE_EXAMPLE, SIGN_IN_EXAMPLES } from './sign-in.decorators.js';
import { SignInCodeRequest, SignInRequest, wayOf } from './sign-in.requests.js';

/** Everybody who has a session. */
const SIGN_OUT: SessionPermission = { area: 'session', name: 'session:end', roles: ROLES };

/** Begins and ends sessions. Nothing happens by GET, which mail scanners send. */
@ApiTags('Sign-in')
@Controller('api/v1/company/sessions')
export class SessionsController {
  constructor(
    private readonly tokens: TokenSignIn,
    private readonly codes: CodeSignIn,
    private readonly requests: CodeRequests,
    private readonly sessions: SessionsService,
    /** Only processes with an HTTP server have the limits of requests. */
    private readonly modules: ModuleRef,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @Untagged()
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Issues a session, by one of two ways. With `idToken` and `nonce`: the identity provider of the company has ' +
      'signed the user in at an app, and the token says of which company. With `email` and `code`: the user has the ' +
      'code of a mail. Where the address has users in several companies, the answer lists these, and the code ' +
      'stays valid: send it again with `companyId`. A token and a code work once. Needs no credential.',
    security: [],
  })
  @ApiBody({ type: SignInRequest, examples: SIGN_IN_EXAMPLES })
  @ApiNewSession()
  @ApiProblems(
    ...[SignInRefused, NoUser, ProviderUnavailable],
    ...(['TOO_MANY_REQUESTS', 'DATABASE_UNAVAILABLE', 'SERVICE_BUSY'] as const),
  )
  async signIn(
    @Body() body: SignInRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewSessionResponse | CompanyChoiceResponse> {
    const way = wayOf(body);
    const { requestId, ip: address = '' } = request;
    const origin = { requestId, address };
    const network = networkOf(address);
    const done =
      'idToken' in way
        ? await this.limits.countFailures('signIns', network, response, () => this.tokens.signIn(way, origin))
        : await this.limits.countFailed('signIns', network, response, () => this.codes.signIn(way, origin));
    return 'companies' in done ? CompanyChoiceResponse.from(done) : NewSessionResponse.from(done);
  }

  @Post('codes')
  @HttpCode(202)
  @Public()
  @ApiOperation({
    operationId: 'requestSignInCode',
    summary: 'Ask for a code',
    description:
      'Sends a mail with a code to the address, if it has a user of a company that allows codes. The answer is the ' +
      'same for every address. An address gets at most one code a minute and five an hour. Only the newest is valid, ' +
      'for ten minutes. Needs no credential.',
    security: [],
  })
  @ApiBody({ type: SignInCodeRequest, examples: CODE_EXAMPLE })
  @ApiResponse({ status: 202, description: 'A mail is on its way, if the address may have one.' })
  @ApiProblems('TOO_MANY_REQUESTS', 'DATABASE_UNAVAILABLE', 'SERVICE_BUSY')
  async requestCode(
    @Body() { email }: SignInCodeRequest,
    @Req() { ip = '' }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.limits.count('signIns', networkOf(ip), response);
    await this.requests.add(email);
  }

  @Delete('current')
  @HttpCode(204)
  @RequirePermission(SIGN_OUT)
  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the request, in every process within a second. For every user.',
  })
  @ApiResponse({ status: 204, description: 'The session has ended.' })
  @ApiProblems()
  async signOut(@CurrentUser() actor: UserActor): Promise<void> {
    const { sessionId } = actor;
    if (sessionId !== undefined) await this.sessions.signOut({ ...actor, sessionId });
  }

  private get limits(): RateLimits {
    return this.modules.get(RateLimits, { strict: false });
  }
}
