import { Injectable } from '@nestjs/common';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_MEMBERS } from '../domain/scim.limits.js';
import { groupResource, type GroupResource } from './group-resource.js';
import { idOf, windowOf, type ListQuery, type ResourceList } from './list-window.js';
import { parseFilter, type ScimFilter } from './scim-filter.js';
import { digestOf, GROUP_COLUMNS, ScimGroupsQueries } from './scim-groups.queries.js';
import { sortedBy } from './sorting.js';

/** Lists groups. */
@Injectable()
export class GroupListing {
  constructor(private readonly queries: ScimGroupsQueries) {}

  /** @throws {ScimError} 404, or 400 `tooMany` */
  async get(companyId: string, groupId: string, { hasMembers = true } = {}): Promise<GroupResource> {
    const group = await this.queries.get(companyId, groupId);
    if (!hasMembers)
      return groupResource(group, undefined, await this.queries.memberDigest(companyId, groupId));
    const members = await this.queries.members(companyId, groupId);
    return groupResource(group, members, digestOf(members));
  }

  /**
   * A group after a write, which is not refused for its size any more: without `members` where they are too many.
   * @throws {ScimError} 404
   */
  async getWritten(companyId: string, groupId: string, mostMembers: number): Promise<GroupResource> {
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
    const after = cursor === undefined ? undefined : idOf(cursor, filter);
    const found = await this.find(companyId, filter);
    const sorted = sortBy === undefined ? found : sortedBy(found, sortBy, query.isDescending);
    const page = windowOf(sorted, query, after);
    return {
      ...page,
      resources: hasMembers ? await this.withMembers(companyId, page.resources) : page.resources,
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

  /** The members of the groups of a page, of all together as many as one group may show. */
  private async withMembers(
    companyId: string,
    groups: readonly GroupResource[],
  ): Promise<readonly GroupResource[]> {
    const resources: GroupResource[] = [];
    let shown = 0;
    for (const group of groups) {
      const members = await this.queries.members(companyId, group.id);
      shown += members.length;
      if (shown > MAX_SCIM_MEMBERS) {
        const rule =
          `The groups have more than ${MAX_SCIM_MEMBERS} members: send excludedAttributes=members, or a ` +
          'lower count.';
        throw new ScimError(400, rule, 'tooMany');
      }
      resources.push({ ...group, members });
    }
    return resources;
  }
}
