import { Injectable } from '@nestjs/common';
import { Turns } from '../../shared-kernel/turns.js';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_MATCHES } from '../domain/scim.limits.js';
import {
  cursorOf,
  idOf,
  refuseSortedCursor,
  windowOf,
  type ListQuery,
  type ResourceList,
} from './list-window.js';
import type { Condition } from './filter-condition.js';
import { parseFilter, type ScimFilter } from './scim-filter.js';
import { sortedBy } from './sorting.js';
import { ScimUsersQueries, type IndexedAttribute } from './scim-users.queries.js';
import { USER_COLUMNS } from './user-columns.js';
import { userResource, type UserResource, type UserView } from './user-resource.js';

/** People who are read at a time. */
const BATCH = 500;

const INDEXED: readonly IndexedAttribute[] = ['id', 'userName', 'externalId', 'emails'];

const EVERYONE: Condition = { text: 'true', values: [] };

/** A person of a list, who may have been read already. */
interface Found {
  readonly id: string;
  readonly resource?: UserResource;
}

/** Lists people with filters, orders, windows (RFC 7644, 3.4.2) and cursors (RFC 9865). */
@Injectable()
export class UserListing {
  constructor(private readonly queries: ScimUsersQueries) {}

  /** @throws {ScimError} 400 */
  async list(companyId: string, query: ListQuery): Promise<ResourceList<UserResource>> {
    const { filter, sortBy, cursor } = query;
    refuseSortedCursor(query);
    const after = cursor === undefined ? undefined : idOf(cursor, filter);
    if (filter === undefined && sortBy === undefined) return this.page(companyId, query, after);
    const found = await this.find(companyId, filter === undefined ? undefined : parseFilter(filter));
    if (sortBy !== undefined) {
      const sorted = sortedBy(await this.read(companyId, found), sortBy, query.isDescending);
      return windowOf(sorted, query, after);
    }
    const { resources, ...others } = windowOf(found, query, after);
    return { ...others, resources: await this.read(companyId, resources) };
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
    const resources = await resourcesOf(views.slice(0, count));
    const last = views.length > count ? resources.at(-1)?.id : undefined;
    return { total, resources, ...(last !== undefined && { nextCursor: cursorOf(last, filter) }) };
  }

  /** In the order of the ids. @param filter - absent for all people */
  private async find(companyId: string, filter: ScimFilter | undefined): Promise<readonly Found[]> {
    for (const attribute of INDEXED) {
      const value = filter?.valueOf(attribute);
      if (value === undefined) continue;
      const views = await this.queries.candidates(companyId, attribute, value);
      return matching(await resourcesOf(views), filter).map((resource) => ({ id: resource.id, resource }));
    }
    const condition = filter?.condition(USER_COLUMNS, 2) ?? EVERYONE;
    const matches = await this.queries.matches(companyId, condition);
    if (matches.length > MAX_SCIM_MATCHES) {
      const rule =
        `The list has, or may have, more than ${MAX_SCIM_MATCHES} people: send a narrower filter, or none ` +
        'and a cursor.';
      throw new ScimError(400, rule, 'tooMany');
    }
    const unsure = matches.filter((each) => each.matches === null);
    const confirmed = await this.confirmed(companyId, unsure, filter);
    return matches.filter((each) => each.matches ?? confirmed.has(each.id));
  }

  /** Those to whom the filter applies. */
  private async confirmed(
    companyId: string,
    people: readonly Found[],
    filter: ScimFilter | undefined,
  ): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const turns = new Turns();
    for (let at = 0; at < people.length; at += BATCH) {
      for (const resource of await this.read(companyId, people.slice(at, at + BATCH))) {
        for (const { id } of matching([resource], filter)) ids.add(id);
        // A filter may look at all values of a person, for each of its comparisons.
        await turns.pass();
      }
    }
    return ids;
  }

  /** In the same order, without those who are gone by now. */
  private async read(companyId: string, found: readonly Found[]): Promise<UserResource[]> {
    const unread = found.filter(({ resource }) => !resource).map(({ id }) => id);
    const read = new Map<string, UserResource>();
    for (let at = 0; at < unread.length; at += BATCH) {
      const views = await this.queries.among(companyId, unread.slice(at, at + BATCH));
      for (const resource of await resourcesOf(views)) read.set(resource.id, resource);
    }
    return found.flatMap(({ id, resource = read.get(id) }) => resource ?? []);
  }
}

/** A person may have thousands of areas, whose names are a part of each version. */
async function resourcesOf(views: readonly UserView[]): Promise<UserResource[]> {
  const turns = new Turns();
  const resources: UserResource[] = [];
  for (const view of views) {
    resources.push(userResource(view));
    await turns.pass();
  }
  return resources;
}

function matching(
  resources: readonly UserResource[],
  filter: ScimFilter | undefined,
): readonly UserResource[] {
  return filter ? resources.filter(filter.matches) : resources;
}
