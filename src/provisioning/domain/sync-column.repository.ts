import type { SyncKey } from './sync.js';

/** A column of the file of a sync. */
export interface SyncColumn {
  readonly header: string;
  /** The property as the file was read; null for a column that is not read, absent for an unknown one. */
  readonly property?: string | null;
  /** The first values. */
  readonly values: readonly string[];
}

/** Stores the columns of the files of syncs. */
export abstract class SyncColumnRepository {
  abstract store(key: SyncKey, columns: readonly SyncColumn[]): Promise<void>;

  /** None for a list that is no file. @returns undefined for an unknown sync */
  abstract find(key: SyncKey): Promise<readonly SyncColumn[] | undefined>;
}
