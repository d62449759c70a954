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

/** The kinds that are asked for, or all that a key may read; undefined if it may not read one of them. */
export function kindsOfKey(
  scopes: readonly Scope[],
  asked: readonly ChangeKind[] | undefined,
): readonly ChangeKind[] | undefined {
  const readable: readonly ChangeKind[] = KEY_KIND_NAMES.filter((kind) => scopes.includes(KEY_KINDS[kind]));
  if (!asked) return readable;
  return asked.every((kind) => readable.includes(kind)) ? asked : undefined;
}
