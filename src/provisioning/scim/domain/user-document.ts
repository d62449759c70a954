import type { Role } from '../../../shared-kernel/actor.js';
import type { ENTERPRISE_URN, WORKFORCE_URN } from './scim-urns.js';

export interface UserEmail {
  readonly value?: string;
  readonly display?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

export interface UserName {
  readonly formatted?: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

export interface EnterpriseUser {
  readonly employeeNumber?: string;
  readonly department?: string;
  readonly manager?: { readonly value?: string };
}

export interface WorkforceUser {
  readonly area?: string;
  readonly role?: Role;
  readonly managedAreas?: readonly string[];
  readonly profile?: readonly { readonly characteristic?: string; readonly value?: string }[];
}

/** The attributes of a user that clients write. Absent ones have no value. */
export interface UserDocument {
  readonly userName?: string;
  readonly externalId?: string;
  readonly active?: boolean;
  readonly displayName?: string;
  readonly name?: UserName;
  readonly emails?: readonly UserEmail[];
  readonly [ENTERPRISE_URN]?: EnterpriseUser;
  readonly [WORKFORCE_URN]?: WorkforceUser;
}

/** The address of the person among those of a user. */
export function chosenEmail(emails: readonly UserEmail[] = []): UserEmail | undefined {
  const withValue = emails.filter(({ value }) => value !== undefined && value !== '');
  return (
    withValue.find(({ primary }) => primary) ??
    withValue.find(({ type }) => type?.toLowerCase() === 'work') ??
    withValue[0]
  );
}

/** The name of a person from its parts. */
export function nameFromParts({ formatted, givenName, familyName }: UserName = {}): string | undefined {
  const parts = [givenName, familyName].filter((part) => part !== undefined);
  return parts.length === 0 ? formatted : parts.join(' ');
}
