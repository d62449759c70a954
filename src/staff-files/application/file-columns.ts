import type { NamedCharacteristic, SegmentNames } from '../../segmentation/index.js';
import { fromSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { propertyName } from '../../shared-kernel/validation-issue.js';
import type { ColumnName } from '../domain/employee-columns.js';
import { RowRule } from '../domain/row-rules.js';
import { headerKey, type SourceColumns } from '../domain/source-columns.js';
import {
  isCharacteristic,
  PROFILE_PREFIX,
  type CharacteristicProperty,
  type ColumnProperty,
  type RowRules,
} from '../domain/source-content.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';
import { shownText, type FileRow } from './file-rows.js';

/** A cell of the header row. */
export interface ColumnPlace {
  /** Place in the row, from 0. */
  readonly index: number;
  readonly header: string;
}

/** The columns of a property in a file. */
export type FileColumn = {
  /** The first that has a value is read, or all of them are the parts of the name. */
  readonly places: readonly ColumnPlace[];
  /** Between the parts of the name. */
  readonly separator?: string;
} & (
  | { readonly property: ColumnName; readonly characteristic?: never }
  | { readonly property: CharacteristicProperty; readonly characteristic: NamedCharacteristic }
);

export interface HeaderCell extends ColumnPlace {
  /** Undefined for a header that is not known, null for a column that is not read. */
  readonly property: ColumnProperty | 'endColumn' | null | undefined;
}

/** Values of a column that decide about rows. */
export interface PlacedRule {
  readonly index: number;
  readonly rule: RowRule;
}

/** The columns of a file, by its header row. */
export interface FileColumns {
  readonly line: number;
  readonly columns: readonly FileColumn[];
  /** Place of the column with the last day of an employment. */
  readonly endIndex?: number;
  /** Cells of the header row that have a text. */
  readonly headers: readonly HeaderCell[];
  readonly leaveOut: readonly PlacedRule[];
  readonly mainRows: readonly PlacedRule[];
  /** The header row cannot be read with these. */
  readonly issues: readonly RowIssue[];
}

/** A column of a file, as it is shown. */
export interface ShownColumn {
  readonly header: string;
  /** Of the header row; absent in rows of former releases. */
  readonly line?: number;
  /** The property as the file was read; null for a column that is not read, absent for an unknown one. */
  readonly property?: string | null;
  /** The first values. */
  readonly values: readonly string[];
}

const UNKNOWN =
  'is not the name of a property: set the property in the columns of the source, or null if the column is not read';

const MISSING =
  'is a column of the source and missing in the file: it must have it, even empty, or the source must not name it';

/** Finds the columns of a file. */
export function readHeader(row: FileRow, source: SourceColumns, names: SegmentNames): FileColumns {
  const { line } = row;
  const headers = headerCells(row).map((place): HeaderCell => {
    const isEnd = source.isEnd(place.header);
    return { ...place, property: isEnd ? 'endColumn' : source.propertyOf(place.header) };
  });
  const columns: FileColumn[] = [];
  const issues: RowIssue[] = [];
  const refuse = (header: string, code: string, message: string): void => {
    issues.push({ path: propertyName(header), code, message, line, column: header });
  };
  for (const { header, property } of headers)
    if (property === undefined) refuse(header, 'UNKNOWN_COLUMN', UNKNOWN);
  for (const [property, places] of placesByProperty(headers)) {
    const named = source.columnOf(property);
    const ranked = inOrder(places, named?.headers);
    if (!ranked) {
      const [first, second] = places.slice(-2);
      refuse(second?.header ?? '', 'NOT_UNIQUE', repeatedHeader(first, second));
      continue;
    }
    const column = { places: ranked, ...(named?.separator !== undefined && { separator: named.separator }) };
    if (!isCharacteristic(property)) {
      columns.push({ ...column, property });
      continue;
    }
    const characteristic = names.characteristic(property.slice(PROFILE_PREFIX.length));
    if (typeof characteristic !== 'string') columns.push({ ...column, property, characteristic });
    else
      refuse(
        ranked[0]?.header ?? '',
        'UNKNOWN_REFERENCE',
        `must name one characteristic of the company: it is ${characteristic}`,
      );
  }
  for (const header of source.missing(headers.map((each) => each.header)))
    refuse(header, 'MISSING_COLUMN', MISSING);
  if (!columns.some(({ property }) => property === 'externalId' || property === 'email'))
    issues.push({ path: '', code: 'REQUIRED', message: 'must have a column with externalId or email', line });
  const endIndex = headers.find(({ property }) => property === 'endColumn')?.index;
  return {
    ...{ line, columns, headers, issues },
    ...(endIndex !== undefined && { endIndex }),
    leaveOut: placedRules(source.source.leaveOut, headers),
    mainRows: placedRules(source.source.mainRows, headers),
  };
}

/** The cells of a header row that have a text. */
export function headerCells({ cells }: FileRow): ColumnPlace[] {
  return cells.flatMap((cell, index) => {
    const header = fromSpreadsheetText(shownText(cell)).trim();
    return header === '' ? [] : [{ index, header }];
  });
}

function placesByProperty(headers: readonly HeaderCell[]): ReadonlyMap<ColumnProperty, ColumnPlace[]> {
  const places = new Map<ColumnProperty, ColumnPlace[]>();
  for (const { index, header, property } of headers) {
    if (property === undefined || property === null || property === 'endColumn') continue;
    places.set(property, [...(places.get(property) ?? []), { index, header }]);
  }
  return places;
}

/** Columns of one property in the order of the source; undefined where it does not name each of them once. */
function inOrder(
  places: readonly ColumnPlace[],
  named: readonly string[] = [],
): readonly ColumnPlace[] | undefined {
  if (places.length === 1) return places;
  const order = named.map(headerKey);
  const ranks = places.map(({ header }) => order.indexOf(headerKey(header)));
  if (ranks.includes(-1) || new Set(ranks).size < ranks.length) return undefined;
  const rankOf = ({ header }: ColumnPlace): number => order.indexOf(headerKey(header));
  return [...places].sort((one, other) => rankOf(one) - rankOf(other));
}

function repeatedHeader(first: ColumnPlace | undefined, second: ColumnPlace | undefined): string {
  if (!first || !second) return '';
  const columns = `columns ${first.index + 1} and ${second.index + 1}`;
  return headerKey(first.header) === headerKey(second.header)
    ? `must be in the header row once only: it is in ${columns}`
    : `must not have the property of ${first.header}, too (${columns}): set one of them to null, or name both in the columns of the source, in the order in which they are to be read`;
}

function placedRules(rules: RowRules, headers: readonly ColumnPlace[]): PlacedRule[] {
  return Object.entries(rules).flatMap(([named, values]) => {
    const found = headers.find(({ header }) => headerKey(header) === headerKey(named));
    return found ? [{ index: found.index, rule: new RowRule(values) }] : [];
  });
}
