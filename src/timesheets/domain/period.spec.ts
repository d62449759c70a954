import { checkPeriod, isMixed } from './period.js';
import { InvalidPeriod, TimesheetCompanyNotFound } from './timesheet.errors.js';

const day = (text: string) => ({ day: text });
const moment = (text: string) => ({ moment: new Date(text) });

describe('checkPeriod', () => {
  it.each([
    [{}],
    [{ dateFrom: day('2026-03-02') }],
    [{ dateTo: day('2026-03-02') }],
    [{ dateFrom: day('2026-03-02'), dateTo: day('2026-03-02') }],
    [{ dateFrom: day('2026-03-02'), dateTo: day('2026-03-03') }],
    [{ dateFrom: moment('2026-03-02T08:00:00Z'), dateTo: moment('2026-03-02T08:00:00Z') }],
    // Only the time zone of the company decides.
    [{ dateFrom: day('2026-03-03'), dateTo: moment('2026-03-02T00:00:00Z') }],
    [{ dateFrom: moment('2026-03-03T00:00:00Z'), dateTo: day('2026-03-02') }],
  ])('accepts %j', (period) => {
    expect(() => checkPeriod(period)).not.toThrow();
  });

  it.each([
    [{ dateFrom: day('2026-03-03'), dateTo: day('2026-03-02') }],
    [{ dateFrom: moment('2026-03-02T08:00:00.001Z'), dateTo: moment('2026-03-02T08:00:00Z') }],
  ])('refuses %j', (period) => {
    expect(() => checkPeriod(period)).toThrow(InvalidPeriod);
  });
});

describe('isMixed', () => {
  it.each([
    [{}, false],
    [{ dateFrom: day('2026-03-02') }, false],
    [{ dateTo: day('2026-03-02') }, false],
    [{ dateFrom: day('2026-03-02'), dateTo: day('2026-03-02') }, false],
    [{ dateFrom: moment('2026-03-02T00:00:00Z'), dateTo: moment('2026-03-02T00:00:00Z') }, false],
    [{ dateFrom: day('2026-03-02'), dateTo: moment('2026-03-02T00:00:00Z') }, true],
    [{ dateFrom: moment('2026-03-02T00:00:00Z'), dateTo: day('2026-03-02') }, true],
  ])('is of %j %s', (period, expected) => {
    expect(isMixed(period)).toBe(expected);
  });
});

describe('errors of timesheets', () => {
  it('have stable codes', () => {
    expect(new TimesheetCompanyNotFound('c')).toMatchObject({ kind: 'not-found', code: 'COMPANY_NOT_FOUND' });
    expect(new InvalidPeriod()).toMatchObject({
      kind: 'invalid',
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'dateFrom', code: 'DATES_DISAGREE' }],
    });
  });
});
