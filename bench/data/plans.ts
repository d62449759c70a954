const ACTIONS_PER_PLAN = 5;
const MINUTE = 60_000;
const FIRST = Date.UTC(2026, 2, 1, 9);

const TOPICS = [
  'Listen to the night shift',
  'Publish the rota earlier',
  'Thank a colleague',
  'Walk through the kitchen',
  'Shorten the weekly meeting',
  'Pair newcomers with a mentor',
  'Mend the break room',
  'Answer every question',
  'Plan holidays together',
  'Share the numbers',
  'Train the new managers',
];
const STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'];

const area = (number: number): string => id('a', number % 23);
const person = (number: number): string => id('b', number % 50);

/** The areas that actions target. */
export function areaRecords(): { id: string; name: string }[] {
  return Array.from({ length: 23 }, (_, number) => ({ id: area(number), name: `Area ${number}` }));
}

/** Values that filters find. */
export const KNOWN = { hierarchyId: area(7), assigneeId: person(7), createdBy: person(7) } as const;

/**
 * Plans with five actions of two assignees and two notes each. One plan in ten is private, half of these of the
 * reader.
 * @param prefix - of the ids, four hexadecimal digits; `copyCompany` replaces it
 */
export function* planRecords(count: number, readerId: string, prefix = '0000'): Generator<object> {
  for (let number = 1; number <= count; number++) yield plan(number, readerId, prefix);
}

function plan(number: number, readerId: string, prefix: string): object {
  const createdAt = FIRST + number * MINUTE;
  const createdBy = number % 20 === 0 ? readerId : person(number);
  return {
    id: id('1', number, prefix),
    title: { defaultValue: `A better week ${number}`, langValues: { es: `Una semana mejor ${number}` } },
    description: { defaultValue: 'What the teams have agreed on after the survey of spring.' },
    visibility: number % 10 === 0 ? 'PRIVATE' : 'PUBLIC',
    createdBy,
    createdAt: time(createdAt),
    updatedAt: time(createdAt + 1_000),
    actions: Array.from({ length: ACTIONS_PER_PLAN }, (_, index) =>
      action((number - 1) * ACTIONS_PER_PLAN + index, createdAt, createdBy, prefix),
    ),
  };
}

/** Divisors have no common factor, so that every combination of attributes occurs. */
function action(number: number, planCreatedAt: number, createdBy: string, prefix: string): object {
  const createdAt = time(planCreatedAt + (number % ACTIONS_PER_PLAN));
  return {
    id: id('2', number, prefix),
    title: {
      defaultValue: `${TOPICS[number % TOPICS.length]} ${number}`,
      langValues: { es: `Medida ${number}` },
    },
    description: {
      defaultValue: `The lead of team ${number % 40} talks to the team and reports the result.`,
    },
    focusItems: [{ focusType: ['SCORE', 'HI', 'ENPS'][number % 3], targetValue: 50 + (number % 40) }],
    assigneeStatuses: [
      { assigneeId: id('b', number % 47), status: 'COMPLETED' },
      { assigneeId: id('b', 50 + (number % 31)), status: 'PENDING' },
    ],
    hierarchyIds: [area(number)],
    groupIds: [id('c', number % 29)],
    characteristics: [],
    actionType: ['MANAGER', 'COMPANY'][number % 2],
    source: 'MANUAL',
    visibility: 'PUBLIC',
    status: STATUSES[Math.floor(number / 7) % STATUSES.length],
    dueDate: time(planCreatedAt + 60 * 24 * 60 * MINUTE),
    createdBy,
    createdAt,
    updatedAt: createdAt,
    notes: [
      note(
        id('3', number, prefix),
        person(number),
        'The first talks went well, the next are in two weeks.',
        'SHARED',
      ),
      note(
        id('4', number, prefix),
        createdBy,
        'We should look at the rota again.',
        number % 5 === 0 ? 'PRIVATE' : 'SHARED',
      ),
    ],
  };
}

function note(noteId: string, authorId: string, content: string, visibility: string): object {
  return { id: noteId, authorId, content, visibility, createdAt: '2026-04-01T08:00:00.000Z' };
}

function id(kind: string, number: number, prefix = '0000'): string {
  return `${prefix}${kind}${number.toString(16).padStart(19, '0')}`;
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
