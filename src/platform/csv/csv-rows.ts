import { CsvError, Parser, type Options } from 'csv-parse';
import { StrictDecoder, type FileCharset } from './strict-decoder.js';

/** The file cannot be read as CSV. The message begins like "line 3 …". */
export class CsvMalformed extends Error {}

/** A row has more bytes than allowed. */
export class CsvRowTooLong extends Error {
  /** @param line - of the row, from 1 */
  constructor(readonly line: number) {
    super(`Line ${line} is too long.`);
  }
}

/** A row of a file. */
export interface CsvRow {
  /** Its number in a spreadsheet, from 1: rows with several lines and empty lines count as one. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvLimits {
  readonly maxRowBytes: number;
  readonly maxColumns: number;
  /** Rows, of which empty ones count, too: each costs as much as a row with a cell. */
  readonly maxRows: number;
}

const SEPARATORS = [';', ',', '\t'] as const;

/** The first line of `Export-Csv` of Windows PowerShell without `-NoTypeInformation`. */
const TYPE_LINE = /^#TYPE(?: [^\r\n]*)?(?:\r\n|\r|\n)/;

/** Spreadsheets write it as the first line to name the separator. */
const HINT = /^sep=([;,\t])(?:\r\n|\r|\n)/i;

const MESSAGES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE:
    'has a character behind a quote that closes a cell; a quote in a cell is doubled',
  INVALID_OPENING_QUOTE: 'has a quote within a cell that does not begin with one',
};

/** The parser of csv-parse, which tells of its error before the next turn of the event loop. */
class SynchronousParser extends Parser {
  failure: Error | undefined;

  constructor(options: Options) {
    super(options);
    // The parser makes an error for each row whose cells are not as many as those of the first, also where such rows
    // are allowed, and it takes 40 µs each. Before the first row of its count it makes none.
    Object.defineProperty(this.info, 'records', { get: () => 0, set: () => undefined });
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    super._transform(chunk, encoding, (error) => this.finish(error, done));
  }

  override _flush(done: (error?: Error | null) => void): void {
    super._flush((error) => this.finish(error, done));
  }

  private finish(error: Error | null | undefined, done: (error?: Error | null) => void): void {
    this.failure = error ?? undefined;
    done();
  }
}

/** The rows of a CSV file that arrives in pieces (RFC 4180, also with semicolons or tabs). Empty lines are skipped. */
export class CsvRows {
  private readonly decoder: StrictDecoder;
  /** Text before the separator is known. */
  private beginning = '';
  private parser: SynchronousParser | undefined;
  /** Of the last row. */
  private line = 0;
  /** Cells of the first row, without empty ones at its end. */
  private columns: number | undefined;
  private endsWithLine = false;
  /** Characters of pieces in which no row has ended: the parser bounds the content of a row, but not its empty cells. */
  private unfinished = 0;

  constructor(
    charset: FileCharset,
    private readonly limits: CsvLimits,
  ) {
    this.decoder = new StrictDecoder(charset);
  }

  /** @returns the rows that end in the piece @throws {UndecodableText} {CsvMalformed} {CsvRowTooLong} */
  push(piece: Buffer): CsvRow[] {
    return this.parse(this.decoder.push(piece), false);
  }

  /** The last piece has come. @returns the last row @throws {UndecodableText} {CsvMalformed} {CsvRowTooLong} */
  end(): CsvRow[] {
    const rows = this.parse(this.decoder.end(), true);
    this.parser?.end();
    const last = this.read();
    this.refuseCut(last.at(-1));
    return [...rows, ...last];
  }

  /** Rows may end early, and the last one may have no line end; one that does both was cut. */
  private refuseCut(last: CsvRow | undefined): void {
    if (!last || this.endsWithLine || last.cells.length >= (this.columns ?? 0)) return;
    throw new CsvMalformed(
      `line ${last.line} has fewer cells than the first one, and no line end: the file was cut off. Export it again`,
    );
  }

  private parse(text: string, isLast: boolean): CsvRow[] {
    if (this.parser) return this.write(text);
    this.beginning += text;
    const typeLine = TYPE_LINE.exec(this.beginning)?.[0] ?? '';
    const content = this.beginning.slice(typeLine.length);
    const header = firstRow(content);
    if (header === undefined && !isLast && this.beginning.length < this.limits.maxRowBytes) return [];
    const hint = HINT.exec(content);
    this.parser = new SynchronousParser({
      delimiter: hint?.[1] ?? separatorOf(header ?? content),
      relax_column_count: true,
      max_record_size: this.limits.maxRowBytes,
    });
    if (typeLine !== '') this.line = 1;
    this.beginning = '';
    return this.write(content.slice(hint?.[0].length ?? 0));
  }

  private write(text: string): CsvRow[] {
    if (text !== '') {
      this.endsWithLine = /[\r\n]$/.test(text);
      this.parser?.write(text);
    }
    const before = this.line;
    const rows = this.read();
    this.unfinished = this.line > before ? 0 : this.unfinished + text.length;
    if (this.unfinished > this.limits.maxRowBytes) throw new CsvRowTooLong(this.line + 1);
    return rows;
  }

  private read(): CsvRow[] {
    const rows: CsvRow[] = [];
    const { parser } = this;
    const next = (): readonly string[] | null => parser?.read() as readonly string[] | null;
    for (let cells = next(); cells; cells = next()) {
      const line = ++this.line;
      if (line > this.limits.maxRows)
        throw new CsvMalformed(
          `line ${line} is one more than the ${this.limits.maxRows} that a file may have`,
        );
      if (cells.length > this.limits.maxColumns)
        throw new CsvMalformed(`line ${line} has more than ${this.limits.maxColumns} columns`);
      if (cells.length > 1 || cells[0] !== '') {
        this.columns ??= cells.findLastIndex((cell) => cell !== '') + 1;
        rows.push({ line, cells });
      }
    }
    if (parser?.failure) throw this.problemOf(parser.failure);
    return rows;
  }

  private problemOf(error: Error): Error {
    if (!(error instanceof CsvError)) return error;
    const line = this.line + 1;
    if (error.code === 'CSV_MAX_RECORD_SIZE') return new CsvRowTooLong(line);
    return new CsvMalformed(`line ${line} ${MESSAGES[error.code] ?? 'is not CSV'}`);
  }
}

/** The first row that is not empty, as it stands in the file; undefined while its end is not there. */
function firstRow(text: string): string | undefined {
  const from = text.search(/[^\r\n]/);
  if (from === -1) return undefined;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (text[at] === '\n' || text[at] === '\r')) return text.slice(from, at);
  }
  return undefined;
}

/** The separator that the header row has most often outside of quotes. */
function separatorOf(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string): number => unquoted.split(separator).length - 1;
  return SEPARATORS.reduce<string>((best, each) => (count(each) > count(best) ? each : best), ',');
}
