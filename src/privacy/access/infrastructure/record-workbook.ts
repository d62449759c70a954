import { XlsxStream } from '../../../platform/spreadsheets/xlsx-stream.js';
import type { ArchiveFacts } from '../application/archive.ports.js';
import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';
import { columnName } from './archive-columns.words.js';
import { ARCHIVE_WORDS } from './archive.words.js';

/** Records that decide on the columns of their sheet; what later ones have besides stands in a column of its own. */
const DECIDING = 200;

/** Most characters of a cell, by the format. */
const MAX_CELL = 32_767;

/** Name of the column with properties, as JSON, that no other column has. */
const REST = '…';

/** A workbook with a sheet for each kind of record, one row for each. */
export class RecordWorkbook {
  private readonly stream: XlsxStream;
  private readonly chunks: Uint8Array[] = [];
  private waiting: Map<string, string>[] = [];
  private columns: readonly string[] | undefined;

  constructor(
    private readonly language: ReaderLanguage,
    facts: ArchiveFacts,
  ) {
    this.stream = new XlsxStream(ARCHIVE_WORDS[language].about);
    this.chunks.push(this.stream.push([...cellsOf(facts)].map(([path, value]) => [this.named(path), value])));
  }

  /** Begins the sheet of a kind. */
  begin(kind: string): void {
    this.endSheet();
    this.stream.addSheet(ARCHIVE_WORDS[this.language].kinds[kind] ?? kind);
  }

  add(record: object): void {
    this.waiting.push(cellsOf(record));
    if (this.waiting.length === DECIDING) this.write();
  }

  /** @returns the file */
  end(): Uint8Array {
    this.endSheet();
    this.chunks.push(this.stream.end());
    return Buffer.concat(this.chunks);
  }

  private named(path: string): string {
    return columnName(path, this.language);
  }

  private endSheet(): void {
    this.write();
    this.columns = undefined;
  }

  private write(): void {
    const records = this.waiting;
    this.waiting = [];
    if (records.length === 0) return;
    const rows: string[][] = [];
    if (!this.columns) {
      this.columns = [...new Set(records.flatMap((cells) => [...cells.keys()]))];
      const names = this.columns.map((path) => this.named(path));
      rows.push([...names, ...(records.length === DECIDING ? [REST] : [])]);
    }
    const { columns } = this;
    for (const cells of records) rows.push(rowOf(cells, columns));
    this.chunks.push(this.stream.push(rows));
  }
}

function rowOf(cells: ReadonlyMap<string, string>, columns: readonly string[]): string[] {
  const row = columns.map((name) => cells.get(name) ?? '');
  const rest = [...cells].filter(([name]) => !columns.includes(name));
  return rest.length === 0 ? row : [...row, shown(JSON.stringify(Object.fromEntries(rest)))];
}

/** The values of a record by their paths: objects are entered, lists of objects are shown as JSON. */
function cellsOf(record: object, path = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    if (value === null || value === undefined) continue;
    const isEntered = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
    if (isEntered) for (const [inner, cell] of cellsOf(value, `${path}${name}.`)) cells.set(inner, cell);
    else cells.set(`${path}${name}`, shown(textOf(value)));
  }
  return cells;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('; ');
  return JSON.stringify(value);
}

function shown(text: string): string {
  return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL - 1).toWellFormed()}…`;
}
