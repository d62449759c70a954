import { Injectable } from '@nestjs/common';
import { SegmentationNamesQueries, type Characteristic } from '../../segmentation/index.js';
import { toSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { EmployeeFiles, type EmployeeTable, type ListedEmployee } from '../../workforce/index.js';
import { EMPLOYEE_COLUMNS } from '../domain/employee-columns.js';
import { writeDay } from '../domain/file-day.js';
import { SOURCE_HEADER, SourceColumns, type SourceColumn } from '../domain/source-columns.js';
import {
  isCharacteristic,
  PROFILE_PREFIX,
  type CharacteristicProperty,
  type ColumnProperty,
} from '../domain/source-content.js';
import { nameParts } from '../domain/name-parts.js';
import { ReferenceNames } from './reference-names.js';
import { SourceStore } from './source.store.js';

type CellsOf = (employee: ListedEmployee) => readonly string[];

/** The columns of files with the staff, as syncs read them. */
@Injectable()
export class StaffFiles extends EmployeeFiles {
  constructor(
    private readonly sources: SourceStore,
    private readonly names: SegmentationNamesQueries,
  ) {
    super();
  }

  async table(companyId: string, source: string | undefined, hasOthers: boolean): Promise<EmployeeTable> {
    const stored = source === undefined ? undefined : await this.sources.find({ companyId, source });
    const columns = new SourceColumns(stored);
    const { listSeparator } = columns.source;
    const references = new ReferenceNames(await this.names.read(companyId), listSeparator);
    const written =
      stored && Object.keys(stored.columns).length > 0
        ? withKeys(columns, hasOthers)
        : allColumns(references);
    const cells = written.map((column) => cellsOf(column, references, columns));
    const headers = [...written.flatMap((column) => column.headers), ...(hasOthers ? [SOURCE_HEADER] : [])];
    if (hasOthers) cells.push(({ source: ofPerson }) => [ofPerson ?? '']);
    const unread = stored ? unreadColumns(columns, headers) : { headers: [], cells: [] };
    return {
      headers: [...headers, ...unread.headers].map((header) => toSpreadsheetText(header)),
      cells: (employee) =>
        [...cells.flatMap((cell) => cell(employee)), ...unread.cells].map((text) => toSpreadsheetText(text)),
    };
  }
}

/** The columns of a source, and those by which people are found if it names none, or none by which others are. */
function withKeys(columns: SourceColumns, hasOthers: boolean): SourceColumn[] {
  const written = columns.written();
  const has = (key: ColumnProperty): boolean => written.some(({ property }) => property === key);
  const isKeyed = has('externalId') || has('email');
  const keys = (['externalId', 'email'] as const).filter(
    (key) => (hasOthers || !isKeyed) && !has(key) && columns.propertyOf(key) === key,
  );
  return [...keys.map((key) => ({ headers: [key], property: key })), ...written];
}

/** All properties by their names. */
function allColumns({ names, segmentation }: ReferenceNames): SourceColumn[] {
  const characteristics = segmentation.characteristics.map(({ id, name }) => {
    const found = names.characteristic(name);
    const isFound = typeof found !== 'string' && found.id === id && name.trim() === name;
    const property: ColumnProperty = `${PROFILE_PREFIX}${isFound ? name : id}`;
    return { headers: [property], property };
  });
  return [...new SourceColumns().written(), ...characteristics];
}

/** Of several columns of one property, the first has the value. The name is cut into its parts. */
function cellsOf(
  { property, headers, separator }: SourceColumn,
  references: ReferenceNames,
  { source }: SourceColumns,
): CellsOf {
  const textOf = isCharacteristic(property)
    ? characteristicCell(property, references, (date) => writeDay(date, source.dateFormat))
    : (employee: ListedEmployee) => EMPLOYEE_COLUMNS[property].write(employee, references);
  if (separator !== undefined) return (employee) => nameParts(textOf(employee), headers.length, separator);
  const others = headers.slice(1).map(() => '');
  return (employee) => [textOf(employee), ...others];
}

/**
 * The columns without a property that a file of the source must have. Nobody of the file has left, and each person has
 * one row, which is the main one.
 */
function unreadColumns(
  columns: SourceColumns,
  written: readonly string[],
): { readonly headers: readonly string[]; readonly cells: readonly string[] } {
  const headers = columns.missing(written);
  const mainRows = new Map(Object.entries(columns.source.mainRows));
  return { headers, cells: headers.map((header) => mainRows.get(header)?.[0]?.replace(/\*$/, '') ?? '') };
}

function characteristicCell(
  property: CharacteristicProperty,
  { names, segmentation }: ReferenceNames,
  dayOf: (date: string) => string,
): (employee: ListedEmployee) => string {
  const found = names.characteristic(property.slice(PROFILE_PREFIX.length));
  if (typeof found === 'string') return () => '';
  const characteristic = segmentation.characteristics.find(({ id }) => id === found.id);
  const labels = characteristic ? labelsOf(characteristic) : new Map<string, string>();
  return ({ profile }) => {
    const entry = profile.find(({ id }) => id === found.id);
    if (entry?.date !== undefined) return dayOf(entry.date);
    const valueId = entry?.valueId ?? entry?.leafId ?? '';
    const label = labels.get(valueId) ?? valueId;
    const named = found.values.find(label.trim());
    return typeof named !== 'string' && named.id === valueId ? label : valueId;
  };
}

function labelsOf({ allowedValues, nodes }: Characteristic): ReadonlyMap<string, string> {
  return new Map([...allowedValues, ...nodes].map(({ id, label }) => [id, label]));
}
