import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_SCAN } from '../domain/scim.limits.js';
import { cursorOf, idOf, windowOf, type ListQuery, type ResourceList } from './list-window.js';
import { parseFilter, type ScimFilter } from './scim-filter.js';
import { sortedBy } from './sorting.js';
import { ScimUsersQueries, type IndexedAttribute } from './scim-users.queries.js';
import { userResource, type UserResource, type UserView } from './user-resource.js';

/** People who are read at a time to apply a filter to them. */
const BATCH = 500;

const INDEXED: readonly IndexedAttribute[] = ['id', 'userName', 'externalId', 'emails'];

/** Lists people with filters, orders, windows (RFC 7644, 3.4.2) and cursors (RFC 9865). */
@Injectable()
export class UserListing {
  constructor(private readonly queries: ScimUsersQueries) {}

  /** @throws {ScimError} 400 */
  async list(companyId: string, query: ListQuery): Promise<ResourceList<UserResource>> {
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
    { startIndex, count, filter }: ListQuery,
    after: string | undefined,
  ): Promise<ResourceList<UserResource>> {
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
