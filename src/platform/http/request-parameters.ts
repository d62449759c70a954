import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { closest } from 'fastest-levenshtein';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { filledTextIssues } from '../../shared-kernel/text.js';
import { parametersOf } from '../dto/query-properties.js';
import { detailOf, HttpProblem } from './http-problem.js';
import { MAX_QUERY_PARAMETERS } from './limits.js';
import { HANDLER_ERRORS } from './openapi/api-problems.js';

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
function notFoundCode(parameter: string, handler: object): string {
  const documented = (Reflect.getMetadata(HANDLER_ERRORS, handler) ?? []) as readonly string[];
  const codes = documented.filter((code) => code.endsWith('_NOT_FOUND'));
  const own = `${parameter.replace(/Id$/, '').toUpperCase()}_NOT_FOUND`;
  return codes.find((code) => code === own) ?? codes.at(-1) ?? 'ROUTE_NOT_FOUND';
}

/** @throws {HttpProblem} 400 */
export function checkParameterCount({ url }: Request): void {
  if (url.split('&').length <= MAX_QUERY_PARAMETERS) return;
  const rule = `The query has more than ${MAX_QUERY_PARAMETERS} parameters.`;
  throw new HttpProblem(400, 'TOO_MANY_PARAMETERS', rule);
}

/**
 * Refuses query parameters that the operation does not have, because a misspelt filter would list everything
 * (docs/contract.md, "Query parameters"). Only for callers with a credential: what appends parameters to the links of
 * mails may do so.
 * @throws {HttpProblem} 400, also where the operation answers other validation errors with 412
 */
export function checkQueryParameters({ actor, query }: Request, context: ExecutionContext): void {
  const given = Object.keys(query);
  if (!actor || given.length === 0) return;
  const known = parametersOfHandler(context);
  const unknown = given.filter((name) => !known.includes(nameOf(name)));
  const errors = unknown.map((name) => ({
    path: name || '=', // a value without a name
    code: 'UNKNOWN',
    message: hint(nameOf(name), known),
  }));
  const [first] = errors;
  if (first) throw new HttpProblem(400, 'UNKNOWN_PARAMETER', `${first.path} ${first.message}.`, { errors });
}

/** A list may be written with brackets. */
function nameOf(parameter: string): string {
  return parameter.replace(/\[.*$/s, '');
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is unknown: the operation has no query parameters';
  const folded = known.map((each) => each.toLowerCase());
  const nearest = known[folded.indexOf(closest(name.toLowerCase(), folded))];
  return `is unknown; the nearest parameter is ${nearest}`;
}

/** Names of the parameters of the query class of a handler; none without one. */
function parametersOfHandler(context: ExecutionContext): readonly string[] {
  const [type, name] = [context.getClass(), context.getHandler().name];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const query = Object.entries(args).find(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))?.[1];
  if (!query) return [];
  const types = Reflect.getMetadata('design:paramtypes', type.prototype as object, name) as Type[];
  const queryClass = types[query.index];
  return queryClass ? [...parametersOf(queryClass.prototype as object).keys()] : [];
}
