import type { TimesheetEntry } from './timesheet-entry.js';
import { checkEntries, periodTypeIssues } from './timesheet.rules.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

const START = '2026-03-02T08:00:00.000Z';
const BEFORE = '2026-03-02T07:59:59.999Z';
const entry = (overrides: Partial<TimesheetEntry> = {}): TimesheetEntry => ({
  id: '0123456789abcdef01234567',
  email: 'jo@example.com',
  startTime: START,
  breaks: [],
  changeHistory: [],
  ...overrides,
});

describe('periodTypeIssues', () => {
  it.each([
    ['A', []],
    ['ON_CALL_2', []],
    ['a', ['PERIOD_TYPE']],
    ['2A', ['PERIOD_TYPE']],
    ['A b', ['PERIOD_TYPE']],
    ['a'.repeat(101), ['TOO_LONG']],
    [1, ['WRONG_TYPE']],
  ])('of %j are %j', (value, expected) => {
    expect(periodTypeIssues(value).map(({ path, code }) => path + code)).toEqual(expected);
  });
});

describe('checkEntries', () => {
  it('accepts entries that name their employee and end after they start', () => {
    const { email: _, ...withoutEmail } = entry({ externalId: 'HR-1' });
    const entries = [entry(), withoutEmail, entry({ endTime: START, breaks: [{ endTime: BEFORE }] })];
    expect(() => checkEntries(entries)).not.toThrow();
  });

  it('refuses all others by their paths', () => {
    const { email: _, ...nameless } = entry();
    const breaks = [{}, { startTime: START, endTime: BEFORE }];
    const entries = [
      entry(),
      nameless,
      entry({
        endTime: BEFORE,
        breaks,
        changeHistory: [{ breaks: [] }, { startTime: START, endTime: BEFORE, breaks }],
      }),
    ];
    let refusal: unknown;
    try {
      checkEntries(entries);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ValidationFailed);
    expect(refusal).toMatchObject({ kind: 'invalid', code: 'VALIDATION_FAILED' });
    const { issues } = refusal as ValidationFailed;
    expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '[1].email REQUIRED',
      '[2].breaks[1].endTime END_BEFORE_START',
      '[2].endTime END_BEFORE_START',
      '[2].changeHistory[1].breaks[1].endTime END_BEFORE_START',
      '[2].changeHistory[1].endTime END_BEFORE_START',
    ]);
  });
});
