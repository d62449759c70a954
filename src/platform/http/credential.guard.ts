import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Actor, Origin } from '../../shared-kernel/actor.js';
import { Authenticator, type Authenticated } from '../../shared-kernel/authenticator.js';
import { Settings } from '../config/settings.js';
import { HttpProblem } from './http-problem.js';
import { ACCESS_RULE, CREDENTIALS, isAllowed, type AccessRule, type Permission } from './permission.js';
import { limitsOf, RateLimits, type HandlerLimit } from './rate-limits.js';
import { checkUnsent } from './unread-answers.js';

/** The part of a permission that says where its credential is. */
type CredentialPlace = Pick<Permission, 'area'> & { readonly isBearer?: boolean };

/** One answer for every cause, so that it reveals nothing about a credential. */
export function unauthorized(area: Permission['area'], { isBearer = false } = {}): HttpProblem {
  const { header } = CREDENTIALS[area];
  const [place, scheme] = isBearer ? ['Authorization, after `Bearer`', 'Bearer'] : [header, header];
  return new HttpProblem(
    401,
    'CREDENTIAL_REQUIRED',
    `A valid credential is required in the header ${place}.`,
    {
      headers: { 'WWW-Authenticate': `${scheme} realm="workforce-engagement"` },
    },
  );
}

/**
 * Closed by default: a handler without an access rule is not served. Checks the credential (401), its rate limit (429),
 * the permission (403), the write limit of the company, the limits of the handler, and answers that are not read (429),
 * all before the body is read (ADR 4).
 */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, handler);
    if (rule === 'public') return true;
    if (rule === undefined)
      throw new Error(`${context.getClass().name} has a handler without an access rule`);
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { actor, credentialId } = await findCaller(this.authenticator, rule, request);
    // Before the first refusal, for its line in the log. Only writes are recorded.
    request.actor = request.method === 'GET' ? actor : { ...actor, origin: originOf(request) };
    await this.limits.count('credential', credentialId, response);
    if (!isAllowed(rule, actor, this.settings.operatorCompanyId)) throw HttpProblem.of('FORBIDDEN');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      await this.limits.checkWrite(actor.companyId, response);
    for (const limit of limitsOf(handler, request))
      await this.limits.count(limit.name, keyOf(limit, actor), response);
    checkUnsent(response);
    return true;
  }
}

/**
 * Finds the caller of a request by its credential.
 * @throws {HttpProblem} 401
 */
export async function findCaller(
  authenticator: Authenticator,
  { area, isBearer = false }: CredentialPlace,
  { headers }: Request,
): Promise<Authenticated> {
  const credential = isBearer ? bearerOf(headers) : headers[CREDENTIALS[area].header.toLowerCase()];
  if (typeof credential !== 'string') throw unauthorized(area, { isBearer });
  const found =
    area === 'session'
      ? await authenticator.findUser(credential)
      : await authenticator.findIntegration(credential);
  if (!found) throw unauthorized(area, { isBearer });
  return found;
}

function bearerOf({ authorization = '' }: Request['headers']): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}

/** For the record of a write. */
function originOf({ requestId, ip = '' }: Request): Origin {
  return { requestId, address: ip };
}

/** Exports, searches and look-ups of people are limited for each person, expensive reads for the whole company. */
function keyOf({ name }: HandlerLimit, actor: Actor): string {
  return name !== 'expensive' && actor.kind === 'user' ? actor.userId : actor.companyId;
}
