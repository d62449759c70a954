import { compact } from './user-document.js';
import type { ScimDetails } from './scim-user.js';

/** A person whose name in a group changes. */
export interface MemberName {
  readonly id: string;
  /** The groups of the person by now: names in others are forgotten. */
  readonly groupIds: readonly string[];
  /** Absent for the name of the person. */
  readonly name?: string;
}

/** The details of a person with the name in a group; the same object where nothing changes. */
export function withMemberName(
  details: ScimDetails,
  groupId: string,
  { groupIds, name }: MemberName,
): ScimDetails {
  const { memberNames = {}, ...others } = details;
  const kept = Object.entries(memberNames).filter(([id]) => id !== groupId && groupIds.includes(id));
  const isSame =
    memberNames[groupId] === name && kept.length === Object.keys(memberNames).length - (name ? 1 : 0);
  if (isSame) return details;
  const names = [...kept, ...(name === undefined ? [] : [[groupId, name] as const])];
  return compact({ ...others, memberNames: names.length === 0 ? undefined : Object.fromEntries(names) });
}
