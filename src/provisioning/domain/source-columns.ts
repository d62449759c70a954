import { foldText } from '../../shared-kernel/folding.js';
import { filledTextIssues } from '../../shared-kernel/text.js';
import { propertyName, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { COLUMN_NAMES, EMPLOYEE_COLUMNS, type ColumnName } from './employee-columns.js';

/** Most sources of a company whose columns are set. */
export const MAX_SOURCES = 100;

/** Most columns that a source names. */
export const MAX_SOURCE_COLUMNS = 200;

/** Longest header of a column, and longest name of a characteristic behind `profile.`, in code points. */
export const HEADER_LIMITS = { maxLength: 255 } as const;

/** Begins the property of a characteristic. */
export const PROFILE_PREFIX = 'profile.';

/** A characteristic, by its name or id. */
export type CharacteristicProperty = `profile.${string}`;

/** The properties of a person that a column has. */
export type ColumnProperty = ColumnName | CharacteristicProperty;

/** Headers that are names of properties: those of columns, and those of the API. */
const NAMED_HEADERS: ReadonlyMap<string, ColumnName> = new Map(
  COLUMN_NAMES.flatMap((name) =>
    [name, EMPLOYEE_COLUMNS[name].property].map((header) => [headerKey(header), name] as const),
  ),
);

/** Forms of days in files. A day or month may lack its leading zero. */
export const DATE_FORMATS = [
  ...(['yyyy-MM-dd', 'dd.MM.yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd-MM-yyyy', 'yyyy/MM/dd'] as const),
  ...(['yyyyMMdd', 'ddMMyyyy'] as const),
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Characters between the entries of a list in a cell. */
export const LIST_SEPARATORS = [';', ',', '|', '/'] as const;
export type ListSeparator = (typeof LIST_SEPARATORS)[number];

/** The columns of the files of a source, as a company sets them. */
export interface SourceContent {
  /** By header; null for a column that is not read. */
  readonly columns: Readonly<Record<string, ColumnProperty | null>>;
  readonly dateFormat: DateFormat;
  readonly listSeparator: ListSeparator;
  /** Header of the column with the last day of an employment. */
  readonly endColumn?: string;
}

/** A source of which nothing is set: headers are the names of properties. */
export const DEFAULT_SOURCE: SourceContent = {
  columns: {},
  dateFormat: 'yyyy-MM-dd',
  listSeparator: ';',
};

/** A column of a file. */
export interface SourceColumn {
  readonly header: string;
  readonly property: ColumnProperty;
}

/** Headers are compared without regard to case and to the spaces around and between words. */
export function headerKey(header: string): string {
  return foldText(header.trim().replace(/\s+/gu, ' '));
}

export function isCharacteristic(property: ColumnProperty): property is CharacteristicProperty {
  return property.startsWith(PROFILE_PREFIX);
}

/** The property with a name; undefined for none. */
export function columnPropertyOf(name: string): ColumnProperty | undefined {
  const known = COLUMN_NAMES.find((property) => property === name);
  if (known) return known;
  const characteristic = name.startsWith(PROFILE_PREFIX) ? name.slice(PROFILE_PREFIX.length) : '';
  return filledTextIssues(characteristic, HEADER_LIMITS).length === 0 ? (name as ColumnProperty) : undefined;
}

/** Header of the column that says whose people others are, in a file of everyone. It is not read. */
export const SOURCE_HEADER = 'source';

/** Finds the property of a header, and the header of a property. */
export class SourceColumns {
  private readonly byHeader = new Map<string, ColumnProperty | null>();
  private readonly mapped: readonly SourceColumn[];
  private readonly endKey: string | undefined;

  constructor(readonly source: SourceContent = DEFAULT_SOURCE) {
    const entries = Object.entries(source.columns);
    for (const [header, property] of entries) this.byHeader.set(headerKey(header), property);
    this.mapped = entries.flatMap(([header, property]) => (property === null ? [] : [{ header, property }]));
    this.endKey = source.endColumn === undefined ? undefined : headerKey(source.endColumn);
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

  /** True for the column with the last day of an employment. */
  isEnd(header: string): boolean {
    return this.endKey !== undefined && headerKey(header) === this.endKey;
  }

  /** The headers that the source names and that are not among those of a file. */
  missing(headers: readonly string[]): string[] {
    const keys = new Set(headers.map(headerKey));
    const { endColumn } = this.source;
    const named = [
      ...this.mapped.map(({ header }) => header),
      ...(endColumn === undefined ? [] : [endColumn]),
    ];
    return named.filter((header) => !keys.has(headerKey(header)));
  }

  /** The columns of files that are written for the source, in the order in which they are set. */
  written(): readonly SourceColumn[] {
    return this.mapped.length > 0
      ? this.mapped
      : COLUMN_NAMES.map((property) => ({ header: property, property }));
  }
}

const UNKNOWN_PROPERTY = `must be null, ${COLUMN_NAMES.join(', ')} or profile. and the name or id of a characteristic`;

/** The rules that columns violate: known properties, each by one header, and headers that differ. */
export function columnsIssues(value: unknown): ValidationIssue[] {
  const issue = (code: string, message: string, path = ''): ValidationIssue => ({ path, code, message });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [issue('WRONG_TYPE', 'must be an object')];
  const entries = Object.entries(value);
  if (entries.length > MAX_SOURCE_COLUMNS)
    return [issue('TOO_MANY', `must have at most ${MAX_SOURCE_COLUMNS} properties`)];
  const [headers, properties] = [new Set<string>(), new Set<unknown>()];
  return entries.flatMap(([header, property]: [string, unknown]) => {
    const path = propertyName(header);
    const [wrong] = filledTextIssues(header, HEADER_LIMITS);
    if (wrong) return [issue(wrong.code, `the header ${wrong.message}`, path)];
    if (property !== null && (typeof property !== 'string' || !columnPropertyOf(property)))
      return [issue('NOT_ALLOWED', UNKNOWN_PROPERTY, path)];
    const key = headerKey(header);
    if (headers.has(key))
      return [issue('NOT_UNIQUE', 'must differ from other headers by more than case', path)];
    headers.add(key);
    if (property !== null && properties.has(property))
      return [issue('NOT_UNIQUE', 'must not be the property of another header', path)];
    properties.add(property);
    return [];
  });
}

/** The rules that the content of a source violates as a whole. */
export function sourceIssues({ columns, endColumn }: SourceContent): ValidationIssue[] {
  if (endColumn === undefined) return [];
  const key = headerKey(endColumn);
  const isMapped = Object.entries(columns).some(
    ([header, property]) => property !== null && headerKey(header) === key,
  );
  const message = 'must not be the header of a property';
  return isMapped ? [{ path: 'endColumn', code: 'DISAGREES', message }] : [];
}
