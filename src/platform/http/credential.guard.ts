import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Actor, Origin } from '../../shared-kernel/actor.js';
import { Settings } from '../config/settings.js';
import { Authenticator } from './authenticator.js';
import { HttpProblem } from './http-problem.js';
import { ACCESS_RULE, CREDENTIALS, type AccessRule, type Permission } from './permission.js';

/** One answer for every cause, so that it reveals nothing about a credential. */
function unauthorized(area: Permission['area']): HttpProblem {
  const { header } = CREDENTIALS[area];
  return new HttpProblem(
    401,
    'CREDENTIAL_REQUIRED',
    `A valid credential is required in the header ${header}.`,
    {
      headers: { 'WWW-Authenticate': `${header} realm="workforce-engagement"` },
    },
  );
}

function originOf({ requestId, ip }: Request): Origin {
  return { requestId, address: ip ?? '' };
}

/**
 * Closed by default: a handler without an access rule is not served. Checks the credential (401), then the permission
 * (403), both before the body is read (decisions 2).
 */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    if (rule === 'public') return true;
    if (rule === undefined)
      throw new Error(`${context.getClass().name} has a handler without an access rule`);
    const request = context.switchToHttp().getRequest<Request>();
    const actor = await this.authenticate(rule.area, request);
    if (!actor) throw unauthorized(rule.area);
    if (!this.isAllowed(rule, actor)) {
      throw new HttpProblem(
        403,
        'FORBIDDEN',
        'The credential is valid but does not carry the right to do this.',
      );
    }
    request.actor = { ...actor, origin: originOf(request) };
    return true;
  }

  private authenticate(area: Permission['area'], request: Request): Promise<Actor | undefined> | undefined {
    const credential = request.headers[CREDENTIALS[area].header.toLowerCase()];
    if (typeof credential !== 'string') return undefined;
    return area === 'session'
      ? this.authenticator.bySession(credential)
      : this.authenticator.byApiKey(credential);
  }

  private isAllowed(permission: Permission, actor: Actor): boolean {
    if (permission.area === 'apiKey') {
      return actor.kind === 'integration' && actor.scopes.includes(permission.scope);
    }
    const { operatorCompanyId } = this.settings;
    return (
      actor.kind === 'user' &&
      permission.roles.includes(actor.role) &&
      (!permission.operatorCompanyOnly ||
        operatorCompanyId === undefined ||
        actor.companyId === operatorCompanyId)
    );
  }
}
