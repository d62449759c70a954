import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_SCAN } from '../domain/scim.limits.js';
import { parseFilter, type ScimFilter } from './scim-filter.js';
import { sortedBy } from './sorting.js';
import { ScimUsersQueries, type IndexedAttribute } from './scim-users.queries.js';
import { userResource, type UserResource, type UserView } from './user-resource.js';

/** The window of a list, and what is in it. */
export interface UserListQuery {
  readonly filter?: string;
  readonly sortBy?: string;
  readonly isDescending?: boolean;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  /** In place of `startIndex`; empty for the first page. */
  readonly cursor?: string;
}

export interface UserList {
  readonly total: number;
  readonly resources: readonly UserResource[];
  readonly nextCursor?: string;
}

/** People who are read at a time to apply a filter to them. */
const BATCH = 500;

const INDEXED: readonly IndexedAttribute[] = ['id', 'userName', 'externalId', 'emails'];

/** Lists people with filters, orders, windows (RFC 7644, 3.4.2) and cursors (RFC 9865). */
@Injectable()
export class UserListing {
  constructor(private readonly queries: ScimUsersQueries) {}

  /** @throws {ScimError} 400 */
  async list(companyId: string, query: UserListQuery): Promise<UserList> {
    const { filter, sortBy, cursor } = query;
    if (cursor !== undefined && sortBy !== undefined)
      throw new ScimError(400, 'A list with a cursor has the order of the ids.', 'invalidValue');
    const after = cursor === undefined ? undefined : idOf(cursor, filter);
    if (filter === undefined && sortBy === undefined) return this.page(companyId, query, after);
    const parsed = filter === undefined ? undefined : parseFilter(filter);
    const found = await this.find(companyId, parsed);
    const sorted = sortBy === undefined ? found : sortedBy(found, sortBy, query.isDescending);
    return windowOf(sorted, query, after);
  }

  private async page(
    companyId: string,
    { startIndex, count, filter }: UserListQuery,
    after: string | undefined,
  ): Promise<UserList> {
    const total = await this.queries.count(companyId);
    const offset = after === undefined ? startIndex - 1 : 0;
    const isEmpty = count === 0 || (after === undefined && offset >= total);
    const limit = after === undefined ? count : count + 1;
    const views = isEmpty
      ? []
      : await this.queries.page(companyId, { offset, limit, ...(after !== undefined && { after }) });
    const resources = views.slice(0, count).map(userResource);
    const last = views.length > count ? resources.at(-1)?.id : undefined;
    return { total, resources, ...(last !== undefined && { nextCursor: cursorOf(last, filter) }) };
  }

  /** In the order of the ids. @param filter - absent for all people */
  private async find(companyId: string, filter: ScimFilter | undefined): Promise<UserResource[]> {
    for (const attribute of INDEXED) {
      const value = filter?.valueOf(attribute);
      if (value === undefined) continue;
      const views = await this.queries.candidates(companyId, attribute, value);
      return matching(views, filter);
    }
    return this.scan(companyId, filter);
  }

  private async scan(companyId: string, filter: ScimFilter | undefined): Promise<UserResource[]> {
    const total = await this.queries.count(companyId);
    if (total > MAX_SCIM_SCAN) {
      const rule = `Only userName, externalId, emails and id with eq are found among more than ${MAX_SCIM_SCAN} people.`;
      throw new ScimError(400, rule, 'tooMany');
    }
    const found: UserResource[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const views: UserView[] = await this.queries.page(companyId, { after, limit: BATCH });
      found.push(...matching(views, filter));
      after = views.length < BATCH ? undefined : views.at(-1)?.person.id;
      await setImmediate();
    }
    return found;
  }
}

function matching(views: readonly UserView[], filter: ScimFilter | undefined): UserResource[] {
  const resources = views.map(userResource);
  return filter ? resources.filter(filter.matches) : resources;
}

function windowOf(
  found: readonly UserResource[],
  { startIndex, count, filter }: UserListQuery,
  after: string | undefined,
): UserList {
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
function cursorOf(id: string, filter = ''): string {
  return `${id}${digestOf(filter)}`;
}

const CURSOR = /^([0-9a-f]{24})([0-9a-f]{16})$/;

/** @throws {ScimError} 400 `invalidCursor` */
function idOf(cursor: string, filter = ''): string {
  if (cursor === '') return '';
  const [, id, digest] = CURSOR.exec(cursor) ?? [];
  if (id === undefined || digest !== digestOf(filter))
    throw new ScimError(400, 'The cursor is not one of this list and filter.', 'invalidCursor');
  return id;
}

function digestOf(filter: string): string {
  return hash('sha256', filter, 'hex').slice(0, 16);
}
