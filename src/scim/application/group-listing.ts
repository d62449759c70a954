import { Injectable } from '@nestjs/common';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_MEMBERS } from '../domain/scim.limits.js';
import { groupResource, type GroupResource } from './group-resource.js';
import {
  cursorOf,
  idOf,
  refuseSortedCursor,
  windowOf,
  type ListQuery,
  type ResourceList,
} from './list-window.js';
import { parseFilter, type ScimFilter } from './scim-filter.js';
import { digestOf, GROUP_COLUMNS, ScimGroupsQueries } from './scim-groups.queries.js';
import { sortedBy } from './sorting.js';

/** Lists groups. */
@Injectable()
export class GroupListing {
  constructor(private readonly queries: ScimGroupsQueries) {}

  /**
   * A group, without `members` where they are too many.
   * @throws {ScimError} 404
   */
  async get(companyId: string, groupId: string, mostMembers: number): Promise<GroupResource> {
    const group = await this.queries.get(companyId, groupId);
    const members = await this.queries.firstMembers(companyId, groupId, mostMembers + 1);
    return members.length <= mostMembers
      ? groupResource(group, members, digestOf(members))
      : groupResource(group, undefined, await this.queries.memberDigest(companyId, groupId));
  }

  /** @throws {ScimError} 400 */
  async list(
    companyId: string,
    query: ListQuery,
    { hasMembers = true } = {},
  ): Promise<ResourceList<GroupResource>> {
    const { filter, sortBy, cursor } = query;
    refuseSortedCursor(query);
    const after = cursor === undefined ? undefined : idOf(cursor, filter);
    const found = await this.find(companyId, filter);
    const sorted = sortBy === undefined ? found : sortedBy(found, sortBy, query.isDescending);
    const page = windowOf(sorted, query, after);
    if (!hasMembers) return page;
    const resources = await this.withMembers(companyId, page.resources);
    const last = resources.length < page.resources.length ? resources.at(-1) : undefined;
    return {
      ...page,
      resources,
      ...(last && cursor !== undefined && { nextCursor: cursorOf(last.id, filter) }),
    };
  }

  private async find(companyId: string, text: string | undefined): Promise<GroupResource[]> {
    if (text === undefined) return (await this.queries.list(companyId)).map((group) => groupResource(group));
    const filter = parseFilter(text);
    const member = await this.member(companyId, filter);
    const found = await this.queries.matches(companyId, filter.condition(GROUP_COLUMNS, 2));
    return found.flatMap(({ matches, ...stored }) => {
      const group = groupResource(stored);
      const isIn = member?.groupIds.has(group.id) ?? false;
      const resource = { ...group, ...(isIn && { members: [{ value: member?.id }] }) };
      return (matches ?? filter.matches(resource)) ? [group] : [];
    });
  }

  /** The person whom a filter names, with their groups. */
  private async member(
    companyId: string,
    filter: ScimFilter,
  ): Promise<{ readonly id: string; readonly groupIds: ReadonlySet<string> } | undefined> {
    if (!filter.names('members')) return undefined;
    const id = filter.valueOf('members');
    if (id === undefined)
      throw new ScimError(400, 'Groups are found by members with eq only.', 'invalidFilter');
    return { id, groupIds: await this.queries.groupsOf(companyId, id) };
  }

  /**
   * The first groups of a page with their members, of all together as many as one group may show; at least one group. A
   * group with more members has none here, and is the only one of its page.
   */
  private async withMembers(
    companyId: string,
    groups: readonly GroupResource[],
  ): Promise<readonly GroupResource[]> {
    const resources: GroupResource[] = [];
    let rest = MAX_SCIM_MEMBERS;
    for (const group of groups) {
      const members = await this.queries.firstMembers(companyId, group.id, rest + 1);
      const isTooLarge = members.length > rest;
      if (isTooLarge && resources.length > 0) break;
      resources.push(isTooLarge ? group : { ...group, members });
      if (isTooLarge) break;
      rest -= members.length;
    }
    return resources;
  }
}
