import { emailIssues, isMailAddress } from '../../shared-kernel/email.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { notUnique } from './scim-error.js';
import type { ScimUser } from './scim-user.js';
import { chosenEmail, type UserDocument } from './user-document.js';

/** The holder of an identifier: nobody else, a person whom SCIM has written, or another employee. */
export type Holder = 'nobody' | 'user' | 'employee';

export interface Holders {
  readonly ofEmail: (email: string) => Holder;
  readonly ofExternalId: (externalId: string) => Holder;
}

/** Identifiers of the employee, and what the row of SCIM keeps beside them. */
export interface Identifiers {
  readonly email: string | null;
  readonly externalId: string | null;
  readonly keptExternalId: string | undefined;
  readonly externalIdFrom: 'externalId' | 'userName' | undefined;
}

interface Current {
  readonly email?: string;
  readonly externalId?: string;
}

/** The identifiers that a document asks for, which are looked up before {@link identify}. */
export function wantedIdentifiers(document: UserDocument): {
  readonly emails: readonly string[];
  readonly externalIds: readonly string[];
} {
  const email = wantedEmail(document);
  const { userName, externalId } = document;
  return {
    emails: email === undefined ? [] : [email],
    externalIds: [userName, externalId].filter((id) => id !== undefined),
  };
}

/**
 * The identifiers of the employee of a user. An address or external id that another user of SCIM has is kept as it was
 * sent, and not given to the employee: providers have such users, and `userName` alone tells them apart. One of an
 * employee whom SCIM does not know is refused, because that is likely the same person.
 * @throws {ScimError} 409
 */
export function identify(
  document: UserDocument,
  current: Current,
  row: ScimUser | undefined,
  holders: Holders,
): Identifiers {
  const email = usableEmail(document, current, holders);
  const external = usableExternalId(document, current, row, holders);
  if (email !== null || external.externalId !== null) return { email, ...external };
  const { userName = '' } = document;
  if (userName !== current.externalId && holders.ofExternalId(userName) !== 'nobody')
    throw notUnique('userName');
  return {
    email,
    externalId: userName,
    keptExternalId: document.externalId,
    externalIdFrom: 'userName',
  };
}

function wantedEmail({ emails, userName }: UserDocument): string | undefined {
  const chosen = chosenEmail(emails)?.value;
  if (chosen !== undefined) return emailIssues(chosen).length === 0 ? chosen : undefined;
  return userName !== undefined && isMailAddress(userName) ? userName : undefined;
}

function usableEmail(document: UserDocument, { email }: Current, { ofEmail }: Holders): string | null {
  const wanted = wantedEmail(document);
  if (wanted === undefined) return null;
  if (email !== undefined && foldEmail(email) === foldEmail(wanted)) return wanted;
  const holder = ofEmail(wanted);
  if (holder === 'employee') throw notUnique('emails');
  return holder === 'nobody' ? wanted : null;
}

function usableExternalId(
  { externalId: wanted }: UserDocument,
  { externalId: current }: Current,
  row: ScimUser | undefined,
  { ofExternalId }: Holders,
): Omit<Identifiers, 'email'> {
  const from = row?.details.externalIdFrom;
  const isOfOthers = current !== undefined && from === undefined;
  if (isOfOthers || wanted === undefined) {
    const keptExternalId = wanted === current ? undefined : wanted;
    return { externalId: isOfOthers ? current : null, keptExternalId, externalIdFrom: undefined };
  }
  const holder = wanted === current ? 'nobody' : ofExternalId(wanted);
  if (holder === 'employee') throw notUnique('externalId');
  if (holder === 'user') return { externalId: null, keptExternalId: wanted, externalIdFrom: undefined };
  return { externalId: wanted, keptExternalId: undefined, externalIdFrom: 'externalId' };
}
