import { COMPANY_MANAGERS, type Role, type Scope } from '../../shared-kernel/actor.js';

/** The kinds for API keys, each with the scope that reads it. */
export const KEY_KINDS = {
  employee: 'employees:read',
  timesheet: 'timesheets:read',
  deletedTimesheet: 'timesheets:read',
  area: 'segmentation:read',
  group: 'segmentation:read',
  characteristic: 'segmentation:read',
} as const satisfies Readonly<Record<string, Scope>>;

/** The kinds for sessions. */
export const SESSION_KINDS = ['plan', 'template'] as const;

export type KeyKind = keyof typeof KEY_KINDS;
export type ChangeKind = KeyKind | (typeof SESSION_KINDS)[number];

export const KEY_KIND_NAMES = Object.keys(KEY_KINDS) as KeyKind[];

/** All kinds. Of one transaction they are read in this order, which cursors have; new ones come last. */
export const CHANGE_KINDS: readonly ChangeKind[] = [...KEY_KIND_NAMES, ...SESSION_KINDS];

/** Roles whose sessions read the feed. */
export const FEED_ROLES: readonly Role[] = COMPANY_MANAGERS;

/** The kinds that a key may read, or undefined if it may not read one that it asks for. */
export function kindsOfKey(
  scopes: readonly Scope[],
  asked: readonly KeyKind[] | undefined,
): KeyKind[] | undefined {
  const mayRead = (kind: KeyKind): boolean => scopes.includes(KEY_KINDS[kind]);
  if (asked?.some((kind) => !mayRead(kind))) return undefined;
  return KEY_KIND_NAMES.filter((kind) => (asked ? asked.includes(kind) : mayRead(kind)));
}
