import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { EmployeeContent } from '../../workforce/index.js';
import type { SyncKey } from '../domain/sync.js';

/** Forms of a list: one array, or a person in each line. */
export type ListForm = 'json' | 'ndjson';

/** A list as it was sent. */
export interface Upload {
  readonly form: ListForm;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Keeps lists in the storage of files until their changes are known. */
export abstract class SyncUploads {
  /**
   * Stores a list while it arrives.
   * @throws what the list throws; nothing of it is kept then
   */
  abstract receive(key: SyncKey, upload: Upload): Promise<void>;

  abstract open(key: SyncKey): Promise<Upload>;

  abstract remove(key: SyncKey): Promise<void>;

  /** Removes lists whose changes are known, or whose sync was never recorded or is gone. */
  abstract removeObsolete(): Promise<void>;
}

/** A person of a list. */
export interface ListedPerson {
  /** In the list, from 0. */
  readonly index: number;
  readonly content: EmployeeContent;
}

/** People of a list in their order, with the issues of those that cannot be read. */
export interface ListedBatch {
  readonly people: readonly ListedPerson[];
  /** Paths begin with the index, like `[12].email`. */
  readonly issues: readonly ValidationIssue[];
}

/** Reads lists. */
export abstract class ListedPeople {
  /** @param options - `isChecked`: an earlier reading has found no issues, so that people are not checked again */
  abstract batches(key: SyncKey, options?: { readonly isChecked: boolean }): AsyncIterable<ListedBatch>;
}
