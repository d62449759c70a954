import type { ValidationIssue } from './validation-issue.js';
import type { Transaction } from './transaction.js';

/** What an import did to the records that it was given. */
export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/**
 * Puts records of one kind into a company: known ones are updated, unknown ones created, others stay (decisions 11).
 * Its caller is trusted: it has the database.
 */
export interface RecordImporter {
  /**
   * All or none.
   * @param records - in the shape in which the API returns them
   * @param transaction - the change that this is a part of; one of its own when left out
   * @throws {DomainError} with issues whose paths begin with the index of the record, like `[2].title.defaultValue`
   */
  import(companyId: string, records: readonly unknown[], transaction?: Transaction): Promise<ImportCounts>;
}

/** The issue of an id, or of another key, that an import has given before. */
export function givenTwice(path: string): ValidationIssue {
  return { path, code: 'NOT_UNIQUE', message: 'must not occur twice in one import' };
}

/** The issue of an id that another company has, or another record of this one. */
export function idTaken(path: string): ValidationIssue {
  return { path, code: 'ID_TAKEN', message: 'belongs to something else already' };
}
