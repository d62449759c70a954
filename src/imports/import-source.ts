/** Records of one batch: enough to make a statement worth its round trip. */
export const BATCH = 5_000;

/** Records of one kind, in the order of the file. */
export interface RecordBatch {
  /** Member of the import document that they belong to, like `plans`. */
  readonly member: string;
  readonly records: readonly unknown[];
  /** How much of the file has been read with them, from 0 to 1. */
  readonly share: number;
  /** Location of a record, for error messages. @param path - of the invalid property within the record */
  place(index: number, path: string): string;
}

/** A file of records, read from its beginning to its end. */
export interface ImportSource {
  /** @throws {ImportRefused} when the file is not what it should be; {FileUnreadable} */
  batches(): AsyncIterable<RecordBatch>;
}

/** The kinds of records that a file may hold. */
export interface RecordKind {
  /** Member of the import document, like `timesheets`. */
  readonly member: string;
  /** `type` of a line of NDJSON, like `timesheet`; without it the kind comes in the document alone. */
  readonly type?: string;
}
