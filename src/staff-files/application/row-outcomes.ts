import type { Day } from '../../shared-kernel/local-days.js';
import { looksLikeTotal } from '../domain/row-rules.js';
import { headerKey } from '../domain/source-columns.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';
import type { FileColumns, PlacedRule } from './file-columns.js';
import { isRepeatedHeader } from './file-header.js';
import { issueOf, type FilePeopleReader } from './file-person.js';
import { filledTexts, shownText, type FileRow } from './file-rows.js';
import type { LeftOutRow } from './listed-rows.js';

const OTHER_SEPARATOR = {
  code: 'LOOKS_LIKE_ROW',
  message: 'must have its cells apart: the row has another separator than the header row',
};

const LOOKS_LIKE_TOTAL =
  'must be a person: it looks like a total, or like the end of a report. Leave such rows out by leaveOut of the source';

/** Tells which rows of a file are people. */
export class RowOutcomes {
  private readonly headers: ReadonlyMap<number, string>;

  constructor(
    private readonly file: FileColumns,
    private readonly reader: FilePeopleReader,
    private readonly today: Day,
  ) {
    this.headers = new Map(file.headers.map(({ index, header }) => [index, headerKey(header)]));
  }

  /** @returns undefined for a person, the issue of a row that seems to be none, or why the row is left out */
  of(row: FileRow): LeftOutRow | RowIssue | undefined {
    const { leaveOut, mainRows } = this.file;
    if (leaveOut.some((rule) => matches(rule, row)) || isRepeatedHeader(row, this.headers)) return 'left-out';
    if (this.reader.hasLeft(row, this.today)) return 'left';
    const filled = filledTexts(row);
    if (this.headers.size > 1 && isOneCell(row))
      return issueOf(row, '', 'externalId', { ...OTHER_SEPARATOR, text: filled.join(' ') });
    if (looksLikeTotal(filled, this.headers.size))
      return issueOf(row, '', '', {
        code: 'LOOKS_LIKE_TOTAL',
        message: LOOKS_LIKE_TOTAL,
        text: filled.join(' '),
      });
    return mainRows.every((rule) => matches(rule, row)) ? undefined : 'further';
  }
}

/** True for a row of one cell in which there seem to be several. */
export function isOneCell({ cells }: FileRow): boolean {
  return cells.length === 1 && /[;,|\t]/.test(shownText(cells[0]));
}

function matches({ index, rule }: PlacedRule, { cells }: FileRow): boolean {
  return rule.matches(shownText(cells[index]));
}
