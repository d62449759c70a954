import type { Role } from '../../shared-kernel/actor.js';
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

export interface UserPhone {
  readonly value?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

export interface UserAddress {
  readonly formatted?: string;
  readonly streetAddress?: string;
  readonly locality?: string;
  readonly region?: string;
  readonly postalCode?: string;
  readonly country?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

/** Attributes that are kept and shown as they were sent, and that have no other use. */
export interface KeptAttributes {
  readonly title?: string;
  readonly userType?: string;
  readonly preferredLanguage?: string;
  readonly locale?: string;
  readonly phoneNumbers?: readonly UserPhone[];
  readonly addresses?: readonly UserAddress[];
}

export interface EnterpriseUser {
  readonly employeeNumber?: string;
  readonly organization?: string;
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
export interface UserDocument extends KeptAttributes {
  readonly userName?: string;
  readonly externalId?: string;
  readonly active?: boolean;
  readonly displayName?: string;
  readonly name?: UserName;
  readonly emails?: readonly UserEmail[];
  readonly [ENTERPRISE_URN]?: EnterpriseUser;
  readonly [WORKFORCE_URN]?: WorkforceUser;
}

/** The attributes of a user or of a row that are kept as they were sent. */
export function keptOf(source: KeptAttributes): KeptAttributes {
  const { title, userType, preferredLanguage, locale, phoneNumbers, addresses } = source;
  return compact({ title, userType, preferredLanguage, locale, phoneNumbers, addresses });
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** An object without the properties that are undefined. */
export function compact<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

export function compactOrNone<T extends object>(object: T): Defined<T> | undefined {
  const defined = compact(object);
  return Object.keys(defined).length === 0 ? undefined : defined;
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

/** Values of which one at most is primary: the last one of those that are. */
export function withOnePrimary<Value extends { readonly primary?: boolean }>(
  values: readonly Value[],
): readonly Value[] {
  const last = values.findLastIndex(({ primary }) => primary);
  return values.map((value, index) =>
    value.primary && index !== last ? { ...value, primary: false } : value,
  );
}

/**
 * Parts of a name that nobody has sent: the last word is the family name, and those before it are the given name. One
 * word is the formatted name only.
 */
export function partsOfName(name: string): UserName {
  const at = name.lastIndexOf(' ');
  if (at < 1 || at === name.length - 1) return { formatted: name };
  return { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

/** The name of a person from its parts. */
export function nameFromParts({ formatted, givenName, familyName }: UserName = {}): string | undefined {
  const parts = [givenName, familyName].filter((part) => part !== undefined);
  return parts.length === 0 ? formatted : parts.join(' ');
}
