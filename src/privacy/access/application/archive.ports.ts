import type {
  PersonalCounts,
  PersonalDataSource,
  PersonalRecord,
} from '../../../shared-kernel/personal-data.js';
import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** The sources of all contexts, in the order in which an archive has their records. */
export class Sources {
  constructor(readonly all: readonly PersonalDataSource[]) {}
}

/** The facts at the beginning of an archive. */
export interface ArchiveFacts {
  readonly company: { readonly id: string; readonly name: string };
  readonly person: {
    readonly employeeIds: readonly string[];
    readonly userIds: readonly string[];
    readonly emails: readonly string[];
    readonly externalIds: readonly string[];
  };
  /** In UTC with milliseconds. */
  readonly createdAt: string;
}

/** A finished archive. */
export interface Archive {
  readonly content: Uint8Array;
  /** Numbers of the records by kind. */
  readonly counts: PersonalCounts;
}

/** Writes archives of personal data. */
export abstract class ArchiveWriter {
  /**
   * Writes a zip with `about.json`, a JSON file for each kind of record, and a workbook with a sheet for each.
   * Records of a kind follow one another. Keeps the compressed file and no more than a batch of records in memory.
   */
  abstract write(
    records: AsyncIterable<PersonalRecord>,
    facts: ArchiveFacts,
    language: ReaderLanguage,
  ): Promise<Archive>;
}
