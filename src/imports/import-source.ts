/** Records per batch: enough that a statement is worth its round trip, and few enough that V8 does not keep many. */
export const BATCH_SIZE = 2_500;

/** Consecutive records of one kind. */
export interface RecordBatch {
  /** Name of their list in the import document, like `plans`. */
  readonly list: string;
  readonly records: readonly unknown[];
  /** Share of the file that has been read with this batch, from 0 to 1. */
  readonly progress: number;
  /**
   * Location of a record, for error messages.
   * @param path - of the wrong property within the record; empty for the record as a whole
   */
  locate(index: number, path: string): string;
}

/** A file of records, read from its beginning to its end. Can be read again. */
export interface ImportSource {
  /** @throws {ImportRefused} when the file is malformed; {FileUnreadable} */
  batches(): AsyncIterable<RecordBatch>;
}
