import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { ElementTooLong, ListMalformed } from '../../platform/json/json-elements.js';
import { explainFileError, FileUnreadable } from '../../platform/files/file-errors.js';
import { CsvMalformed, CsvRowTooLong } from '../../platform/csv/csv-rows.js';
import { UndecodableText } from '../../platform/csv/strict-decoder.js';
import { SyncUploads, type ListForm, type Upload } from '../application/sync.ports.js';
import { SyncFileRefused } from '../domain/sync.errors.js';
import { MAX_SYNC_BYTES } from '../domain/sync.limits.js';
import { MAX_SYNC_PEOPLE, MAX_SYNC_PERSON_BYTES } from '../../staff-files/index.js';
import { FileSignature, WrongFile } from './file-signature.js';
import { follow, followerOf, WorkbookTooLarge } from './list-forms.js';
import { csvFormOf } from './received-list.js';

const FORMS: Readonly<Record<string, ListForm>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.csv': 'csv',
  '.xlsx': 'xlsx',
};

/** The file of an operator. It is checked while it is read, as a request with it is. */
export class LocalList {
  private constructor(
    readonly path: string,
    readonly form: ListForm,
    readonly bytes: number,
  ) {}

  /**
   * @param charset - of a CSV file, by a name that `fileCharsetOf` knows
   * @throws {SyncFileRefused} {FileUnreadable}
   */
  static async of(path: string, charset: string): Promise<LocalList> {
    const named = FORMS[extname(path).toLowerCase()];
    if (!named) throw new SyncFileRefused(path, `its name must end in ${Object.keys(FORMS).join(', ')}`);
    const form = named === 'csv' ? csvFormOf(charset) : named;
    const { size } = await stat(path).catch((error: unknown) => {
      throw readingError(path, error);
    });
    if (size > MAX_SYNC_BYTES) throw new SyncFileRefused(path, TOO_LARGE);
    return new LocalList(path, form, size);
  }

  /** @param onRead - called with the bytes of each piece */
  async *pieces(onRead: (bytes: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const { form } = this;
    const cutter = followerOf(form);
    const signature = new FileSignature(form);
    try {
      for await (const each of createReadStream(this.path)) {
        const piece = each as Buffer;
        signature.push(piece);
        if (!signature.isForeign) await follow(cutter, piece);
        if (cutter.count > MAX_SYNC_PEOPLE) throw new SyncFileRefused(this.path, TOO_LARGE);
        onRead(piece.length);
        yield piece;
      }
      signature.end();
      cutter.end();
    } catch (error) {
      throw readingError(this.path, error);
    }
    if (cutter.count > MAX_SYNC_PEOPLE) throw new SyncFileRefused(this.path, TOO_LARGE);
  }
}

const TOO_LARGE = 'a list has at most 64 MiB and 100,000 people';

function readingError(path: string, error: unknown): unknown {
  if (error instanceof ListMalformed) return new SyncFileRefused(path, `the list ${error.message}`);
  if (error instanceof ElementTooLong) {
    const rule = `has more than ${MAX_SYNC_PERSON_BYTES} bytes`;
    return new SyncFileRefused(path, `person ${error.index} of the list ${rule}`);
  }
  if (error instanceof CsvRowTooLong) {
    const rule = `has more than ${MAX_SYNC_PERSON_BYTES} bytes`;
    return new SyncFileRefused(path, `line ${error.line} of the file ${rule}`);
  }
  if (error instanceof WorkbookTooLarge)
    return new SyncFileRefused(path, 'a workbook has at most 16 MiB; save it as CSV');
  if (error instanceof CsvMalformed || error instanceof WrongFile)
    return new SyncFileRefused(path, error.message);
  if (error instanceof UndecodableText) {
    const { line, column, reason: fault } = error;
    return new SyncFileRefused(
      path,
      `line ${line}, column ${column} ${fault}; --charset names another charset`,
    );
  }
  const reason = explainFileError(error);
  return reason === undefined ? error : new FileUnreadable(path, reason);
}

/** The list of a command stays in its file. */
export class LocalUploads extends SyncUploads {
  private list: LocalList | undefined;
  private onRead: ((bytes: number) => void) | undefined;

  /** The list that is opened from now on. */
  use(list: LocalList, onRead: (bytes: number) => void): void {
    this.list = list;
    this.onRead = onRead;
  }

  open(): Promise<Upload> {
    if (!this.list) throw new Error('A command names its list before it syncs.');
    const { form } = this.list;
    return Promise.resolve({ form, pieces: this.list.pieces(this.onRead) });
  }

  receive(): Promise<void> {
    return Promise.resolve();
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }

  removeObsolete(): Promise<void> {
    return Promise.resolve();
  }
}
