import { Injectable } from '@nestjs/common';
import { SegmentationNamesQueries, type Characteristic } from '../../segmentation/index.js';
import { toSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { EmployeeFiles, type EmployeeTable, type ListedEmployee } from '../../workforce/index.js';
import { EMPLOYEE_COLUMNS } from '../domain/employee-columns.js';
import { writeDay } from '../domain/file-day.js';
import {
  isCharacteristic,
  PROFILE_PREFIX,
  SOURCE_HEADER,
  SourceColumns,
  type CharacteristicProperty,
  type ColumnProperty,
  type SourceColumn,
} from '../domain/source-columns.js';
import { ReferenceNames } from './reference-names.js';
import { SourceStore } from './source.store.js';

type CellOf = (employee: ListedEmployee) => string;

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
      stored && Object.keys(stored.columns).length > 0 ? withKeys(columns) : allColumns(references);
    const cells = written.map(({ property }) => cellOf(property, references, columns));
    const headers = [...written.map(({ header }) => header), ...(hasOthers ? [SOURCE_HEADER] : [])];
    if (hasOthers) cells.push(({ source: ofPerson }) => ofPerson ?? '');
    return {
      headers: headers.map((header) => toSpreadsheetText(header)),
      cells: (employee) => cells.map((cell) => toSpreadsheetText(cell(employee))),
    };
  }
}

/** The columns of a source, and those by which people are found if it names none. */
function withKeys(columns: SourceColumns): SourceColumn[] {
  const written = columns.written();
  if (written.some(({ property }) => property === 'externalId' || property === 'email')) return [...written];
  const keys = (['externalId', 'email'] as const).filter((key) => columns.propertyOf(key) === key);
  return [...keys.map((key) => ({ header: key, property: key })), ...written];
}

/** All properties by their names. */
function allColumns({ names, segmentation }: ReferenceNames): SourceColumn[] {
  const characteristics = segmentation.characteristics.map(({ id, name }) => {
    const found = names.characteristic(name);
    const isFound = typeof found !== 'string' && found.id === id && name.trim() === name;
    const property: ColumnProperty = `${PROFILE_PREFIX}${isFound ? name : id}`;
    return { header: property, property };
  });
  return [...new SourceColumns().written(), ...characteristics];
}

function cellOf(property: ColumnProperty, references: ReferenceNames, { source }: SourceColumns): CellOf {
  if (isCharacteristic(property))
    return characteristicCell(property, references, (date) => writeDay(date, source.dateFormat));
  return (employee) => EMPLOYEE_COLUMNS[property].write(employee, references);
}

function characteristicCell(
  property: CharacteristicProperty,
  { names, segmentation }: ReferenceNames,
  dayOf: (date: string) => string,
): CellOf {
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
