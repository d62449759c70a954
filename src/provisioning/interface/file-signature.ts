import type { ListForm } from '../application/sync.ports.js';

/** The file is of another kind than its media type says. The message begins like "it is …". */
export class WrongFile extends Error {}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const LENGTH = 4;

/** Tells by the first bytes of a file that it is of another kind. */
export class FileSignature {
  private beginning: Buffer = Buffer.alloc(0);
  private isKnown: boolean;

  constructor(private readonly form: ListForm) {
    this.isKnown = form === 'json' || form === 'ndjson';
  }

  /** @throws {WrongFile} */
  push(piece: Buffer): void {
    if (this.isKnown) return;
    this.beginning = Buffer.concat([this.beginning, piece.subarray(0, LENGTH)]).subarray(0, LENGTH);
    if (this.beginning.length === LENGTH) this.check();
  }

  /** The last piece has come. @throws {WrongFile} */
  end(): void {
    if (!this.isKnown) this.check();
  }

  private check(): void {
    this.isKnown = true;
    if (this.beginning.length === 0) throw new WrongFile('it is empty');
    if (this.beginning.equals(OLE))
      throw new WrongFile(
        'it is encrypted, or a workbook of the old form .xls: save it as .xlsx without a password',
      );
    const isZip = this.beginning.equals(ZIP);
    if (isZip && this.form !== 'xlsx')
      throw new WrongFile('it is a zip, perhaps a workbook, which is sent by its own media type');
    if (!isZip && this.form === 'xlsx')
      throw new WrongFile('it is no workbook, whatever its name says; a CSV file is sent as text/csv');
  }
}
