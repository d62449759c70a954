import { filledTextIssues } from '../../shared-kernel/text.js';
import { COLUMN_NAMES, type ColumnName } from './employee-columns.js';

/** Most sources of a company whose columns are set. */
export const MAX_SOURCES = 100;

/** Most columns that a source names. */
export const MAX_SOURCE_COLUMNS = 200;

/** Most columns of which the name of a person is made. */
export const MAX_NAME_COLUMNS = 4;

/** Most columns by whose values rows of a file are left out. */
export const MAX_ROW_RULES = 20;

/** Most values of such a column. */
export const MAX_ROW_RULE_VALUES = 50;

/** Most texts that stand for no day. */
export const MAX_NO_DATES = 20;

/** Last row in which a header row may be. */
export const MAX_HEADER_ROW = 1_000;

/** Longest header of a column, and longest name of a characteristic behind `profile.`, in code points. */
export const HEADER_LIMITS = { maxLength: 255 } as const;

/** Longest text between the parts of a name, in code points. */
export const SEPARATOR_LIMITS = { maxLength: 5 } as const;

/** Begins the property of a characteristic. */
export const PROFILE_PREFIX = 'profile.';

/** A characteristic, by its name or id. */
export type CharacteristicProperty = `profile.${string}`;

/** The properties of a person that a column has. */
export type ColumnProperty = ColumnName | CharacteristicProperty;

/** Forms of days in files. A day or month may lack its leading zero. */
export const DATE_FORMATS = [
  ...(['yyyy-MM-dd', 'dd.MM.yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd-MM-yyyy', 'yyyy/MM/dd'] as const),
  ...(['yyyyMMdd', 'ddMMyyyy'] as const),
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Characters between the entries of a list in a cell. */
export const LIST_SEPARATORS = [';', ',', '|', '/'] as const;
export type ListSeparator = (typeof LIST_SEPARATORS)[number];

/** Values of columns by their headers, in any case. A value with `*` at its end is a beginning. */
export type RowRules = Readonly<Record<string, readonly string[]>>;

/** The form of the files of a source, as a company sets it. */
export interface SourceContent {
  /** By header; null for a column that is not read. Of several with one property, the first with a value is read. */
  readonly columns: Readonly<Record<string, ColumnProperty | null>>;
  /** Headers of the parts of the name, in their order. */
  readonly nameColumns?: readonly string[];
  /** Between the parts of the name. */
  readonly nameSeparator: string;
  readonly dateFormat: DateFormat;
  /** Texts that stand for no day. */
  readonly noDates: readonly string[];
  readonly listSeparator: ListSeparator;
  /** Header of the column with the last day of an employment. */
  readonly endColumn?: string;
  /** The header row as a spreadsheet numbers it, from 1; it is looked for if absent. */
  readonly headerRow?: number;
  /** Name of the sheet of workbooks; the first visible one if absent. */
  readonly sheet?: string;
  /** Rows that are left out. */
  readonly leaveOut: RowRules;
  /** Of the rows of one person, the one that is read. */
  readonly mainRows: RowRules;
}

/** A source of which nothing is set: headers are the names of properties. */
export const DEFAULT_SOURCE: SourceContent = {
  columns: {},
  nameSeparator: ' ',
  dateFormat: 'yyyy-MM-dd',
  noDates: [],
  listSeparator: ';',
  leaveOut: {},
  mainRows: {},
};

/** The content in one order of its properties, with the defaults of what is absent. */
export function wholeContent(content: Partial<SourceContent>): SourceContent {
  const { nameColumns, endColumn, headerRow, sheet } = content;
  return {
    columns: content.columns ?? DEFAULT_SOURCE.columns,
    ...(nameColumns && nameColumns.length > 0 && { nameColumns }),
    nameSeparator: content.nameSeparator ?? DEFAULT_SOURCE.nameSeparator,
    dateFormat: content.dateFormat ?? DEFAULT_SOURCE.dateFormat,
    noDates: content.noDates ?? DEFAULT_SOURCE.noDates,
    listSeparator: content.listSeparator ?? DEFAULT_SOURCE.listSeparator,
    ...(endColumn !== undefined && { endColumn }),
    ...(headerRow !== undefined && { headerRow }),
    ...(sheet !== undefined && { sheet }),
    leaveOut: content.leaveOut ?? DEFAULT_SOURCE.leaveOut,
    mainRows: content.mainRows ?? DEFAULT_SOURCE.mainRows,
  };
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
