import { foldName } from '../../shared-kernel/folding.js';
import { COLUMN_NAMES, EMPLOYEE_COLUMNS } from './employee-columns.js';
import type { ColumnProperty } from './source-content.js';

/**
 * The property that a header may mean; `endColumn` for the last day of an employment, `nameColumns` for a part of the
 * name.
 */
export type GuessedProperty = ColumnProperty | 'endColumn' | 'nameColumns';

/** Headers of the last day of an employment, as the words of columns are written. */
const END_WORDS =
  'enddate leavingdate leavedate terminationdate lastday lastworkingday lastdayofwork exitdate austritt ' +
  'austrittsdatum enddatum letzterarbeitstag kundigungsdatum fechadebaja fechabaja ultimodia ' +
  'datedesortie datedefin datedefindecontrat dernierjour datacessazione datafine dataditermine ' +
  'ultimogiorno datadesaida datadesligamento ultimodiadetrabalho';

/** Headers of first and last names, as the words of columns are written. */
const NAME_PART_WORDS =
  'firstname givenname forename lastname surname familyname vorname rufname nachname familienname apellido apellidos ' +
  'primerapellido segundoapellido prenom nomdefamille cognome sobrenome apelido apelidos';

/** They mean the first name beside a last name, and the whole name without one. */
const EITHER_WORDS = new Set(['name', 'nombre', 'nom', 'nome']);

const PROPERTIES: ReadonlyMap<string, GuessedProperty> = new Map([
  ...COLUMN_NAMES.flatMap((name) => entriesOf(name, EMPLOYEE_COLUMNS[name].words)),
  ...entriesOf('endColumn', END_WORDS),
  ...entriesOf('nameColumns', NAME_PART_WORDS),
]);

function entriesOf(property: GuessedProperty, words: string): [string, GuessedProperty][] {
  return words.split(' ').map((word) => [word, property]);
}

function wordOf(text: string): string {
  return foldName(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Guesses the properties of the headers of a file. @param characteristics - names of those of the company */
export function guessProperties(
  headers: readonly string[],
  characteristics: readonly string[],
): (GuessedProperty | undefined)[] {
  const guesses = headers.map((header) => guessProperty(header, characteristics));
  if (!guesses.includes('nameColumns')) return guesses;
  return guesses.map((guess, at) => (EITHER_WORDS.has(wordOf(headers[at] ?? '')) ? 'nameColumns' : guess));
}

/** Guesses the property of a header. @param characteristics - names of those of the company */
export function guessProperty(
  header: string,
  characteristics: readonly string[],
): GuessedProperty | undefined {
  const word = wordOf(header);
  if (word === '') return undefined;
  const name = characteristics.find((each) => wordOf(each) === word);
  return name === undefined ? PROPERTIES.get(word) : `profile.${name}`;
}
