import type { ValidationIssue } from './validation-issue.js';
import type { Transaction } from './transaction.js';

/** Result of an import. */
export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Indexes of records that name people who were erased: nothing is done with them. Absent where there are none. */
  readonly suppressed?: readonly number[];
}

/** A record of an import with its index among all of them, by which issues name it. */
export interface PlacedRecord<T> {
  readonly index: number;
  readonly record: T;
}

/** A record that an import has removed. */
export interface RemovedRecord {
  readonly id: string;
  readonly name: string;
}

/** Result of an import that removes the records that it does not name. */
export interface ReplacementCounts extends ImportCounts {
  readonly removed: readonly RemovedRecord[];
}

/**
 * Imports records of one kind into a company: known ones are updated, unknown ones created, others stay.
 * There is no permission check: only operators with access to the database import.
 */
export abstract class RecordImporter<Entry = unknown> {
  /**
   * Validates records. Separate from writing, so that a large file is read further while earlier records are written.
   * @param records - in the form in which the API returns them
   * @throws {DomainError} with issues whose paths start with the index of the record, like `[2].title.defaultValue`
   */
  abstract read(companyId: string, records: readonly unknown[]): readonly Entry[];

  /**
   * Writes all of what {@link read} returned, or nothing.
   * @param transaction - to take part in; without one the import has its own
   * @throws {DomainError} like {@link read}
   */
  abstract write(
    companyId: string,
    entries: readonly Entry[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;

  /**
   * Like {@link write}, and removes all other records of the company. Whether others refer to these is not checked.
   * Only importers whose records can be pruned have this method.
   */
  replaceAll?(
    companyId: string,
    entries: readonly Entry[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts>;

  /** Imports all records or none. @throws {DomainError} like {@link read} */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.write(companyId, this.read(companyId, records), transaction);
  }
}

/** An id or another key that occurs twice in the records. */
export function givenTwice(path: string): ValidationIssue {
  return { path, code: 'NOT_UNIQUE', message: 'must not occur twice in one import' };
}

/** An id that is used in another company, or by a record of another kind. */
export function idTaken(path: string): ValidationIssue {
  return { path, code: 'ID_TAKEN', message: 'already belongs to another record' };
}
