import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { SegmentationNamesQueries, SegmentNames } from '../../segmentation/index.js';
import { localDay, type Day } from '../../shared-kernel/local-days.js';
import { shortened } from '../../shared-kernel/text.js';
import type { EmployeeContent } from '../../workforce/index.js';
import { readHeader, type FileColumns, type ShownColumn } from './file-columns.js';
import { findHeader, personAbove } from './file-header.js';
import { apiNameOf, FilePeopleReader, type FilePerson } from './file-person.js';
import { isNoRow, shownText, type FileRow } from './file-rows.js';
import { isOneCell, RowOutcomes } from './row-outcomes.js';
import { SourceStore, type SourceKey } from './source.store.js';
import { ListRefused, type ListedKey, type ListedRow, type ListReading } from './listed-rows.js';
import { SourceColumns } from '../domain/source-columns.js';
import type { SourceContent } from '../domain/source-content.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';
import { MAX_SYNC_PEOPLE } from '../domain/staff-file.limits.js';

/** Rows that are looked at for the values of columns. */
const SAMPLED_ROWS = 100;

/** Values of a column that are shown, each of so many code points. */
const SHOWN_VALUES = 3;
const SHOWN_LENGTH = 100;

/** Rows that are read before the event loop runs other work: some milliseconds. */
const READ_AT_ONCE = 50;

/** A person of a list, or the rules that it violates. */
export type ReadRow = Omit<ListedRow, 'index'>;

/** Reads people by the rules of requests. */
export interface PersonValidator {
  read(person: FilePerson['body']): ReadRow;
  /** Reads a person that an earlier reading has found to be valid. */
  readAgain(person: FilePerson['body']): EmployeeContent;
}

/** A file whose header row is read. */
interface OpenFile {
  readonly columns: FileColumns;
  /** Place of the header row among those that are not empty. */
  readonly headerAt: number;
  readonly reader: FilePeopleReader;
  readonly outcomes: RowOutcomes;
  readonly columnOf: (path: string) => string | undefined;
}

/** A file of a source. */
export interface FileOfSource {
  readonly key: SourceKey;
  /** Opens the file. */
  readonly rows: (source: SourceContent) => AsyncIterable<readonly FileRow[]>;
  /** Gets the columns with their first values, before they are checked. Not called for a file that is read again. */
  readonly show: (columns: readonly ShownColumn[]) => Promise<void>;
}

/** The people of files, by the columns of their source. */
@Injectable()
export class FilePeople {
  constructor(
    private readonly sources: SourceStore,
    private readonly names: SegmentationNamesQueries,
    private readonly identity: IdentityQueries,
  ) {}

  /**
   * The people of the rows of a file. Rows above its header row are not read.
   * @throws {ListRefused}
   */
  async *rows(
    ofSource: FileOfSource,
    reading: ListReading,
    validator: PersonValidator,
  ): AsyncGenerator<ListedRow[]> {
    const { key } = ofSource;
    const source = new SourceColumns(await this.sources.find(key));
    const today = localDay(new Date(), await this.identity.timeZoneOf(key.companyId));
    let index = 0;
    let file: OpenFile | undefined;
    for await (const rows of withSample(ofSource.rows(source.source))) {
      const isFirst = file === undefined;
      file ??= await this.open(ofSource, rows, { source, today, reading });
      const listed: ListedRow[] = [];
      for (const row of isFirst ? rows.slice(file.headerAt + 1) : rows) {
        if (index >= MAX_SYNC_PEOPLE) throw tooManyRows();
        listed.push(...personOf(file, row, { index, ...reading }, validator));
        if (++index % READ_AT_ONCE === 0) await setImmediate();
      }
      yield listed;
    }
  }

  private async open(
    { key, show }: FileOfSource,
    rows: readonly FileRow[],
    {
      source,
      today,
      reading: { badRows },
    }: { readonly source: SourceColumns; readonly today: Day; readonly reading: ListReading },
  ): Promise<OpenFile> {
    const segmentation = await this.names.read(key.companyId);
    const names = new SegmentNames(segmentation);
    const characteristics = segmentation.characteristics.map(({ name }) => name);
    const headerAt = findHeader(rows, source, characteristics);
    const header = rows[headerAt];
    if (!header) throw new ListRefused('UNKNOWN_COLUMNS', [noHeader(source.source)]);
    const sample = rows.slice(headerAt + 1);
    const columns = readHeader(header, source, names);
    if (!badRows) await show(shownColumns(columns, sample));
    if (columns.issues.length > 0) throw new ListRefused('UNKNOWN_COLUMNS', columns.issues);
    const above = source.source.headerRow === undefined && personAbove(rows.slice(0, headerAt), columns);
    if (above) throw new ListRefused('UNREADABLE_FILE', [{ ...ABOVE_HEADER, line: above.line }]);
    const [first] = sample;
    if (first && columns.headers.length > 1 && sample.every(isOneCell))
      throw new ListRefused('UNREADABLE_FILE', [{ ...OTHER_SEPARATOR, line: first.line }]);
    const byProperty = new Map<string, string>(
      columns.columns.map((column) => [
        apiNameOf(column),
        column.places.map((place) => place.header).join(', '),
      ]),
    );
    const reader = new FilePeopleReader(columns, source.source, names);
    return {
      ...{ columns, headerAt, reader },
      outcomes: new RowOutcomes(columns, reader, today),
      columnOf: (path) =>
        path.startsWith('profile') ? undefined : byProperty.get(path.replace(/[.[].*$/s, '')),
    };
  }
}

function noHeader({ headerRow }: SourceContent): RowIssue {
  if (headerRow === undefined) return NO_HEADER;
  const message = `must have its header row in row ${headerRow}, as the source says: it is empty`;
  return { ...NO_HEADER, message, line: headerRow };
}

const NO_HEADER = { path: '', code: 'REQUIRED', message: 'must have a header row' };

const ABOVE_HEADER = {
  path: '',
  code: 'ABOVE_HEADER',
  message:
    'must not be above the header row: it looks like a person. Sort the file again, or name the header row by ' +
    'headerRow of the source',
};

const OTHER_SEPARATOR = {
  path: '',
  code: 'SEPARATOR',
  message:
    'must have cells: the header row has several columns, and the rows have one, with another separator',
};

function tooManyRows(): ListRefused {
  const message = `must have at most ${MAX_SYNC_PEOPLE} people`;
  return new ListRefused('UNREADABLE_FILE', [{ path: '', code: 'TOO_MANY', message }]);
}

/** @returns nothing for a row that an earlier reading has found to be bad */
function personOf(
  file: OpenFile,
  row: FileRow,
  { index, badRows }: ListReading & { readonly index: number },
  validator: PersonValidator,
): ListedRow[] {
  if (badRows?.has(index)) return [];
  const outcome = file.outcomes.of(row);
  const place = { line: row.line, columnOf: file.columnOf };
  if (outcome === 'left' || outcome === 'left-out') return [{ index, place, issues: [], outcome }];
  const person = file.reader.read(row);
  if (outcome === 'further') {
    const { key } = checked(person, validator.read(person.body));
    return [{ index, place, issues: [], outcome, key: key ?? keyOf(person.body) }];
  }
  const issues = outcome ? [outcome] : person.issues;
  if (badRows && issues.length > 0)
    throw new Error('The columns or names by which the list is read have changed since it was checked.');
  const read = badRows
    ? { content: validator.readAgain(person.body), issues: [] }
    : checked({ ...person, issues }, validator.read(person.body));
  const { profileOf, hasCleanedName } = person;
  return [{ index, place, profileOf, hasCleanedName, ...read }];
}

/** A person with the issues of its cells, too. */
function checked({ issues }: FilePerson, read: ReadRow): ReadRow {
  if (issues.length === 0) return read;
  const isUnreadable = (property: keyof ListedKey): boolean => issues.some(({ path }) => path === property);
  return {
    issues: [...issues, ...read.issues],
    key: {
      ...(read.key ?? keyOf(read.content ?? {})),
      ...(isUnreadable('externalId') && { externalId: null }),
      ...(isUnreadable('email') && { email: null }),
    },
  };
}

function keyOf({
  externalId,
  email,
}: {
  readonly externalId?: unknown;
  readonly email?: unknown;
}): ListedKey {
  return {
    ...(typeof externalId === 'string' && { externalId }),
    ...(typeof email === 'string' && { email }),
  };
}

/** The rows that are not empty; the first batch has enough of them to show values of columns. */
async function* withSample(batches: AsyncIterable<readonly FileRow[]>): AsyncGenerator<readonly FileRow[]> {
  let sample: FileRow[] | undefined = [];
  for await (const rows of batches) {
    const filled = rows.filter((row) => !isNoRow(row));
    if (!sample) {
      if (filled.length > 0) yield filled;
      continue;
    }
    sample.push(...filled);
    if (sample.length <= SAMPLED_ROWS) continue;
    yield sample;
    sample = undefined;
  }
  if (sample) yield sample;
}

function shownColumns({ line, headers }: FileColumns, sample: readonly FileRow[]): ShownColumn[] {
  const rows = sample.slice(0, SAMPLED_ROWS);
  return headers.map(({ index, header, property }) => {
    const values = rows.map(({ cells }) => shownText(cells[index]).trim()).filter((text) => text !== '');
    return {
      header: shortened(header, SHOWN_LENGTH),
      line,
      ...(property !== undefined && { property }),
      values: [...new Set(values)].slice(0, SHOWN_VALUES).map((text) => shortened(text, SHOWN_LENGTH)),
    };
  });
}
