import { CsvError, Parser, type Options } from 'csv-parse';
import { StrictDecoder } from './strict-decoder.js';

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

const SEPARATORS = [';', ',', '\t', '|'] as const;

/** A line like `*** End ***` behind the rows is whole. */
const END_OF_REPORT = /^\s*([*=-])\1\1/;

/** Lists of programs have a line of signs around their rows, and spaces around their cells. */
const DRAWN = '|';

/** Rows by which the separator is found: a report has lines of text above its rows. */
const COMPARED_ROWS = 40;

/** The first line of `Export-Csv` of Windows PowerShell without `-NoTypeInformation`. */
const TYPE_LINE = /^#TYPE(?: [^\r\n]*)?(?:\r\n|\r|\n)/;

/** Spreadsheets write it as the first line to name the separator. */
const HINT = /^sep=([;,\t|])(?:\r\n|\r|\n)/i;

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
    charset: string,
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
    if (last.cells.length === 1 && END_OF_REPORT.test(last.cells[0] ?? '')) return;
    throw new CsvMalformed(
      `line ${last.line} has fewer cells than the first one, and no line end: the file was cut off. Export it again`,
    );
  }

  private parse(text: string, isLast: boolean): CsvRow[] {
    if (this.parser) return this.write(text);
    this.beginning += text;
    const typeLine = TYPE_LINE.exec(this.beginning)?.[0] ?? '';
    const content = this.beginning.slice(typeLine.length);
    const isWhole = isLast || this.beginning.length >= this.limits.maxRowBytes;
    const rows = firstRows(content, isWhole);
    if (rows.length < COMPARED_ROWS && !isWhole) return [];
    const hint = HINT.exec(content);
    const delimiter = hint?.[1] ?? separatorOf(rows);
    this.parser = new SynchronousParser({
      delimiter,
      trim: delimiter === DRAWN,
      record_delimiter: ['\r\n', '\n', '\r'],
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

/** The first rows that are not empty, as they stand in the file. @param isWhole - the last one may have no end */
function firstRows(text: string, isWhole: boolean): string[] {
  const rows: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < text.length && rows.length < COMPARED_ROWS; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (text[at] === '\n' || text[at] === '\r')) {
      if (at > from) rows.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (isWhole && rows.length < COMPARED_ROWS && from < text.length) rows.push(text.slice(from));
  return rows;
}

/**
 * The separator of rows: the one that the first row has most often, outside of quotes. If no other row has it as often,
 * the first row is a title: then it is the one that most rows have equally often.
 */
function separatorOf(rows: readonly string[]): string {
  const found = SEPARATORS.map((separator) => {
    const counts = rows.map((row) => separatorsIn(row, separator));
    const [first = 0] = counts;
    const likeFirst = counts.filter((count) => count === first).length;
    return { separator, first, likeFirst, ...mostFrequent(counts) };
  });
  const byFirst = found.reduce((best, each) => (each.first > best.first ? each : best), FIRST);
  const byRows = found.reduce((best, each) => (each.rows > best.rows ? each : best), FIRST);
  // A header row and rows with another separator have as many cells, and are refused together.
  const hasTitle = byRows.rows > 1 && byRows.count !== byFirst.first && byFirst.likeFirst === 1;
  return (hasTitle ? byRows : byFirst).separator;
}

const FIRST = { separator: ',', first: 0, likeFirst: 1, count: 0, rows: 0 };

function separatorsIn(row: string, separator: string): number {
  return row.replaceAll(/"[^"]*"/g, '').split(separator).length - 1;
}

/** The number above 0 that occurs most often, and how often. */
function mostFrequent(counts: readonly number[]): { count: number; rows: number } {
  const occurrences = new Map<number, number>();
  for (const count of counts) if (count > 0) occurrences.set(count, (occurrences.get(count) ?? 0) + 1);
  let best = { count: 0, rows: 0 };
  for (const [count, rows] of occurrences) if (rows > best.rows) best = { count, rows };
  return best;
}
