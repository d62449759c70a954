const PEOPLE = 4_000;
const SHIFT_MS = 8 * 3_600_000;
const FIRST_SHIFT = Date.UTC(2020, 0, 1);

/** One entry in a hundred is of one person: 10,000 of a million, a working life. */
export const BUSIEST = 'person-0@example.com';

/** Live entries, 12,000 a day; dozens share their start. @param series - different numbers give different ids */
export function* timesheetRecords(count: number, series = 0): Generator<object> {
  for (let number = 0; number < count; number++) yield timesheet(number, series);
}

/** The employees of the entries. */
export function* timesheetPeople(): Generator<object> {
  for (let person = 0; person < PEOPLE; person++)
    yield { email: `person-${person}@example.com`, externalId: String(person) };
}

function timesheet(number: number, series: number): object {
  const person = number % 100 === 0 ? 0 : number % PEOPLE;
  const start = FIRST_SHIFT + Math.floor(number / PEOPLE) * SHIFT_MS + (number % 100) * 60_000;
  const pause = { startTime: time(start + SHIFT_MS / 2), endTime: time(start + SHIFT_MS / 2 + 1_800_000) };
  return {
    id: scattered(number, series),
    email: `person-${person}@example.com`,
    externalId: String(person),
    timeZone: 'Europe/Madrid',
    startTime: time(start),
    endTime: time(start + SHIFT_MS),
    active: true,
    breaks: [{ ...pause, duration: 1_800 }],
    periodType: 'ACTIVE',
    changeHistory: [],
  };
}

/** Ids are not in the order of the entries, because they come from many systems. */
function scattered(number: number, series: number): string {
  const hash = Math.imul(number, 2_654_435_761) >>> 0;
  return hash.toString(16).padStart(8, '0') + (series * 1e9 + number).toString(16).padStart(16, '0');
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
