import { Query } from '@nestjs/common';
import type { ListQuery } from '../application/list-window.js';
import { invalidValue, ScimError } from '../domain/scim-error.js';
import { DEFAULT_SCIM_PAGE, MAX_SCIM_ATTRIBUTES, MAX_SCIM_PAGE } from '../domain/scim.limits.js';
import { pathOf, type Projection } from './projection.js';

/** The parameters of a request, as Express has parsed them. */
export type RawQuery = Readonly<Record<string, unknown>>;

/**
 * The part of a list that a client asks for, as a {@link ListQuery}.
 * @throws {ScimError} 400
 */
export function ScimList(): ParameterDecorator {
  return Query({ transform: readListQuery });
}

/**
 * The attributes that a client wants, or does not want, as a {@link Projection}.
 * @throws {ScimError} 400
 */
export function ScimAttributes(): ParameterDecorator {
  return Query({ transform: readProjection });
}

/** Rules that a client has for groups, in the address that it is given. */
export interface GroupRules {
  /** A name that another group has, in any case, is refused, as Entra expects it. */
  readonly hasUniqueName: boolean;
}

/** The parameters of a request that writes a group. */
export interface GroupWrite {
  readonly projection: Projection;
  readonly rules: GroupRules;
}

/** The parameters of a request that writes a group, as {@link GroupWrite}. @throws {ScimError} 400 */
export function ScimGroupWrite(): ParameterDecorator {
  return Query({
    transform: (query: RawQuery): GroupWrite => ({
      projection: readProjection(query),
      rules: readGroupRules(query),
    }),
  });
}

function readGroupRules(query: RawQuery): GroupRules {
  return { hasUniqueName: textOf(query, 'uniqueGroupNames')?.toLowerCase() === 'true' };
}

function readListQuery(query: RawQuery): ListQuery {
  const filter = textOf(query, 'filter');
  const sortBy = textOf(query, 'sortBy');
  const cursor = textOf(query, 'cursor', { isEmptyKept: true });
  return {
    ...(filter !== undefined && { filter }),
    ...(sortBy !== undefined && { sortBy }),
    ...(cursor !== undefined && { cursor }),
    isDescending: textOf(query, 'sortOrder')?.toLowerCase() === 'descending',
    startIndex: Math.max(1, numberOf(query, 'startIndex') ?? 1),
    count: Math.min(MAX_SCIM_PAGE, Math.max(0, numberOf(query, 'count') ?? DEFAULT_SCIM_PAGE)),
  };
}

function readProjection(query: RawQuery): Projection {
  return { attributes: namesOf(query, 'attributes'), excluded: namesOf(query, 'excludedAttributes') };
}

/** The value of a parameter whose name is in any case; the first of several. Empty ones count as not sent. */
export function textOf(query: RawQuery, name: string, { isEmptyKept = false } = {}): string | undefined {
  const key = Object.keys(query).find((each) => each.toLowerCase() === name.toLowerCase());
  const given: unknown = key === undefined ? undefined : query[key];
  const value: unknown = Array.isArray(given) ? given[0] : given;
  if (value === undefined || (value === '' && !isEmptyKept)) return undefined;
  if (typeof value !== 'string') throw invalidValue(name, 'must be a text');
  return value;
}

function numberOf(query: RawQuery, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^-?\d{1,9}$/.test(text)) throw invalidValue(name, 'must be an integer');
  return value;
}

/** Paths in lower case, each once. A path with a filter stands for its attribute. */
function namesOf(query: RawQuery, name: string): readonly string[] {
  const text = textOf(query, name)?.replace(/\[[^[\]]*\]/g, '') ?? '';
  const given = text.split(',').map((each) => each.trim());
  const paths = new Set(given.filter((each) => each !== '').map(pathOf));
  if (paths.size <= MAX_SCIM_ATTRIBUTES) return [...paths];
  throw new ScimError(400, `${name} has more than ${MAX_SCIM_ATTRIBUTES} names.`, 'tooMany');
}
