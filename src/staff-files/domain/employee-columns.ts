import { ROLES } from '../../shared-kernel/actor.js';
import { cleanName, hasLineBreak, unseenCharacter } from './cell-texts.js';
import type { CellValue } from './cell-value.js';

/** Reads the areas and groups that the text of a cell names. */
export interface NameReader {
  area(text: string): CellValue;
  areas(text: string): CellValue;
  groups(text: string): CellValue;
}

/** Writes areas and groups as texts in which a {@link NameReader} finds the same ones again. */
export interface NameWriter {
  area(id: string): string;
  areas(ids: readonly string[]): string;
  groups(ids: readonly string[]): string;
}

/** The properties of an employee that have a column, as the API answers them. */
export interface ColumnValues {
  readonly externalId?: string;
  readonly email?: string;
  readonly name?: string;
  readonly role?: string;
  readonly hierarchyId?: string;
  readonly groupIds: readonly string[];
  readonly managedHierarchies: readonly string[];
}

/** A column of the files of HR systems. */
export interface EmployeeColumn {
  /** Name of the property in the API. */
  readonly property: keyof ColumnValues;
  /**
   * Headers as HR programs have them, in the six languages of the service, without accents, case, spaces and signs; a
   * space between two.
   */
  readonly words: string;
  /** Reads a cell that is not empty: an empty one clears the property. */
  readonly read: (text: string, names: NameReader) => CellValue;
  /** Writes the cell of a download, which `read` reads as the same value again. */
  readonly write: (employee: ColumnValues, names: NameWriter) => string;
}

/** The columns by their names, in the order of downloads. Characteristics are `profile.` and their name or id. */
export const EMPLOYEE_COLUMNS = {
  externalId: column('externalId', {
    words:
      'externalid employeeid employeenumber employeeno empid empno staffid staffnumber personid ' +
      'personnelnumber payrollid payrollnumber hrid personalnummer personalnr persnr pnr mitarbeiternummer ' +
      'mitarbeiternr mitarbeiterid numerodeempleado numeroempleado idempleado legajo numerodepersonal ' +
      'matricule numeroemploye numerodemploye idemploye matricola codicedipendente numerodipendente ' +
      'iddipendente matricula numerofuncionario numerodefuncionario idfuncionario',
    read: readKey,
    write: textOf,
  }),
  email: column('email', {
    words:
      'email emailaddress mail mailaddress workemail emailaddresswork emailadresse mailadresse dienstlicheemail ' +
      'correo correoelectronico direcciondecorreo courriel adresseemail adressemail adresseelectronique ' +
      'indirizzoemail postaelettronica enderecodeemail correioeletronico correioelectronico',
    read: readEmail,
    write: textOf,
  }),
  name: column('name', {
    words:
      'name fullname displayname employeename vollername vollstandigername mitarbeiter mitarbeitername nombre ' +
      'nombrecompleto nombreyapellidos nom nomcomplet nometprenom nome nomecompleto nominativo nomeecognome ' +
      'apellidosynombre',
    read: readName,
    write: textOf,
  }),
  role: column('role', {
    words: 'role rolle rol ruolo papel funcao',
    read: readRole,
    write: textOf,
  }),
  area: column('hierarchyId', {
    words:
      'area hierarchyid department division unit orgunit organisationalunit organizationalunit site location ' +
      'bereich abteilung standort organisationseinheit departamento unidad centro sede seccion service departement direction ' +
      'unite etablissement reparto dipartimento divisione setor secao unidade',
    read: (text, names) => names.area(text),
    write: (id, names) => (id === undefined ? '' : names.area(id)),
  }),
  groups: column('groupIds', {
    words: 'groups group groupids gruppen gruppe grupos grupo groupes groupe gruppi gruppo',
    read: (text, names) => names.groups(text),
    write: (ids, names) => names.groups(ids),
  }),
  managedAreas: column('managedHierarchies', {
    words:
      'managedareas managedhierarchies managedarea manages verantwortet leitet verantwortlichfur geleitetebereiche ' +
      'areasgestionadas areasacargo perimetregere servicesgeres areegestite areasgeridas',
    read: (text, names) => names.areas(text),
    write: (ids, names) => names.areas(ids),
  }),
} satisfies Readonly<Record<string, EmployeeColumn>>;

export type ColumnName = keyof typeof EMPLOYEE_COLUMNS;
export const COLUMN_NAMES = Object.keys(EMPLOYEE_COLUMNS) as readonly ColumnName[];

function column<Property extends keyof ColumnValues>(
  property: Property,
  {
    write,
    ...parts
  }: Pick<EmployeeColumn, 'words' | 'read'> & {
    readonly write: (value: ColumnValues[Property], names: NameWriter) => string;
  },
): EmployeeColumn {
  return { property, ...parts, write: (employee, names) => write(employee[property], names) };
}

function textOf(value: string | undefined): string {
  return value ?? '';
}

/** A number as a spreadsheet shortens it. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** A number as spreadsheets show one that was entered as a text. */
const APOSTROPHE = /^'\d+$/;

/** A row of a file whose separator was not found is one cell. */
function looksLikeRow(text: string): boolean {
  return [';', '|'].some((separator) => text.split(separator, 3).length === 3);
}

const ROW: CellValue = {
  code: 'LOOKS_LIKE_ROW',
  message: 'must be one value: it looks like several cells of a row with another separator',
};

/** Lines of a name may be the rest of a file behind a quote that is not closed. */
const SEPARATOR = /[,;|]/;

function readName(text: string): CellValue {
  if (looksLikeRow(text) || (hasLineBreak(text) && SEPARATOR.test(text))) return ROW;
  return { value: cleanName(text) };
}

function readEmail(text: string): CellValue {
  return unseenCharacter(text.trim()) ?? { value: text.trim() };
}

function readKey(text: string): CellValue {
  if (looksLikeRow(text)) return ROW;
  if (text !== text.trim())
    return { code: 'SPACES', message: 'must not begin or end with a space: it would be another person' };
  if (SHORTENED_NUMBER.test(text))
    return {
      code: 'SHORTENED_NUMBER',
      message:
        'must have all digits: a spreadsheet has shortened the number. Format the column as text before the export',
    };
  if (APOSTROPHE.test(text))
    return {
      code: 'APOSTROPHE',
      message:
        'must not begin with an apostrophe, which spreadsheets put before a number: export the column as text',
    };
  return unseenCharacter(text) ?? { value: text };
}

function readRole(text: string): CellValue {
  const name = text.trim();
  return { value: ROLES.find((role) => role === name.toUpperCase()) ?? name };
}
