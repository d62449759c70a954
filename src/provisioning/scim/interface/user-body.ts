import type { UserResource } from '../application/user-resource.js';
import { ENTERPRISE_URN, SCIM_PATH } from '../domain/scim-urns.js';

/** The address of a user. */
export function userLocation(baseUrl: string, id: string): string {
  return `${baseUrl}/${SCIM_PATH}/Users/${encodeURIComponent(id)}`;
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
      groups: groups.map((group) => ({ ...group, $ref: `${baseUrl}/${SCIM_PATH}/Groups/${group.value}` })),
    }),
    ...(enterprise && { [ENTERPRISE_URN]: { ...enterprise, ...withAddress } }),
    meta: { ...meta, location: userLocation(baseUrl, user.id) },
  };
}
