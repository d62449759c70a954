import type { RequestHandler } from 'express';
import { HttpProblem } from './http-problem.js';

/**
 * Refuses requests with more than one `Host` header (RFC 9112, 3.2): a proxy in front may have read another one of them.
 */
export function refuseSecondHost(): RequestHandler {
  return ({ rawHeaders }, _response, next) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    next(hosts.length > 1 ? HttpProblem.of('MALFORMED_REQUEST', { Connection: 'close' }) : undefined);
  };
}
