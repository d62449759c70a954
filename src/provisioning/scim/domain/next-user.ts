import { isDeepStrictEqual } from 'node:util';
import { isMailAddress } from '../../../shared-kernel/email.js';
import { foldEmail } from '../../../shared-kernel/folding.js';
import { ENTERPRISE_URN, WORKFORCE_URN } from './scim-urns.js';
import { chosenEmail, compact, nameFromParts, type UserDocument, type UserEmail } from './user-document.js';

/**
 * The document of a user after a PUT. Of what it leaves out, only that is cleared which no other system writes, such as
 * `name`, `employeeNumber` and `manager`: providers send what they map (RFC 7644, 3.5.1).
 */
export function replaced(before: UserDocument, given: UserDocument): UserDocument {
  const department = given[ENTERPRISE_URN]?.department ?? before[ENTERPRISE_URN]?.department;
  const workforce = { ...before[WORKFORCE_URN], ...given[WORKFORCE_URN] };
  return compact({
    ...given,
    externalId: given.externalId ?? before.externalId,
    active: given.active ?? before.active,
    displayName: given.displayName ?? (given.name ? undefined : before.displayName),
    emails: given.emails ?? before.emails,
    [ENTERPRISE_URN]: { ...given[ENTERPRISE_URN], ...(department !== undefined && { department }) },
    [WORKFORCE_URN]: workforce,
  });
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
 * @returns undefined where it stays
 */
export function nextName(before: UserDocument, next: UserDocument): string | undefined {
  const parts = nameFromParts(next.name);
  if (next.displayName !== before.displayName) return next.displayName ?? parts;
  const isFromParts = before.displayName === undefined || before.displayName === nameFromParts(before.name);
  return isFromParts && parts !== before.displayName ? parts : undefined;
}
