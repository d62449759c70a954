import fc from 'fast-check';
import { readRecords } from '../../platform/dto/read-dto.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { checkEntries } from '../domain/timesheet.rules.js';
import { DeletedTimesheetRecord, TimesheetRecord, toEntry } from './timesheet.record.js';

type Body = Record<string, unknown>;

const START = '2026-03-02T08:00:00.000Z';
const live = (overrides: Body = {}): Body => ({ email: 'jo@example.com', startTime: START, ...overrides });
const deleted = (overrides: Body = {}): Body => live({ deletedAt: START, ...overrides });

/** Path and code of every issue. */
function issuesOf(type: new () => TimesheetRecord, ...records: unknown[]): string[][] {
  try {
    checkEntries(readRecords(type, records).map((record) => toEntry(record)));
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.issues.map(({ path, code }) => [path, code]);
  }
}

describe('a timesheet entry', () => {
  it.each<[string, Body]>([
    ['has an e-mail', live()],
    ['has an external id only', live({ email: null, externalId: 'ä 1' })],
    ['ends when it starts', live({ endTime: START })],
    [
      'has breaks that overlap, and lie outside',
      live({
        breaks: [
          { startTime: START, endTime: '2026-03-02T10:00:00Z' },
          { startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T11:00:00Z', duration: 2_147_483_647 },
          { duration: 0 },
          {},
        ],
      }),
    ],
    ['has any type of period', live({ periodType: 'X1_Y__' })],
    [
      'has null properties',
      live({ id: null, endTime: null, active: null, breaks: null, changeHistory: null }),
    ],
    ['has an old zone', live({ timeZone: 'US/Eastern' })],
  ])('may be one that %s', (_, record) => {
    expect(issuesOf(TimesheetRecord, record)).toEqual([]);
  });

  it.each<[Body | string, string, string]>([
    ['text', '', 'WRONG_TYPE'],
    [live({ id: 'x' }), 'id', 'ID'],
    [live({ email: undefined }), 'email', 'REQUIRED'],
    [live({ email: '' }), 'email', 'EMAIL'],
    [live({ email: `${'x'.repeat(251)}@y.z` }), 'email', 'TOO_LONG'],
    [live({ externalId: '' }), 'externalId', 'BLANK'],
    [live({ externalId: 4711 }), 'externalId', 'WRONG_TYPE'],
    [live({ timeZone: '+02:00' }), 'timeZone', 'TIME_ZONE'],
    [live({ timeZone: 'Mars/Base' }), 'timeZone', 'TIME_ZONE'],
    [live({ timeZone: 1 }), 'timeZone', 'WRONG_TYPE'],
    [live({ startTime: undefined }), 'startTime', 'REQUIRED'],
    [live({ startTime: '2026-02-30T00:00:00.000Z' }), 'startTime', 'DATE_TIME'],
    [live({ startTime: 0 }), 'startTime', 'WRONG_TYPE'],
    [live({ endTime: '2026-03-02T07:59:59.999Z' }), 'endTime', 'END_BEFORE_START'],
    [live({ endTime: '2026-03-02T09:59:59+02:00' }), 'endTime', 'END_BEFORE_START'],
    [live({ active: 'true' }), 'active', 'WRONG_TYPE'],
    [live({ breaks: {} }), 'breaks', 'WRONG_TYPE'],
    [
      live({ breaks: [{}, { startTime: START, endTime: '2026-03-01' }] }),
      'breaks[1].endTime',
      'END_BEFORE_START',
    ],
    [live({ breaks: [{ duration: -1 }] }), 'breaks[0].duration', 'OUT_OF_RANGE'],
    [live({ breaks: [{ duration: 1.5 }] }), 'breaks[0].duration', 'WRONG_TYPE'],
    [live({ breaks: [{ duration: 2_147_483_648 }] }), 'breaks[0].duration', 'OUT_OF_RANGE'],
    [live({ breaks: [{ length: 1 }] }), 'breaks[0].length', 'UNKNOWN_MEMBER'],
    [live({ periodType: 'active' }), 'periodType', 'PERIOD_TYPE'],
    [live({ periodType: 'A B' }), 'periodType', 'PERIOD_TYPE'],
    [live({ periodType: '' }), 'periodType', 'PERIOD_TYPE'],
    [live({ periodType: 'A'.repeat(101) }), 'periodType', 'TOO_LONG'],
    [live({ changeHistory: [1] }), 'changeHistory[0]', 'WRONG_TYPE'],
    [live({ changeHistory: [{ changedAt: 'x' }] }), 'changeHistory[0].changedAt', 'DATE_TIME'],
    [live({ changeHistory: [{ changedBy: { email: 'jo' } }] }), 'changeHistory[0].changedBy.email', 'EMAIL'],
    [live({ changeHistory: [{ changedBy: 'jo' }] }), 'changeHistory[0].changedBy', 'WRONG_TYPE'],
    [
      live({ changeHistory: [{ changeReason: 'a\u0001b' }] }),
      'changeHistory[0].changeReason',
      'CONTROL_CHARACTER',
    ],
    [
      live({ changeHistory: [{ breaks: [{ startTime: START, endTime: '01032026' }] }] }),
      'changeHistory[0].breaks[0].endTime',
      'END_BEFORE_START',
    ],
    [live({ companyId: 'x' }), 'companyId', 'UNKNOWN_MEMBER'],
    [live({ deletedAt: START }), 'deletedAt', 'UNKNOWN_MEMBER'],
    [live({ constructor: 1 }), 'constructor', 'UNKNOWN_MEMBER'],
  ])('%j is refused at %s by %s', (record, path, code) => {
    expect(issuesOf(TimesheetRecord, record)).toEqual([[path === '' ? '[0]' : `[0].${path}`, code]]);
  });

  it.each<[Body, string, string]>([
    [deleted({ active: true }), 'active', 'UNKNOWN_MEMBER'],
    [deleted({ deletedAt: undefined }), 'deletedAt', 'REQUIRED'],
    [deleted({ deletedAt: '32012026' }), 'deletedAt', 'DATE_TIME'],
    [deleted({ deletedBy: 1 }), 'deletedBy', 'WRONG_TYPE'],
    [deleted({ deletedBy: '' }), 'deletedBy', 'BLANK'],
    [deleted({ originalTimesheetId: '' }), 'originalTimesheetId', 'BLANK'],
    [deleted({ deletedReason: 'x'.repeat(1_001) }), 'deletedReason', 'TOO_LONG'],
  ])('%j, deleted, is refused at %s by %s', (record, path, code) => {
    expect(issuesOf(DeletedTimesheetRecord, record)).toEqual([[`[0].${path}`, code]]);
  });

  it('is refused with every issue of every record', () => {
    const records = [live(), live({ id: 'x', endTime: 'x' }), deleted()];
    expect(issuesOf(TimesheetRecord, ...records)).toEqual([
      ['[1].id', 'ID'],
      ['[1].endTime', 'DATE_TIME'],
      ['[2].deletedAt', 'UNKNOWN_MEMBER'],
    ]);
    const invalid = live({
      email: null,
      endTime: '2026-03-01',
      breaks: [{ startTime: START, endTime: '2026-03-01' }],
    });
    expect(issuesOf(TimesheetRecord, live(), invalid)).toEqual([
      ['[1].breaks[0].endTime', 'END_BEFORE_START'],
      ['[1].endTime', 'END_BEFORE_START'],
      ['[1].email', 'REQUIRED'],
    ]);
  });

  it('of any shape is accepted or refused', () => {
    const value = fc.anything({ maxDepth: 3 });
    const property = fc.constantFrom(
      'id',
      'email',
      'startTime',
      'breaks',
      'changeHistory',
      'timeZone',
      'deletedAt',
    );
    fc.assert(
      fc.property(value, property, (anything, name) => {
        for (const type of [TimesheetRecord, DeletedTimesheetRecord]) {
          expect(issuesOf(type, anything, { ...deleted(), [name]: anything })).toEqual(expect.any(Array));
        }
      }),
    );
  });
});
