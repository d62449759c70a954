import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { closest } from 'fastest-levenshtein';
import { parametersOf } from '../dto/query-properties.js';
import { HttpProblem } from './http-problem.js';

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
