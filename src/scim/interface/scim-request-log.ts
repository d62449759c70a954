import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { routeOf } from '../../platform/http/request.js';
import { isId, newId } from '../../shared-kernel/id.js';
import { shortened } from '../../shared-kernel/text.js';
import { ScimRequests } from '../application/scim-requests.store.js';
import { maskedFilter } from '../domain/filter-syntax.js';
import { SCIM_PATH } from '../domain/scim-urns.js';
import { textOf } from './scim-query.js';

const MAX_TEXT = 500;

/** Notes each request of a caller with a valid key when it is over. */
@Injectable()
export class ScimRequestLog {
  private readonly watched = new WeakSet<Request>();
  private readonly refusals = new WeakMap<Request, string>();

  constructor(private readonly requests: ScimRequests) {}

  watch(request: Request, response: Response): void {
    const { actor } = request;
    if (actor?.kind !== 'integration' || this.watched.has(request)) return;
    this.watched.add(request);
    const startedAt = performance.now();
    response.once('close', () => {
      const { id } = request.params as { id?: string };
      const detail = this.refusals.get(request);
      this.requests.note(actor.companyId, {
        id: newId(),
        at: new Date().toISOString(),
        apiKeyId: actor.apiKeyId,
        request: shortened(describe(request), MAX_TEXT),
        ...(id !== undefined && isId(id) && { objectId: id }),
        status: response.statusCode,
        ...(detail !== undefined && { detail: shortened(detail, MAX_TEXT) }),
        durationMs: Math.round(performance.now() - startedAt),
      });
    });
  }

  refused(request: Request, response: Response, detail: string): void {
    this.refusals.set(request, detail);
    this.watch(request, response);
  }
}

/** Without values: they are names and addresses of people. */
function describe(request: Request): string {
  const route = routeOf(request).replace(`/${SCIM_PATH}/`, '').replace(':id', '{id}');
  const filter = textOf(request.query, 'filter');
  return `${request.method} ${route}${filter === undefined ? '' : `?filter=${maskedFilter(filter)}`}`;
}

/** Watches the requests of an operation. */
@Injectable()
export class ScimRequestInterceptor implements NestInterceptor {
  constructor(private readonly log: ScimRequestLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    this.log.watch(http.getRequest<Request>(), http.getResponse<Response>());
    return next.handle();
  }
}
