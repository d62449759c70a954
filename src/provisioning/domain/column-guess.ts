import { foldName } from '../../shared-kernel/folding.js';
import type { ColumnProperty } from './source-columns.js';

/** The property that a header may mean; `endColumn` for the last day of an employment. */
export type GuessedProperty = ColumnProperty | 'endColumn';

/** Headers as HR programs have them, in the six languages of the service, without accents, case, spaces and signs. */
const WORDS: Readonly<Record<Exclude<GuessedProperty, `profile.${string}`>, string>> = {
  externalId:
    'externalid employeeid employeenumber employeeno empid empno staffid staffnumber personid ' +
    'personnelnumber payrollid payrollnumber hrid personalnummer personalnr persnr pnr mitarbeiternummer ' +
    'mitarbeiternr mitarbeiterid numerodeempleado numeroempleado idempleado legajo numerodepersonal ' +
    'matricule numeroemploye numerodemploye idemploye matricola codicedipendente numerodipendente ' +
    'iddipendente matricula numerofuncionario numerodefuncionario idfuncionario',
  email:
    'email emailaddress mail mailaddress workemail emailaddresswork emailadresse mailadresse dienstlicheemail correo ' +
    'correoelectronico direcciondecorreo courriel adresseemail adressemail adresseelectronique indirizzoemail ' +
    'postaelettronica enderecodeemail correioeletronico correioelectronico',
  name:
    'name fullname displayname employeename vollername vollstandigername mitarbeiter mitarbeitername nombre ' +
    'nombrecompleto nombreyapellidos nom nomcomplet nometprenom nome nomecompleto nominativo nomeecognome ' +
    'apellidosynombre',
  role: 'role rolle rol ruolo papel funcao',
  area:
    'area hierarchyid department division unit orgunit organisationalunit organizationalunit site location bereich ' +
    'abteilung standort organisationseinheit departamento unidad centro sede seccion service departement direction ' +
    'unite etablissement reparto dipartimento divisione setor secao unidade',
  groups: 'groups group groupids gruppen gruppe grupos grupo groupes groupe gruppi gruppo',
  managedAreas:
    'managedareas managedhierarchies managedarea manages verantwortet leitet verantwortlichfur geleitetebereiche ' +
    'areasgestionadas areasacargo perimetregere servicesgeres areegestite areasgeridas',
  endColumn:
    'enddate leavingdate leavedate terminationdate lastday lastworkingday lastdayofwork exitdate austritt ' +
    'austrittsdatum enddatum letzterarbeitstag kundigungsdatum fechadebaja fechabaja ultimodia ' +
    'datedesortie datedefin datedefindecontrat dernierjour datacessazione datafine dataditermine ' +
    'ultimogiorno datadesaida datadesligamento ultimodiadetrabalho',
};

const PROPERTIES = new Map(
  (Object.entries(WORDS) as [GuessedProperty, string][]).flatMap(([property, words]) =>
    words.split(' ').map((word) => [word, property] as const),
  ),
);

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
