import { isDeepStrictEqual } from 'node:util';
import { isMailAddress } from '../../shared-kernel/email.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { isNamed } from './read-document.js';
import { ENTERPRISE_URN, WORKFORCE_URN } from './scim-urns.js';
import {
  chosenEmail,
  compact,
  nameFromParts,
  type UserDocument,
  type UserEmail,
  type UserName,
} from './user-document.js';

/**
 * The document of a user after a PUT. Of what it leaves out, only that is cleared which no other system writes, such as
 * `name`, `employeeNumber` and `manager`: providers send what they map. Null and an empty list clear what they name
 * (RFC 7644, 3.5.1), but for `active` and `displayName`, which a person always has.
 * @param body - of the request, from which `given` was read
 */
export function replaced(before: UserDocument, given: UserDocument, body: unknown): UserDocument {
  const { department } = isNamed(body, 'department', ENTERPRISE_URN) ? {} : (before[ENTERPRISE_URN] ?? {});
  const kept = Object.entries(before[WORKFORCE_URN] ?? {}).filter(
    ([name]) => !isNamed(body, name, WORKFORCE_URN),
  );
  return compact({
    ...given,
    externalId: isNamed(body, 'externalId') ? given.externalId : before.externalId,
    active: given.active ?? before.active,
    displayName: given.displayName ?? (given.name ? undefined : before.displayName),
    emails: isNamed(body, 'emails') ? given.emails : before.emails,
    [ENTERPRISE_URN]: { ...(department !== undefined && { department }), ...given[ENTERPRISE_URN] },
    [WORKFORCE_URN]: { ...Object.fromEntries(kept), ...given[WORKFORCE_URN] },
  });
}

/** True where two documents differ in `active` at most. */
export function isSameButActive(one: UserDocument, other: UserDocument): boolean {
  return isDeepStrictEqual(withoutActive(one), withoutActive(other));
}

function withoutActive(user: UserDocument): object {
  const { active: _, [ENTERPRISE_URN]: enterprise = {}, [WORKFORCE_URN]: workforce = {}, ...others } = user;
  return { ...compact(others), [ENTERPRISE_URN]: compact(enterprise), [WORKFORCE_URN]: compact(workforce) };
}

/** The document with the addresses that follow a changed name: the one that was the name is the new one. */
export function withFollowingEmail(before: UserDocument, next: UserDocument): UserDocument {
  const { userName = '', emails } = next;
  const chosen = chosenEmail(emails);
  const isSame = isDeepStrictEqual(emails, before.emails) && userName !== before.userName;
  if (!isSame || !isMailAddress(userName) || chosen?.value === undefined) return next;
  if (foldEmail(chosen.value) !== foldEmail(before.userName ?? '')) return next;
  const followed = emails?.map((each): UserEmail => (each === chosen ? { ...each, value: userName } : each));
  return { ...next, ...(followed && { emails: followed }) };
}

/**
 * The name that an employee gets: `displayName` where the request has it, else the parts where they are, and the name
 * was made of them. A name is changed and never cleared.
 * @param sent - the parts that a client has sent before
 * @returns undefined where it stays
 */
export function nextName(
  before: UserDocument,
  next: UserDocument,
  sent: UserName | undefined,
): string | undefined {
  const parts = nameFromParts(next.name);
  if (next.displayName !== before.displayName) return next.displayName ?? parts;
  const isFromParts = before.displayName === undefined || before.displayName === nameFromParts(sent);
  return isFromParts && parts !== before.displayName ? parts : undefined;
}
