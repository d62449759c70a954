import type { Readable } from 'node:stream';

/** Part of a file, both ends inclusive, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The store of files cannot be reached or does not do its work; it may later. `cause` has the reason. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  /** @param cause - of the client; its code or name is in the message, for those who read the states of jobs */
  constructor(cause: unknown) {
    const { code, name, message } = cause as { code?: string; name?: string; message?: string };
    super(`The store of files does not answer: ${[code ?? name, message].filter(Boolean).join(': ')}`, {
      cause,
    });
  }
}

/** Keeps files under keys that the service makes, like `exports/<id>.xlsx`. */
export abstract class FileStorage {
  /** Stores a file under a key, or replaces the stored one. Readers see the old or the new one, never a part. */
  abstract put(key: string, content: Uint8Array, contentType: string): Promise<void>;

  /** Size of a file in bytes; undefined when there is none. */
  abstract sizeOf(key: string): Promise<number | undefined>;

  /** A file or part of it, which begins within the file; undefined when there is none. */
  abstract open(key: string, range?: ByteRange): Promise<Readable | undefined>;

  /** The keys of all files that begin with a prefix, which ends with a slash. */
  abstract keys(prefix: string): AsyncIterable<string>;

  /** Removes a file; one that is not there is removed already. */
  abstract remove(key: string): Promise<void>;
}
