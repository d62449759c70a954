import { workbookAction } from '../../../../../test/support/builders/workbook-plan.js';
import { LABELS } from './labels.js';
import { Reader } from './reader.js';

const NOW_TEXT = '2026-03-01T23:30:00.000Z';
const NOW = new Date(NOW_TEXT);
const berlin = new Reader({ language: 'de', timeZone: 'Europe/Berlin' }, {}, NOW);
const SERIAL_OF_MARCH_1 = 46_082;

describe('Reader', () => {
  it('names the time zone in the headings of times', () => {
    expect(berlin.label(LABELS.dueDate)).toBe('Fällig (Europe/Berlin)');
    expect(berlin.label(LABELS.notes)).toBe('Notizen');
  });

  it('shows times in the zone', () => {
    expect(berlin.moment(NOW_TEXT)).toMatchObject({
      v: expect.closeTo(SERIAL_OF_MARCH_1 + 1 + 30 / 1440, 8),
      z: 'moment',
    });
    expect(berlin.date(NOW_TEXT)).toEqual(berlin.moment(NOW_TEXT));
    expect(berlin.moment(undefined).t).toBe('z');
  });

  it('shows a date without a time as it is', () => {
    const { v, z } = berlin.date('2026-03-01');
    expect([v, z]).toEqual([SERIAL_OF_MARCH_1, 'date']);
  });

  it('shows a time that no cell can hold in UTC', () => {
    expect(berlin.moment('1066-10-14T12:00:00.000Z').v).toBe('1066-10-14T12:00:00.000Z');
  });

  it.each([
    ['2026-02-28', 'IN_PROGRESS', 'overdue'],
    // It is 2 March in Berlin.
    ['2026-03-01', 'PENDING', 'overdue'],
    ['2026-03-02', 'PENDING', 'date'],
    ['2026-02-28', 'EXPIRED', 'overdue'],
    ['2026-02-28', 'COMPLETED', 'date'],
    ['2026-02-28', 'CANCELLED', 'date'],
    ['2026-03-01T23:29:59Z', 'PENDING', 'overdueMoment'],
    ['2026-03-01T23:30:00Z', 'PENDING', 'moment'],
    ['2026-03-01T23:29:59Z', 'COMPLETED', 'moment'],
  ] as const)('marks what is overdue: due %s, %s', (due, status, style) => {
    expect(berlin.dueDate(workbookAction({ dueDate: due, status })).z).toBe(style);
  });

  it('marks a day from the moment on at which it has ended in the zone', () => {
    const midnight = new Reader(
      { language: 'de', timeZone: 'Europe/Berlin' },
      {},
      new Date('2026-03-01T23:00Z'),
    );
    expect(midnight.dueDate(workbookAction({ dueDate: '2026-03-01' })).z).toBe('overdue');
  });

  it('has no mark where there is no due date', () => {
    expect(berlin.dueDate(workbookAction()).t).toBe('z');
  });

  it('shows a status in its style', () => {
    expect(berlin.status('IN_PROGRESS')).toEqual({ t: 's', v: 'In Bearbeitung', z: 'IN_PROGRESS' });
  });

  it('has the formats of the language', () => {
    expect(berlin.formats).toEqual({
      date: 'dd\\.mm\\.yyyy',
      moment: 'dd\\.mm\\.yyyy\\ hh:mm',
      overdueMark: 'überfällig',
    });
  });

  it('reads texts in its language', () => {
    const title = { defaultValue: 'Plan', langValues: { de: 'Vorhaben' } };
    expect(berlin.textOf(title)).toBe('Vorhaben');
    expect(berlin.textOf({ defaultValue: 'Plan' })).toBe('Plan');
    expect(berlin.textOf(undefined)).toBeUndefined();
  });

  it('has names instead of ids where they have one', () => {
    const names = { ada: 'Ada', bob: 'Bob', blank: ' ' };
    const reader = new Reader({ language: 'en', timeZone: 'UTC' }, names, NOW);
    expect(reader.nameOf('ada')).toBe('Ada');
    expect(reader.nameOf('unknown')).toBe('unknown');
    expect(reader.nameOf('blank')).toBe('blank');
    expect(reader.nameOf('constructor')).toBe('constructor');
    expect(reader.nameOf(undefined)).toBeUndefined();
    expect(reader.list(['ada', 'unknown', 'bob'])).toBe('Ada\nunknown\nBob');
    expect(reader.list([])).toBe('');
  });

  describe('the value of a target', () => {
    const value = (target: object) => {
      const cell = new Reader({ language: 'en', timeZone: 'UTC' }, { red: 'Red' }, NOW).targetValue(target);
      return [cell.v, cell.z];
    };

    it.each([
      ['yes', { value: true }, 'Yes', 'text'],
      ['no', { value: false }, 'No', 'text'],
      ['a number', { value: 3.25 }, 3.25, 'number'],
      ['a name', { value: 'red' }, 'Red', 'text'],
      ['a text', { value: 'green' }, 'green', 'text'],
      ['nothing', {}, undefined, 'text'],
      ['a text like a date of another question', { value: '2026-03-01' }, '2026-03-01', 'text'],
    ])('may be %s', (_, target, shown, style) => {
      expect(value(target)).toEqual([shown, style]);
    });

    it.each([
      ['2026-03-01', SERIAL_OF_MARCH_1, 'date'],
      ['2026-03-01T12:00Z', SERIAL_OF_MARCH_1 + 0.5, 'moment'],
      ['2026-03-01T12:00:00Z', SERIAL_OF_MARCH_1 + 0.5, 'moment'],
      ['2026-03-01T12:00:00.000Z', SERIAL_OF_MARCH_1 + 0.5, 'moment'],
      ['2026-03-01T12:00:00.0Z', SERIAL_OF_MARCH_1 + 0.5, 'moment'],
      ['2026-03-01T12:00+06:00', SERIAL_OF_MARCH_1 + 0.25, 'moment'],
      ['2026-03-01T12:00-06:00', SERIAL_OF_MARCH_1 + 0.75, 'moment'],
      ['2026-03-01T00:00:00Z', SERIAL_OF_MARCH_1, 'date'],
    ])('is the date %s', (text, serial, style) => {
      expect(value({ questionType: 'DATE', value: text })).toEqual([serial, style]);
    });

    it.each([
      ...['2026', '2026-03', 'March 1, 2026', '03/01/2026', '26-03-01', '2026-3-01', '2026-03-1'],
      ...['2026-13-01', 'on 2026-03-01', '2026-03-01 or later', '2026-03-01T12:00', '2026-03-01T1:00Z'],
      ...['2026-03-01T12:0Z', '2026-03-01T12:00:0Z', '2026-03-01T12:00:00.Z', '2026-03-01T12:00+6:00'],
      ...['2026-03-01T12:00+06:0', '2026-03-01T12:00 06:00', '2026-03-01T12:00Z '],
    ])('is the text %j, which is no date', (text) => {
      expect(value({ questionType: 'DATE', value: text })).toEqual([text, 'text']);
    });
  });
});
