/** Everybody works at the same hours, so that thousands of entries have one start. */
const PEOPLE = 4_000;
const SHIFT_MS = 8 * 3_600_000;
const FIRST_SHIFT = Date.UTC(2020, 0, 1);

/** One entry in a hundred is of one person: 10,000 of a million, which is a working life. */
export const BUSIEST = 'person-0@example.com';

/** As many live entries as `wes import` takes at a time, in the shape in which the API returns them. */
export function timesheetBatch(first: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => timesheet(first + index));
}

function timesheet(number: number): object {
  const person = number % 100 === 0 ? 0 : number % PEOPLE;
  const start = FIRST_SHIFT + Math.floor(number / PEOPLE) * SHIFT_MS + (number % 100) * 60_000;
  const pause = { startTime: time(start + SHIFT_MS / 2), endTime: time(start + SHIFT_MS / 2 + 1_800_000) };
  return {
    id: scattered(number),
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

/** The order of ids is not that of the entries: they come from many systems. */
function scattered(number: number): string {
  const hash = Math.imul(number, 2_654_435_761) >>> 0;
  return hash.toString(16).padStart(8, '0') + number.toString(16).padStart(16, '0');
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
