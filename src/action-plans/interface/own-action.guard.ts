import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { userOf } from '../../platform/http/permission.js';
import { checkPathParameters } from '../../platform/http/request-parameters.js';
import { MyActionsQueries } from '../application/my-actions.queries.js';

/** Answers 404 for an action that is not the caller's before the body is read (docs/contract.md, "Order of checks"). */
@Injectable()
export class OwnActionGuard implements CanActivate {
  constructor(private readonly actions: MyActionsQueries) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    checkPathParameters(request, context.getHandler());
    await this.actions.get(userOf(context), request.params['actionId'] as string);
    return true;
  }
}
