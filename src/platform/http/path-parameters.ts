import type { Request } from 'express';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { filledTextIssues } from '../../shared-kernel/text.js';
import { detailOf } from './http-problem.js';
import { HANDLER_ERRORS } from './openapi/api-problems.js';
import type { ErrorCode } from './openapi/error-codes.js';

/** No id, e-mail address or external id is longer. */
const RULES = { maxLength: 255 };

/**
 * Refuses a value of the path that cannot be an id of anything, such as `%00`, like an unknown one. PostgreSQL takes
 * all other texts, and finds nothing by those that are no ids. It is not a pipe, because guards that look for the
 * resource run before pipes, and pipes do not know their handler. Public handlers check their own parameters.
 * @throws {DomainError} 404
 */
export function checkPathParameters({ actor, params }: Request, handler: object): void {
  if (!actor) return;
  for (const [name, value] of Object.entries(params)) {
    if (filledTextIssues(value, RULES).length === 0) continue;
    const code = notFoundCode(name, handler);
    throw new DomainError('not-found', code, detailOf(code));
  }
}

/** The 404 that the handler documents for the parameter: the one with its name, or its last. */
function notFoundCode(parameter: string, handler: object): ErrorCode {
  const documented = (Reflect.getMetadata(HANDLER_ERRORS, handler) ?? []) as readonly ErrorCode[];
  const codes = documented.filter((code) => code.endsWith('_NOT_FOUND'));
  const own = `${parameter.replace(/Id$/, '').toUpperCase()}_NOT_FOUND`;
  return codes.find((code) => code === own) ?? codes.at(-1) ?? 'ROUTE_NOT_FOUND';
}
