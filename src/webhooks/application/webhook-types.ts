import { CHANGE_KINDS, KIND_SCOPES, SESSION_KINDS, type ChangeKind } from '../../changes/index.js';
import type { Scope } from '../../shared-kernel/actor.js';

/** The scope without which a key may have no webhooks. */
export const WEBHOOK_SCOPE: Scope = 'webhooks:manage';

/** The types of messages about a kind. */
const typesOf = (kind: ChangeKind): string[] => [`${kind}.changed`, `${kind}.deleted`];

/** The types that a webhook can ask for. */
export const WEBHOOK_TYPES: readonly string[] = CHANGE_KINDS.flatMap(typesOf);

const SESSION_TYPES = SESSION_KINDS.flatMap(typesOf);

/** The type of the message about an object that has changed. */
export function typeOf(kind: ChangeKind, isDeleted: boolean): string {
  return `${kind}.${isDeleted ? 'deleted' : 'changed'}`;
}

export function kindOfType(type: string): ChangeKind | undefined {
  return CHANGE_KINDS.find((kind) => typesOf(kind).includes(type));
}

/** True for a type of which sessions of admins are told, and keys are not. */
export function isSessionType(type: string): boolean {
  return SESSION_TYPES.includes(type);
}

/** The scopes that a key needs to be told of types; undefined where one is for sessions only. */
export function scopesOf(types: readonly string[]): readonly Scope[] | undefined {
  const scopes = types.map((type) => KIND_SCOPES.get(kindOfType(type) as ChangeKind));
  const known = scopes.filter((scope) => scope !== undefined);
  return known.length < scopes.length ? undefined : [...new Set([WEBHOOK_SCOPE, ...known])].sort();
}

/** The types of messages that a key reads by its scopes. */
export function typesOfScopes(scopes: readonly Scope[]): string[] {
  return WEBHOOK_TYPES.filter((type) => scopesOf([type])?.every((scope) => scopes.includes(scope)));
}
