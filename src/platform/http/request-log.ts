import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { REQUEST_ID_PATTERN, routeOf } from './request.js';

const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);
const QUIET_ROUTES = new Set(['/health', '/health/live', '/health/ready']);

/** Gives every request its id and logs one line when it is over: method, route, status, duration, caller and error. */
export function requestLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    const given = request.headers['x-request-id'];
    request.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    response.once('close', () => {
      const route = routeOf(request);
      const { statusCode } = response;
      // 501 says that the service does not offer something: no failure of it.
      const isFailure = statusCode >= 500 && statusCode !== 501;
      const level = isFailure ? 'error' : QUIET_ROUTES.has(route) ? 'debug' : 'info';
      logger[level](
        {
          requestId: request.requestId,
          method: request.method,
          route,
          status: response.writableFinished ? statusCode : 'aborted',
          durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
          ...callerOf(request),
          ...(request.errorCode !== undefined && { errorCode: request.errorCode }),
        },
        'request',
      );
    });
    next();
  };
}

/** The caller by ids, for the log: names and addresses of people do not belong there. */
export function callerOf({ actor }: Request): object {
  if (!actor) return {};
  const { companyId } = actor;
  return actor.kind === 'user'
    ? { companyId, userId: actor.userId }
    : { companyId, apiKeyId: actor.apiKeyId };
}
