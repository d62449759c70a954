import type { Person, PersonalCounts } from '../../../shared-kernel/personal-data.js';

/**
 * `QUEUED`, from `ERASING` on until everything is gone, then `DONE`. `HELD` instead of `ERASING` while there is a legal
 * hold.
 */
export const ERASURE_STATES = ['QUEUED', 'HELD', 'ERASING', 'DONE'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** Longest reason, in characters. */
export const ERASURE_REASON_LIMITS = { maxLength: 500 } as const;

/** Erasures that a company may request in 24 hours; operators and retention are not counted. */
export const MAX_ERASURES_PER_DAY = 50;

/** Stands for the one who asked where it is no API key. */
export const ERASURE_ACTORS = { operator: 'operator', retention: 'retention' } as const;

export interface ErasureKey {
  readonly companyId: string;
  readonly erasureId: string;
}

/** An entry of the ledger. */
export interface Erasure extends ErasureKey {
  readonly state: ErasureState;
  /** Until the erasure is done. */
  readonly person: Person | null;
  /** In the place of the person in working times, which stay then. */
  readonly pseudonym: string | null;
  /** As they were counted when it was asked for. */
  readonly counts: PersonalCounts;
  readonly reason: string;
  /** Id of an API key, or one of {@link ERASURE_ACTORS}. */
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** The person may be named again from then on. */
  readonly allowedAgainAt: Date | null;
}

/** The hash of each key of a person that the ledger has. */
export type NewErasure = Pick<
  Erasure,
  'companyId' | 'erasureId' | 'pseudonym' | 'counts' | 'reason' | 'requestedBy'
> & {
  readonly person: Person;
};

/** An entry of the ledger about a company. Ids are never given again. */
export interface DeletedCompany {
  readonly companyId: string;
  /** RFC 3339. */
  readonly deletedAt: string;
}

/** An entry of the ledger as the store of files has it. */
export interface LedgerEntry extends ErasureKey {
  /** Keyed hashes of the person, in hexadecimal. */
  readonly hashes: readonly string[];
  readonly pseudonym: string | null;
  readonly reason: string;
  readonly requestedBy: string;
  readonly createdAt: string;
}
