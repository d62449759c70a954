import { tagOf } from '../../../platform/dto/ready-body.js';
import type { ScimGroup } from '../domain/group-change.js';
import { GROUP_URN } from '../domain/scim-urns.js';
import type { Member } from './scim-groups.queries.js';

/** A group of SCIM without addresses. */
export interface GroupResource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly displayName: string;
  readonly externalId?: string;
  readonly members?: readonly Member[];
  readonly meta: { readonly resourceType: 'Group'; readonly version?: string };
}

/** The text whose hash is the version. */
export function groupVersionText({ id, name, externalId }: ScimGroup, memberDigest: string): string {
  return JSON.stringify([id, name, externalId ?? null, memberDigest]);
}

/**
 * @param members - absent where they are not asked for
 * @param memberDigest - absent in lists, which have no versions
 */
export function groupResource(
  group: ScimGroup,
  members?: readonly Member[],
  memberDigest?: string,
): GroupResource {
  const { id, name: displayName, externalId } = group;
  return {
    schemas: [GROUP_URN],
    id,
    ...(externalId !== undefined && { externalId }),
    displayName,
    ...(members && { members }),
    meta: {
      resourceType: 'Group',
      ...(memberDigest !== undefined && { version: tagOf(groupVersionText(group, memberDigest)) }),
    },
  };
}
