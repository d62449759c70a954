import type { Break, TimesheetEntry } from './timesheet-entry.js';
import { checkEntries, periodTypeIssues, writtenEntryIssues } from './timesheet.rules.js';
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

describe('the breaks of an entry that a request writes', () => {
  const at = (clock: string) => `2026-03-02T${clock}:00.000Z`;
  const span = (start?: string, end?: string) => ({
    ...(start !== undefined && { startTime: at(start) }),
    ...(end !== undefined && { endTime: at(end) }),
  });

  it.each<[string, Break[]]>([
    ['touch each other and the entry', [span('12:00', '16:00'), span('08:00', '12:00')]],
    ['have no times', [{}, { duration: 60 }]],
    ['have one time', [span('09:00'), span('09:00'), span(undefined, '09:30'), span('08:00', '10:00')]],
    ['last for no time', [span('09:00', '09:00'), span('09:00', '09:00')]],
  ])('may be ones that %s', (_, breaks) => {
    expect(writtenEntryIssues(entry({ endTime: at('16:00'), breaks }), '')).toEqual([]);
  });

  it.each<[string, Break[], string]>([
    ['begin before the entry', [{}, { startTime: BEFORE }], 'breaks[1].startTime OUTSIDE_OF_ENTRY'],
    ['begin after the entry', [span('16:01')], 'breaks[0].startTime OUTSIDE_OF_ENTRY'],
    ['end before the entry', [{ endTime: BEFORE }], 'breaks[0].endTime OUTSIDE_OF_ENTRY'],
    ['end after the entry', [span('12:00', '16:01')], 'breaks[0].endTime OUTSIDE_OF_ENTRY'],
    ['overlap', [span('10:00', '11:00'), span('09:00', '10:01')], 'breaks[0].startTime OVERLAPS'],
    ['are the same', [span('10:00', '11:00'), span('10:00', '11:00')], 'breaks[1].startTime OVERLAPS'],
    [
      'are within one that began earlier than the last one',
      [span('09:00', '12:00'), span('12:00', '12:30'), span('10:00', '10:30')],
      'breaks[2].startTime OVERLAPS',
    ],
    ['end before they start', [span('10:00', '09:00')], 'breaks[0].endTime END_BEFORE_START'],
  ])('may not be ones that %s', (_, breaks, expected) => {
    const issues = writtenEntryIssues(entry({ endTime: at('16:00'), breaks }), '');
    expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual([expected]);
  });

  it('may last for ever in an entry that does, and are not compared by an import', () => {
    const breaks = [span('10:00', '11:00'), span('10:00', '23:00')];
    expect(writtenEntryIssues(entry({ breaks: breaks.slice(1) }), '')).toEqual([]);
    expect(() => checkEntries([entry({ endTime: START, breaks })])).not.toThrow();
  });
});
