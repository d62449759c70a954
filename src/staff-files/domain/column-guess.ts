import { foldName } from '../../shared-kernel/folding.js';
import { COLUMN_NAMES, EMPLOYEE_COLUMNS } from './employee-columns.js';
import type { ColumnProperty } from './source-content.js';

/** The property that a header may mean; `endColumn` for the last day of an employment. */
export type GuessedProperty = ColumnProperty | 'endColumn';

/** Headers of the last day of an employment, as the words of columns are written. */
const END_WORDS =
  'enddate leavingdate leavedate terminationdate lastday lastworkingday lastdayofwork exitdate austritt ' +
  'austrittsdatum enddatum letzterarbeitstag kundigungsdatum fechadebaja fechabaja ultimodia ' +
  'datedesortie datedefin datedefindecontrat dernierjour datacessazione datafine dataditermine ' +
  'ultimogiorno datadesaida datadesligamento ultimodiadetrabalho';

const PROPERTIES: ReadonlyMap<string, GuessedProperty> = new Map([
  ...COLUMN_NAMES.flatMap((name) => entriesOf(name, EMPLOYEE_COLUMNS[name].words)),
  ...entriesOf('endColumn', END_WORDS),
]);

function entriesOf(property: GuessedProperty, words: string): [string, GuessedProperty][] {
  return words.split(' ').map((word) => [word, property]);
}

function wordOf(text: string): string {
  return foldName(text).replace(/[^\p{L}\p{N}]/gu, '');
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
