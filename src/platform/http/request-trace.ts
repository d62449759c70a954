import { trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { routeOf } from './request.js';

/** Names the span of a request by its route, and gives it the id by which the log knows the request. */
export function requestTrace(): RequestHandler {
  return (request, response, next) => {
    const span = trace.getActiveSpan();
    // The span ends at the same event.
    response.prependOnceListener('close', () => {
      const route = routeOf(request);
      span?.updateName(`${request.method} ${route}`);
      span?.setAttributes({ 'http.route': route, 'wes.request_id': request.requestId });
    });
    next();
  };
}
