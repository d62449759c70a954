import type { SyncKey } from '../domain/sync.js';
import type { ListedRow, ListReading } from '../../staff-files/index.js';

/** Forms of a list: one array, a person in each line, or a file of an HR department, with the charset of a CSV file. */
export type ListForm = 'json' | 'ndjson' | 'csv' | `csv-${string}` | 'xlsx';

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

/** Rows of a list in their order. */
export interface ListedBatch {
  readonly rows: readonly ListedRow[];
}

/** Reads lists. */
export abstract class ListedPeople {
  /** @throws {ListRefused} */
  abstract batches(key: SyncKey, reading?: ListReading): AsyncIterable<ListedBatch>;
}
