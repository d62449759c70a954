import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor, IntegrationActor, Role, Scope, UserActor } from '../../shared-kernel/actor.js';

/** Header and OpenAPI security scheme of each area. */
export const CREDENTIALS = {
  session: {
    header: 'SessionId',
    securityScheme: 'companyAPISessionId',
    description: 'Session id of a person, from a sign-in. An operator issues one, too: `wes session issue`.',
  },
  apiKey: {
    header: 'serviceAPIKey',
    securityScheme: 'serviceAPIKey',
    description: 'API key of an integration. An operator issues it: `wes api-key issue`.',
  },
} as const;

/** A right of the session area: open to some roles. */
export interface SessionPermission {
  readonly area: 'session';
  /** Like `templates:manage`; shown in OpenAPI as `x-permission`. */
  readonly name: string;
  readonly roles: readonly Role[];
  /** Narrows the right to the operator company where the deployment names one. */
  readonly operatorCompanyOnly?: boolean;
}

/** A right of the public API: open to keys that carry a scope. */
export interface ApiKeyPermission {
  readonly area: 'apiKey';
  readonly scope: Scope;
  /** The key comes as `Authorization: Bearer …`, as identity providers send it, and in no other header. */
  readonly isBearer?: boolean;
}

export type Permission = SessionPermission | ApiKeyPermission;

/** The access rule of a handler: the required permission, or that none is required. */
export type AccessRule = Permission | 'public';

export const ACCESS_RULE = 'access-rule';

/**
 * True if a caller has a permission.
 * @param operatorCompanyId - the one company whose admins manage the catalogue; undefined for those of every company
 */
export function isAllowed(
  permission: Permission,
  actor: Actor,
  operatorCompanyId: string | undefined,
): boolean {
  if (permission.area === 'apiKey') {
    return actor.kind === 'integration' && actor.scopes.includes(permission.scope);
  }
  return (
    actor.kind === 'user' &&
    permission.roles.includes(actor.role) &&
    (!permission.operatorCompanyOnly ||
      operatorCompanyId === undefined ||
      actor.companyId === operatorCompanyId)
  );
}

/**
 * Requires a permission for a handler, and documents it.
 * @param furtherGuards - run after the permission is checked and before the body is read (docs/contract.md, "Order of
 *   checks")
 */
export function RequirePermission(
  permission: Permission,
  ...furtherGuards: readonly Type<CanActivate>[]
): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS_RULE, permission satisfies AccessRule),
    UseGuards(...furtherGuards),
    ApiSecurity(CREDENTIALS[permission.area].securityScheme),
    ApiExtension('x-permission', permission.area === 'session' ? permission.name : permission.scope),
  );
}

/** Lets callers without a credential use a handler. */
export function Public(): MethodDecorator {
  return SetMetadata(ACCESS_RULE, 'public' satisfies AccessRule);
}

/** The person who came with the session; only for handlers of the session area. */
export function userOf(context: ExecutionContext): UserActor {
  const { actor } = context.switchToHttp().getRequest<Request>();
  if (actor?.kind !== 'user') throw new Error('only handlers with a session permission have a user');
  return actor;
}

/** {@link userOf} as a parameter. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) => userOf(context));

/** The system that came with the API key; only on handlers of the public API. */
export const CurrentIntegration = createParamDecorator(
  (_: unknown, context: ExecutionContext): IntegrationActor => {
    const { actor } = context.switchToHttp().getRequest<Request>();
    if (actor?.kind !== 'integration') throw new Error('CurrentIntegration belongs on handlers with a scope');
    return actor;
  },
);
