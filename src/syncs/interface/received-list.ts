import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { HttpProblem } from '../../platform/http/http-problem.js';
import { charsetOf, checkMediaType, JSON_TYPES } from '../../platform/http/request-body.js';
import { ElementTooLong, ListMalformed } from '../../platform/json/json-elements.js';
import { CsvMalformed, CsvRowTooLong } from '../../platform/csv/csv-rows.js';
import { fileCharsetOf, UndecodableText } from '../../platform/csv/strict-decoder.js';
import type { ListForm, Upload } from '../application/sync.ports.js';
import { ListTooLarge, MalformedFile } from '../domain/sync.errors.js';
import { MAX_SYNC_BYTES } from '../domain/sync.limits.js';
import { MAX_SYNC_PEOPLE, MAX_SYNC_PERSON_BYTES, MAX_WORKBOOK_BYTES } from '../../staff-files/index.js';
import { FileSignature, WrongFile } from './file-signature.js';
import { follow, followerOf, WorkbookTooLarge, type CsvForm, type ListCutter } from './list-forms.js';

const LINES_TYPE = /^application\/x-ndjson\s*(?:;|$)/i;
/** Browsers of computers with a spreadsheet send CSV files as `application/vnd.ms-excel`. */
const CSV_TYPE =
  /^(?:text\/(?:csv|plain|tab-separated-values)|application\/(?:csv|vnd\.ms-excel))\s*(?:;|$)/i;
const WORKBOOK_TYPE = /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\s*(?:;|$)/i;
const LIST_TYPES = {
  pattern: new RegExp(
    [LINES_TYPE, WORKBOOK_TYPE, JSON_TYPES.pattern].map(({ source }) => source).join('|'),
    'i',
  ),
  names: `${JSON_TYPES.names}, application/x-ndjson, text/csv or a workbook (.xlsx)`,
};

/** UTF-16 has its mark, by which its bytes are read. */
const MARKED = 'utf-16';

const CSV_TYPES = {
  pattern: CSV_TYPE,
  names: 'text/csv',
  isCharset: (name: string) => fileCharsetOf(name) !== undefined,
  charsetDetail:
    'The charset must be one of the Encoding Standard, such as utf-8, windows-1252, iso-8859-15 or macintosh.',
};

/** The body of a request that brings a list of people. It is checked while it is passed on, and never held. */
export class ReceivedList implements Upload {
  readonly form: ListForm;
  /** Passed on so far. */
  bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly cutter: ListCutter;
  private readonly signature: FileSignature;

  /** @throws {HttpProblem} 415 @throws {ListTooLarge} */
  constructor(private readonly request: Request) {
    try {
      checkMediaType(request, isCsv(request) ? CSV_TYPES : LIST_TYPES);
      if (Number(request.headers['content-length'] ?? 0) > MAX_SYNC_BYTES) throw new ListTooLarge();
    } catch (error) {
      request.resume(); // the rest is discarded, so that the client gets to read the answer
      throw error;
    }
    this.form = formOf(request);
    this.signature = new FileSignature(this.form);
    this.cutter = followerOf(this.form);
  }

  /** Of all that was passed on. */
  digest(): string {
    return this.hash.digest('base64url');
  }

  /** @throws {HttpProblem} 400 @throws {ListTooLarge} @throws {MalformedFile} */
  get pieces(): AsyncIterable<Buffer> {
    return this.read();
  }

  private async *read(): AsyncGenerator<Buffer> {
    try {
      for await (const each of this.request.iterator({ destroyOnReturn: false })) {
        const piece = each as Buffer;
        this.bytes += piece.length;
        if (this.bytes > MAX_SYNC_BYTES) throw new ListTooLarge();
        this.hash.update(piece);
        this.signature.push(piece);
        if (!this.signature.isForeign) await follow(this.cutter, piece);
        if (this.cutter.count > MAX_SYNC_PEOPLE) throw new ListTooLarge();
        yield piece;
      }
      if (this.bytes === 0 && this.form === 'json') throw new ListMalformed('is missing');
      this.signature.end();
      this.cutter.end();
      if (this.cutter.count > MAX_SYNC_PEOPLE) throw new ListTooLarge();
    } catch (error) {
      throw problemOf(error);
    } finally {
      this.request.resume();
    }
  }
}

function isCsv({ headers }: Request): boolean {
  return CSV_TYPE.test(headers['content-type'] ?? '');
}

function formOf(request: Request): ListForm {
  if (isCsv(request)) return csvFormOf(charsetOf(request));
  const type = request.headers['content-type'] ?? '';
  if (WORKBOOK_TYPE.test(type)) return 'xlsx';
  return LINES_TYPE.test(type) ? 'ndjson' : 'json';
}

/** The form of a CSV file in a charset that {@link fileCharsetOf} knows. */
export function csvFormOf(name: string): CsvForm {
  const charset = name === MARKED ? undefined : fileCharsetOf(name);
  return charset === undefined || charset === 'utf-8' ? 'csv' : `csv-${charset}`;
}

function problemOf(error: unknown): unknown {
  if (error instanceof ListMalformed)
    return new HttpProblem(400, 'MALFORMED_JSON', `The list ${error.message}.`);
  if (error instanceof ElementTooLong) {
    const detail = `Person ${error.index} of the list has more than ${MAX_SYNC_PERSON_BYTES} bytes.`;
    return new ListTooLarge(detail);
  }
  if (error instanceof CsvRowTooLong) {
    const detail = `Line ${error.line} of the file has more than ${MAX_SYNC_PERSON_BYTES} bytes.`;
    return new ListTooLarge(detail);
  }
  if (error instanceof WorkbookTooLarge) {
    const detail = `The workbook has more than ${MAX_WORKBOOK_BYTES} bytes: save it as CSV, and send that.`;
    return new ListTooLarge(detail);
  }
  const wrong = fileProblemOf(error);
  if (wrong !== undefined) return new MalformedFile(`The file cannot be read: ${wrong}.`);
  const { code } = error as { code?: unknown };
  return code === 'ECONNRESET' ? HttpProblem.of('INCOMPLETE_BODY') : error;
}

const OTHER_CHARSET =
  'Save it as "CSV UTF-8", or name its charset, such as Content-Type: text/csv; charset=windows-1252';

function fileProblemOf(error: unknown): string | undefined {
  if (error instanceof CsvMalformed || error instanceof WrongFile) return error.message;
  if (!(error instanceof UndecodableText)) return undefined;
  const { line, column, reason } = error;
  const place = `line ${line}, character ${column} ${reason}`;
  return reason === 'is not UTF-8' ? `${place}. ${OTHER_CHARSET}` : place;
}
