import type { GroupResource } from '../application/group-resource.js';
import type { UserResource } from '../application/user-resource.js';
import { ENTERPRISE_URN, SCIM_PATH } from '../domain/scim-urns.js';

/** The address of a user. */
export function userLocation(baseUrl: string, id: string): string {
  return `${baseUrl}/${SCIM_PATH}/Users/${encodeURIComponent(id)}`;
}

/** The address of a group. */
export function groupLocation(baseUrl: string, id: string): string {
  return `${baseUrl}/${SCIM_PATH}/Groups/${encodeURIComponent(id)}`;
}

/** A user with the addresses of the resources that it names. */
export function userBody(user: UserResource, baseUrl: string): object {
  const { [ENTERPRISE_URN]: enterprise, meta, groups, ...others } = user;
  const manager = enterprise?.manager;
  const isKnown = manager !== undefined && 'displayName' in manager;
  const withAddress = isKnown && {
    manager: { ...manager, $ref: userLocation(baseUrl, manager.value ?? '') },
  };
  return {
    ...others,
    ...(groups && {
      groups: groups.map((group) => ({ ...group, $ref: groupLocation(baseUrl, group.value) })),
    }),
    ...(enterprise && { [ENTERPRISE_URN]: { ...enterprise, ...withAddress } }),
    meta: { ...meta, location: userLocation(baseUrl, user.id) },
  };
}

/** A group with the addresses of its members. */
export function groupBody({ members, meta, ...group }: GroupResource, baseUrl: string): object {
  return {
    ...group,
    ...(members && {
      members: members.map(({ value, display }) => ({
        value,
        ...(display !== null && { display }),
        type: 'User',
        $ref: userLocation(baseUrl, value),
      })),
    }),
    meta: { ...meta, location: groupLocation(baseUrl, group.id) },
  };
}
