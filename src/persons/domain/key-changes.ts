import type { KeyPeriod } from './held-key.js';

export type Key = Pick<KeyPeriod, 'kind' | 'key'>;

/** The keys of an employee, a user or a person of an identity provider. */
export interface KeyHolder {
  readonly holderId: string;
  readonly isUser: boolean;
  /** When the holder was made. */
  readonly since: Date;
  /** Null while the holder works for the company, or may sign in. */
  readonly until: Date | null;
  readonly keys: readonly Key[];
}

/**
 * The periods that end and begin when a holder gets other keys. One who comes back had the keys until the end, and gets
 * them again; what the holder has had from the beginning has no period.
 */
export function changedPeriods(
  before: KeyHolder,
  after: Pick<KeyHolder, 'until' | 'keys'>,
  now: Date,
): { readonly ended: KeyPeriod[]; readonly begun: KeyPeriod[] } {
  const { holderId, isUser, since } = before;
  const comesBack = before.until !== null && after.until === null;
  const without = (keys: readonly Key[], others: readonly Key[]): readonly Key[] =>
    comesBack ? keys : keys.filter((one) => !others.some((other) => isSame(one, other)));
  return {
    ended: without(before.keys, after.keys).map((key) => ({
      ...{ ...key, holderId, isUser, since },
      until: before.until ?? now,
    })),
    begun: without(after.keys, before.keys).map((key) => ({
      ...{ ...key, holderId, isUser },
      ...{ since: now, until: null },
    })),
  };
}

function isSame(one: Key, other: Key): boolean {
  return one.kind === other.kind && one.key === other.key;
}
