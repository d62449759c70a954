import type { Request } from 'express';
import type { Actor } from '../../shared-kernel/actor.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Taken from `X-Request-Id` where it is fit, else made here; returned in the same header. */
    requestId: string;
    /** The caller; set by the credential guard, absent on public routes. */
    actor?: Actor;
    /** Why the request was refused; set by the filter that answers it, for the log. */
    errorCode?: string;
  }
}

/** Form of an id of a request that a client may send. Another one is replaced. */
export const REQUEST_ID_PATTERN = '^[\\w.:/+=-]{1,128}$';

/** Path of a request without its query, as the client wrote it. */
export function pathOf(request: Request): string {
  const { originalUrl } = request;
  const query = originalUrl.indexOf('?');
  return query === -1 ? originalUrl : originalUrl.slice(0, query);
}

/**
 * The route that a request matched, in place of its path: a path may carry an e-mail address.
 */
export function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' && !route.path.includes('*') ? route.path : 'unmatched';
}
