import type { ListForm } from '../application/sync.ports.js';
import { isCsv } from './list-forms.js';

/** The file is of another kind than its media type says. The message begins like "it is …". */
export class WrongFile extends Error {}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/** The first file of an OpenDocument is its media type, which is not compressed (OpenDocument 1.3, part 2, 3.3). */
const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument', 'latin1');
const OPEN_DOCUMENT_AT = 30;

/** Name of the stream of a workbook with a password ([MS-OFFCRYPTO], 2.3.4.1). */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const LENGTH = OPEN_DOCUMENT_AT + OPEN_DOCUMENT.length;

const SENTENCES = {
  empty: 'it is empty',
  encrypted: 'it is a workbook with a password: save it as .xlsx without one',
  xls: 'it is a workbook of the old form .xls: open it, and save it as "Excel workbook (.xlsx)"',
  ods: 'it is an OpenDocument spreadsheet (.ods): open it, and save it as "Excel 2007-365 (.xlsx)"',
  gzip: 'it is compressed with gzip: send it as it was before',
  zip: 'it is a zip, perhaps a workbook, which is sent by its own media type',
  none: 'it is no workbook, whatever its name says; a CSV file is sent as text/csv',
} as const;

/** Tells by the bytes of a file that it is of another kind. */
export class FileSignature {
  private beginning: Buffer = Buffer.alloc(0);
  private isKnown: boolean;
  /** Of an old form of documents, in which the name of an encrypted workbook is looked for. */
  private isOle = false;
  private tail: Buffer = Buffer.alloc(0);

  constructor(private readonly form: ListForm) {
    this.isKnown = form === 'json' || form === 'ndjson';
  }

  /** True for a file that is refused at its end: its rows need not be read. */
  get isForeign(): boolean {
    return this.isOle;
  }

  /** @throws {WrongFile} */
  push(piece: Buffer): void {
    if (this.isOle) this.search(piece);
    if (this.isKnown) return;
    this.beginning = Buffer.concat([this.beginning, piece.subarray(0, LENGTH)]).subarray(0, LENGTH);
    if (this.beginning.length === LENGTH || startsWith(this.beginning, OLE)) this.check(piece);
  }

  /** The last piece has come. @throws {WrongFile} */
  end(): void {
    if (!this.isKnown) this.check(this.beginning);
    if (this.isOle) throw new WrongFile(SENTENCES.xls);
  }

  private check(piece: Buffer): void {
    this.isKnown = true;
    const { beginning } = this;
    if (beginning.length === 0) throw new WrongFile(SENTENCES.empty);
    if (startsWith(beginning, OLE)) {
      this.isOle = true;
      this.search(piece);
      return;
    }
    if (startsWith(beginning.subarray(OPEN_DOCUMENT_AT), OPEN_DOCUMENT)) throw new WrongFile(SENTENCES.ods);
    if (startsWith(beginning, GZIP)) throw new WrongFile(SENTENCES.gzip);
    const isZip = startsWith(beginning, ZIP);
    if (isZip && isCsv(this.form)) throw new WrongFile(SENTENCES.zip);
    if (!isZip && this.form === 'xlsx') throw new WrongFile(SENTENCES.none);
  }

  /** A name may begin in one piece and end in the next. */
  private search(piece: Buffer): void {
    const searched = Buffer.concat([this.tail, piece]);
    if (searched.includes(ENCRYPTED)) throw new WrongFile(SENTENCES.encrypted);
    this.tail = searched.subarray(-ENCRYPTED.length);
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
