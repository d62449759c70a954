import type { Person, PersonalCounts } from '../../../shared-kernel/personal-data.js';

/**
 * `QUEUED` until the archive is stored, then `READY`; `FAILED` when that was not possible; `EXPIRED` once the archive
 * is removed.
 */
export const ACCESS_STATES = ['QUEUED', 'READY', 'FAILED', 'EXPIRED'] as const;
export type AccessState = (typeof ACCESS_STATES)[number];

/** Requests for access that a company may make in 24 hours; operators are not counted. */
export const MAX_ACCESSES_PER_DAY = 50;

/** Days for which an archive can be fetched. */
export const MAX_ACCESS_DAYS = 7;

export interface AccessKey {
  readonly companyId: string;
  readonly accessId: string;
}

/** A request for everything about a person. */
export interface Access extends AccessKey {
  readonly state: AccessState;
  /** Until the archive is removed. */
  readonly person: Person | null;
  /** Gets the link, and is forgotten then. */
  readonly mailTo: string | null;
  /** Of the mail. */
  readonly language: string;
  /** Of the archive, when it is ready. */
  readonly counts: PersonalCounts | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
}

export type NewAccess = AccessKey & {
  readonly person: Person;
  readonly mailTo: string | null;
  readonly language: string;
  /** Id of the user or of the API key. */
  readonly requestedBy: string;
};

/** Key of an archive in the store of files. */
export function archiveKeyOf({ companyId, accessId }: AccessKey): string {
  return `people/${companyId}/${accessId}.zip`;
}
