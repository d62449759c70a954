import {
  applyDecorators,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { checkPathParameters } from '../../platform/http/request-parameters.js';
import { RequirePermission, userOf, type SessionPermission } from '../../platform/http/permission.js';
import { COMPANY_MANAGERS } from '../../shared-kernel/actor.js';
import { PlanRights, type PlanPath } from '../application/plan-rights.js';
import type { PlanOperation } from '../domain/enumerations.js';

/** Every company manager may use plans. Rights on a single plan: `plan-policy.ts`. */
export const USE_PLANS: SessionPermission = { area: 'session', name: 'plans:use', roles: COMPANY_MANAGERS };

const OPERATION = 'plan-operation';

/**
 * Answers 404 or 403 for the plan, action and note of the path before the body is read (docs/contract.md, "Order of
 * checks"). The plan may change afterwards, so services check the right again where they lock or read it.
 */
@Injectable()
export class PlanRightGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly rights: PlanRights,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    const operation = this.reflector.get<PlanOperation>(OPERATION, handler);
    const request = context.switchToHttp().getRequest<Request>();
    checkPathParameters(request, handler);
    await this.rights.check(operation, request.params as unknown as PlanPath, userOf(context));
    return true;
  }
}

/** Requires a permission, and the right to an operation on what the path names. */
export function RequirePlanRight(operation: PlanOperation, permission: SessionPermission): MethodDecorator {
  return applyDecorators(SetMetadata(OPERATION, operation), RequirePermission(permission, PlanRightGuard));
}
