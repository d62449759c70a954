import type { NamedCharacteristic, SegmentNames } from '../../segmentation/index.js';
import { fromSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { propertyName } from '../../shared-kernel/validation-issue.js';
import type { RowIssue } from '../domain/sync.js';
import type { ColumnName } from '../domain/employee-columns.js';
import {
  isCharacteristic,
  PROFILE_PREFIX,
  type CharacteristicProperty,
  type ColumnProperty,
  type SourceColumns,
} from '../domain/source-columns.js';
import { shownText, type FileRow } from './file-rows.js';

/** A column of a file that is read. */
export type FileColumn = {
  /** Place in the row, from 0. */
  readonly index: number;
  readonly header: string;
} & (
  | { readonly property: ColumnName; readonly characteristic?: never }
  | { readonly property: CharacteristicProperty; readonly characteristic: NamedCharacteristic }
);

export interface HeaderCell {
  readonly index: number;
  readonly header: string;
  /** Undefined for a header that is not known, null for a column that is not read. */
  readonly property: ColumnProperty | 'endColumn' | null | undefined;
}

/** The columns of a file, by its header row. */
export interface FileColumns {
  readonly columns: readonly FileColumn[];
  /** Place of the column with the last day of an employment. */
  readonly endIndex?: number;
  /** Cells of the header row that have a text. */
  readonly headers: readonly HeaderCell[];
  /** The header row cannot be read with these. */
  readonly issues: readonly RowIssue[];
}

const UNKNOWN =
  'is not the name of a property: set the property in the columns of the source, or null if the column is not read';

const MISSING =
  'is a column of the source and missing in the file: it must have it, even empty, or the source must not name it';

/** Finds the columns of a file. */
export function readHeader(
  { line, cells }: FileRow,
  source: SourceColumns,
  names: SegmentNames,
): FileColumns {
  const headers = cells.flatMap((cell, index): HeaderCell[] => {
    const header = fromSpreadsheetText(shownText(cell)).trim();
    if (header === '') return [];
    return [{ index, header, property: source.isEnd(header) ? 'endColumn' : source.propertyOf(header) }];
  });
  const columns: FileColumn[] = [];
  const issues: RowIssue[] = [];
  const refuse = (header: string, code: string, message: string): void => {
    issues.push({ path: propertyName(header), code, message, line, column: header });
  };
  for (const { index, header, property } of headers) {
    if (property === undefined) refuse(header, 'UNKNOWN_COLUMN', UNKNOWN);
    if (property === undefined || property === null || property === 'endColumn') continue;
    const given = columns.find((each) => each.property === property);
    if (given) refuse(header, 'NOT_UNIQUE', `must not have the property of the column ${given.header}, too`);
    else if (!isCharacteristic(property)) columns.push({ index, header, property });
    else {
      const characteristic = names.characteristic(property.slice(PROFILE_PREFIX.length));
      if (typeof characteristic === 'string')
        refuse(
          header,
          'UNKNOWN_REFERENCE',
          `must name one characteristic of the company: it is ${characteristic}`,
        );
      else columns.push({ index, header, property, characteristic });
    }
  }
  for (const header of source.missing(headers.map((each) => each.header)))
    refuse(header, 'MISSING_COLUMN', MISSING);
  if (!columns.some(({ property }) => property === 'externalId' || property === 'email'))
    issues.push({ path: '', code: 'REQUIRED', message: 'must have a column with externalId or email', line });
  const endIndex = headers.find(({ property }) => property === 'endColumn')?.index;
  return { columns, ...(endIndex !== undefined && { endIndex }), headers, issues };
}
