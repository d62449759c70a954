const FIRST_NAMES = words(
  `Ana Åsa Bjørn Carla Chloé Daan David Dmitri Elif Emma Eva Farah Finn Gwen Hana Hugo Ida Inés Ivan Jan João Jonas
  Kees Lars Lea Lena Luca Maria Marek Mia Milan Nadia Nina Noah Olga Omar Paula Pedro Petra Quinn Rosa Sara Simon Sofia
  Tariq Thomas Ute Viktor Wim Xenia Yusuf Zoë`,
);
const LAST_NAMES = words(
  `Aalto Álvarez Andersen Bakker Bauer Becker Berg Bianchi Blanc Bruun Castro Conti Costa Cruz Dahl Díaz Dubois Duarte
  Eriksen Esposito Evans Faure Ferrari Fischer Fuchs García Girard Gómez Greco Haas Hansen Hofer Horvat Ivanov Jansen
  Jensen Jung Kaya Keller Klein Koch Kowalska Kruse Lang Larsen Leroy López Lund Maier Marino Martin Meyer Moreau Moser
  Nagy Neumann Nilsen Novak Olsen Ortiz Peeters Pereira Petit Pinto Popov Quiroga Ramos Ricci Rivera Romero Rossi Roux
  Santos Schmidt Silva Simon Sørensen Smit Torres Tóth Ulrich Urban Vargas Vega Visser Vogel Wagner Weber Winter Wójcik
  Yılmaz Young Zanetti Zimmermann`,
);

/** A prime number: ids do not follow names, so that the list, sorted by name, reads pages all over the table. */
const SCATTER = 7_919;

const area = (number: number): string => id('a', number % 500);
const group = (number: number): string => id('b', number);

export const segmentation = {
  areas: Array.from({ length: 500 }, (_, number) => ({
    id: area(number),
    name: `Area ${number}`,
    children: [],
  })),
  groups: Array.from({ length: 43 }, (_, number) => ({ id: group(number), name: `Group ${number}` })),
  characteristics: [
    { id: id('c', 1), type: 'DATE', name: 'Entry', allowedValues: [], nodes: [] },
    { id: id('c', 2), type: 'LIST', name: 'Contract', allowedValues: values('d', 13), nodes: [] },
  ],
} as const;

/** One employee in seven has no e-mail, one in eleven no area; a profile has two entries. */
export function* employeeRecords(count: number): Generator<object> {
  for (let number = 1; number <= count; number++) yield employee(number);
}

/** E-mail address and external id of some employees who have both. */
export function someEmployees(count: number): { readonly email: string; readonly externalId: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const number = 1 + index * 7 * 71;
    return { email: emailOf(number), externalId: externalIdOf(number) };
  });
}

function employee(number: number): object {
  const scattered = (number * SCATTER) % 1_000_003;
  const isManager = number % 25 === 0;
  return {
    id: id('e', number),
    name: nameOf(scattered),
    ...(number % 7 > 0 && { email: emailOf(number) }),
    externalId: externalIdOf(number),
    ...(number % 11 > 0 && { hierarchyId: area(number) }),
    groupIds: [group(number % 40), group(40 + (number % 3))],
    profile: [
      { id: id('c', 1), date: new Date(Date.UTC(2000, 0, 1 + (number % 9_000))).toISOString() },
      { id: id('c', 2), valueId: id('d', number % 13) },
    ],
    ...(isManager && { role: 'MANAGER', managedHierarchies: [area(number)] }),
    activated: number % 50 > 0,
  };
}

function nameOf(number: number): string {
  const first = FIRST_NAMES[number % FIRST_NAMES.length];
  const last = LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length];
  return `${first} ${last} ${number}`;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

function emailOf(number: number): string {
  return `person.${number}@company.example.com`;
}

function externalIdOf(number: number): string {
  return `PAY-${String(number).padStart(7, '0')}`;
}

function values(kind: string, count: number): object[] {
  return Array.from({ length: count }, (_, number) => ({ id: id(kind, number), label: `Value ${number}` }));
}

function id(kind: string, number: number): string {
  return `0000${kind}${number.toString(16).padStart(19, '0')}`;
}
