import { workbookAction } from '../../../../../test/support/builders/workbook-plan.js';
import { Reader } from './reader.js';

const NOW = new Date('2026-03-01T23:30:00Z');
const berlin = new Reader({ language: 'de', timeZone: 'Europe/Berlin' }, {}, NOW);
const SERIAL_OF_MARCH_1 = 46_082;

describe('Reader', () => {
  it('names the time zone in the headings of times', () => {
    expect(berlin.labels.headings).toMatchObject({
      dueDate: 'Fällig (Europe/Berlin)',
      writtenAt: 'Verfasst (Europe/Berlin)',
      title: 'Titel',
    });
  });

  it('shows times in the zone', () => {
    expect(berlin.moment(NOW)).toMatchObject({
      v: expect.closeTo(SERIAL_OF_MARCH_1 + 1 + 30 / 1440, 8),
      z: 'moment',
    });
    expect(berlin.date(NOW)).toEqual(berlin.moment(NOW));
    expect(berlin.moment(undefined).t).toBe('z');
  });

  it('shows a date without a time as it is', () => {
    const { v, z } = berlin.date(new Date('2026-03-01'));
    expect([v, z]).toEqual([SERIAL_OF_MARCH_1, 'date']);
  });

  it('shows a time that no cell can hold in UTC', () => {
    expect(berlin.moment(new Date('1066-10-14T12:00:00Z')).v).toBe('1066-10-14T12:00:00.000Z');
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
    expect(berlin.dueDate(workbookAction({ dueDate: new Date(due), status })).z).toBe(style);
  });

  it('has no mark where there is no due date', () => {
    expect(berlin.dueDate(workbookAction()).t).toBe('z');
  });
});
