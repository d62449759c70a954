import { hash } from 'node:crypto';
import { ScimError } from '../domain/scim-error.js';

/** The window of a list, and what is in it. */
export interface ListQuery {
  readonly filter?: string;
  readonly sortBy?: string;
  readonly isDescending?: boolean;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  /** In place of `startIndex`; empty for the first page. */
  readonly cursor?: string;
}

export interface ResourceList<Resource> {
  readonly total: number;
  readonly resources: readonly Resource[];
  readonly nextCursor?: string;
}

/** @throws {ScimError} 400 */
export function refuseSortedCursor({ cursor, sortBy }: ListQuery): void {
  if (cursor !== undefined && sortBy !== undefined)
    throw new ScimError(400, 'A list with a cursor has the order of the ids.', 'invalidValue');
}

/** @param found - in the order of the ids where there is a cursor */
export function windowOf<Resource extends { readonly id: string }>(
  found: readonly Resource[],
  { startIndex, count, filter }: ListQuery,
  after: string | undefined,
): ResourceList<Resource> {
  const rest = after === undefined ? found.slice(startIndex - 1) : found.filter(({ id }) => id > after);
  const resources = rest.slice(0, count);
  const last = after !== undefined && rest.length > count ? resources.at(-1)?.id : undefined;
  return {
    total: found.length,
    resources,
    ...(last !== undefined && { nextCursor: cursorOf(last, filter) }),
  };
}

/** The last id of a page, and the filter that it belongs to. */
export function cursorOf(id: string, filter = ''): string {
  return `${id}${digestOf(filter)}`;
}

const CURSOR = /^([0-9a-f]{24})([0-9a-f]{16})$/;

/**
 * The id before the first of the page; empty for the beginning.
 * @throws {ScimError} 400 `invalidCursor`
 */
export function idOf(cursor: string, filter = ''): string {
  if (cursor === '') return '';
  const [, id, digest] = CURSOR.exec(cursor) ?? [];
  if (id === undefined || digest !== digestOf(filter))
    throw new ScimError(400, 'The cursor is not one of this list and filter.', 'invalidCursor');
  return id;
}

function digestOf(filter: string): string {
  return hash('sha256', filter, 'hex').slice(0, 16);
}
