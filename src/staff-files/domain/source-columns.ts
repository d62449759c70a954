import { foldText } from '../../shared-kernel/folding.js';
import { COLUMN_NAMES, EMPLOYEE_COLUMNS, type ColumnName } from './employee-columns.js';
import {
  columnPropertyOf,
  DEFAULT_SOURCE,
  PROFILE_PREFIX,
  type ColumnProperty,
  type SourceContent,
} from './source-content.js';

/** Headers that are names of properties: those of columns, and those of the API. */
const NAMED_HEADERS: ReadonlyMap<string, ColumnName> = new Map(
  COLUMN_NAMES.flatMap((name) =>
    [name, EMPLOYEE_COLUMNS[name].property].map((header) => [headerKey(header), name] as const),
  ),
);

/** Header of the column that says whose people others are, in a file of everyone. It is not read. */
export const SOURCE_HEADER = 'source';

/** The columns of a property: one, those of which the first with a value is read, or the parts of the name. */
export interface SourceColumn {
  readonly headers: readonly string[];
  readonly property: ColumnProperty;
  /** Between the parts of the name. */
  readonly separator?: string;
}

/** Headers are compared without regard to case and to the spaces around and between words. */
export function headerKey(header: string): string {
  return foldText(header.trim().replace(/\s+/gu, ' '));
}

/** Finds the property of a header, and the headers of a property. */
export class SourceColumns {
  private readonly byHeader = new Map<string, ColumnProperty | null>();
  private readonly mapped: readonly SourceColumn[];
  private readonly endKey: string | undefined;

  constructor(readonly source: SourceContent = DEFAULT_SOURCE) {
    const { endColumn, nameColumns = [], nameSeparator } = source;
    for (const header of this.ruled()) this.byHeader.set(headerKey(header), null);
    for (const [header, property] of Object.entries(source.columns))
      this.byHeader.set(headerKey(header), property);
    for (const header of nameColumns) this.byHeader.set(headerKey(header), 'name');
    this.mapped = mappedColumns(source, nameColumns, nameSeparator);
    this.endKey = endColumn === undefined ? undefined : headerKey(endColumn);
  }

  /** Undefined for a header that is not known, null for a column that is not read. */
  propertyOf(header: string): ColumnProperty | null | undefined {
    const key = headerKey(header);
    const property = this.byHeader.get(key);
    if (property !== undefined) return property;
    if (key === SOURCE_HEADER) return null;
    if (!key.startsWith(PROFILE_PREFIX)) return NAMED_HEADERS.get(key);
    return columnPropertyOf(PROFILE_PREFIX + header.trim().slice(PROFILE_PREFIX.length));
  }

  /** The columns that the source names for a property; undefined for none. */
  columnOf(property: ColumnProperty): SourceColumn | undefined {
    return this.mapped.find((column) => column.property === property);
  }

  /** True for the column with the last day of an employment. */
  isEnd(header: string): boolean {
    return this.endKey !== undefined && headerKey(header) === this.endKey;
  }

  /** The headers that the source names and that are not among those of a file. */
  missing(headers: readonly string[]): string[] {
    const keys = new Set(headers.map(headerKey));
    const { endColumn } = this.source;
    const named = [
      ...this.mapped.flatMap((column) => column.headers),
      ...(endColumn === undefined ? [] : [endColumn]),
      ...this.ruled(),
    ];
    return [...new Set(named)].filter((header) => !keys.has(headerKey(header)));
  }

  /** The columns of files that are written for the source, in the order in which they are set. */
  written(): readonly SourceColumn[] {
    return this.mapped.length > 0
      ? this.mapped
      : COLUMN_NAMES.map((property) => ({ headers: [property], property }));
  }

  /** Headers of columns whose values decide about rows. */
  private ruled(): string[] {
    return [...Object.keys(this.source.leaveOut), ...Object.keys(this.source.mainRows)];
  }
}

function mappedColumns(
  { columns }: SourceContent,
  nameColumns: readonly string[],
  separator: string,
): SourceColumn[] {
  const byProperty = new Map<ColumnProperty, string[]>();
  for (const [header, property] of Object.entries(columns)) {
    if (property === null) continue;
    byProperty.set(property, [...(byProperty.get(property) ?? []), header]);
  }
  const mapped = [...byProperty].map(([property, headers]): SourceColumn => ({ headers, property }));
  return nameColumns.length === 0
    ? mapped
    : [...mapped, { headers: nameColumns, property: 'name', separator }];
}
