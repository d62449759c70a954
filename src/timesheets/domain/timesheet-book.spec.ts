import { newId } from '../../shared-kernel/id.js';
import { KnownEmployees } from './known-employees.js';
import { TimesheetBook } from './timesheet-book.js';
import type { TimesheetChange, TimesheetContent, TimesheetKey } from './timesheet-change.js';
import type { TimesheetEntry } from './timesheet-entry.js';

const AT = '2026-04-01T10:00:00.000Z';
const API_KEY = newId();
const CONTENT: TimesheetContent = {
  externalId: '4711',
  startTime: '2026-03-02T08:00:00.000Z',
  endTime: '2026-03-02T16:00:00.000Z',
  breaks: [],
};

const stored = (overrides: Partial<TimesheetEntry> = {}): TimesheetEntry => ({
  ...CONTENT,
  id: newId(),
  timesheetExternalId: 'T-1',
  changeHistory: [],
  ...overrides,
});
const put = (key: TimesheetKey, overrides: Partial<TimesheetContent> = {}): TimesheetChange => ({
  ...{ operation: 'put', path: 'rows[0]', key, reason: 'A reason' },
  content: { ...CONTENT, ...overrides },
});
const remove = (key: TimesheetKey): TimesheetChange => ({ operation: 'delete', path: 'rows[0]', key });
const byName = { externalId: 'T-1' };

function bookOf(live: readonly TimesheetEntry[], takenIds: readonly string[] = []): TimesheetBook {
  const employees = new KnownEmployees([
    { emailKey: 'jo@example.com', externalId: '4711' },
    { emailKey: 'al@example.com', externalId: '12' },
    { emailKey: null, externalId: '13' },
  ]);
  return new TimesheetBook({ live, takenIds: new Set(takenIds), at: AT }, { apiKeyId: API_KEY, employees });
}

describe('a book of timesheets', () => {
  it('has no changes after rows that have entries as they are', () => {
    const entry = stored({ periodType: undefined, active: true, breaks: [{ duration: 60 }] });
    const book = bookOf([entry]);
    const same = { active: true, timeZone: undefined, breaks: [{ duration: 60, startTime: undefined }] };
    expect(book.apply(put(byName, same))).toEqual({ id: entry.id, isChanged: false });
    expect(book.changes()).toEqual({ written: [], removedIds: [], deleted: [] });
  });

  it.each<[string, Partial<TimesheetContent>]>([
    ['an e-mail address', { email: 'jo@example.com' }],
    ['no external id', { externalId: undefined, email: 'jo@example.com' }],
    ['a time zone', { timeZone: 'Europe/Madrid' }],
    ['another start', { startTime: '2026-03-02T07:59:59.999Z' }],
    ['no end', { endTime: undefined }],
    ['a flag', { active: false }],
    ['a type', { periodType: 'TRAVEL' }],
    ['a break', { breaks: [{}] }],
  ])('changes an entry by one with %s, and keeps what was before', (_, difference) => {
    const entry = stored();
    const book = bookOf([entry]);
    const { after } = book.apply(put({ id: entry.id }, difference));
    const { startTime, endTime, breaks } = CONTENT;
    expect(after).toEqual({
      ...{ ...entry, ...difference },
      changeHistory: [
        {
          ...{ startTime, endTime, breaks, periodType: undefined },
          ...{ changeReason: 'A reason', changedBy: { apiKeyId: API_KEY }, changedAt: AT },
        },
      ],
    });
    expect(book.changes().written).toEqual([{ before: entry, after }]);
  });

  it('drops the oldest of too many states, also imported ones', () => {
    const change = (changeReason: string) => ({ changeReason, breaks: [] });
    const changeHistory = Array.from({ length: 60 }, (_, index) => change(`${index}`));
    const { after } = bookOf([stored({ changeHistory })]).apply(put(byName, { active: true }));
    expect(after!.changeHistory.map(({ changeReason }) => changeReason)).toEqual([
      ...Array.from({ length: 49 }, (_, index) => `${index + 11}`),
      'A reason',
    ]);
  });

  it('writes an entry once that several rows change, and none that goes again', () => {
    const entry = stored();
    const book = bookOf([entry]);
    book.apply(put(byName, { active: true }));
    const { after } = book.apply(put({ id: entry.id }, { active: false }));
    expect(after!.changeHistory).toHaveLength(2);
    book.apply(put({ externalId: 'T-2' }));
    const { deletion } = book.apply(remove({ externalId: 'T-2' }));
    expect(book.changes()).toEqual({
      written: [{ before: entry, after }],
      removedIds: [],
      deleted: [deletion],
    });
  });

  it('takes the key of a deleted entry for that of a new one', () => {
    const entry = stored({ active: true });
    const book = bookOf([entry]);
    const { deletion } = book.apply(remove(byName));
    expect(() => book.apply(remove({ id: entry.id }))).toThrow(/no such timesheet entry/);
    const { active: _, ...recorded } = entry;
    expect(deletion).toEqual({
      ...recorded,
      ...{ id: deletion!.id, originalTimesheetId: entry.id, deletedReason: undefined },
      ...{ deletedAt: AT, deletedBy: API_KEY },
    });
    const { after } = book.apply(put(byName));
    expect([after!.id === entry.id, after!.changeHistory]).toEqual([false, []]);
    expect(book.changes().removedIds).toEqual([entry.id]);
    expect(book.apply(put({ id: entry.id })).after).toMatchObject({ id: entry.id });
  });

  it.each<[string, Partial<TimesheetContent>, string]>([
    ['an unknown e-mail address', { email: 'nobody@example.com' }, 'entry.email'],
    ['an unknown external id', { externalId: '4712' }, 'entry.externalId'],
    ['identifiers of two people', { email: 'AL@example.com' }, 'entry.email'],
    ['identifiers of which a person has one', { email: 'jo@example.com', externalId: '13' }, 'entry.email'],
    ['no employee', { externalId: undefined }, 'entry.email'],
    ['an end before its start', { endTime: '2026-03-02T07:59:59.999Z' }, 'entry.endTime'],
  ])('refuses a row with %s, and changes nothing', (_, difference, path) => {
    const book = bookOf([stored()]);
    expect(() => book.apply(put(byName, difference))).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: `rows[0].${path}` })] }),
    );
    expect(book.changes()).toEqual({ written: [], removedIds: [], deleted: [] });
  });

  it('refuses the id of a deleted entry', () => {
    const id = newId();
    expect(() => bookOf([], [id]).apply(put({ id }))).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ path: 'rows[0].id', code: 'ID_TAKEN' })],
      }),
    );
  });
});
