import { tagOf } from '../../platform/dto/ready-body.js';
import { timeOfId } from '../../shared-kernel/id.js';
import { GROUP_URN } from '../domain/scim-urns.js';
import type { Member, StoredGroup } from './scim-groups.queries.js';

/** A group of SCIM without addresses. */
export interface GroupResource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly displayName: string;
  readonly externalId?: string;
  readonly members?: readonly Member[];
  readonly meta: {
    readonly resourceType: 'Group';
    readonly created: string;
    /**
     * Of name and external id. Members move the version only: who joins or leaves is a change of the employee, by any
     * way in, and a write of the group with each would let those changes wait for each other.
     */
    readonly lastModified: string;
    readonly version?: string;
  };
}

/** The text whose hash is the version. */
export function groupVersionText(group: StoredGroup, memberDigest: string): string {
  const { id, name, externalId } = group.document;
  return JSON.stringify([id, name, externalId ?? null, lastModifiedOf(group), memberDigest]);
}

/** A group is made with its id. */
function lastModifiedOf({ document: { id }, updatedAt }: StoredGroup): string {
  const created = timeOfId(id);
  return (updatedAt && updatedAt > created ? updatedAt : created).toISOString();
}

/**
 * @param members - absent where they are not asked for
 * @param memberDigest - absent in lists, which have no versions
 */
export function groupResource(
  group: StoredGroup,
  members?: readonly Member[],
  memberDigest?: string,
): GroupResource {
  const { id, name: displayName, externalId } = group.document;
  return {
    schemas: [GROUP_URN],
    id,
    ...(externalId !== undefined && { externalId }),
    displayName,
    ...(members && { members }),
    meta: {
      resourceType: 'Group',
      created: timeOfId(id).toISOString(),
      lastModified: lastModifiedOf(group),
      ...(memberDigest !== undefined && { version: tagOf(groupVersionText(group, memberDigest)) }),
    },
  };
}
