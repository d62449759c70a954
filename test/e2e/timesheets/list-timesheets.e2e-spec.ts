import type { ApiClient } from '../../support/api-client.js';
import type { Body } from '../../support/builders/plan.js';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  minimalTimesheet,
  timesheetRecord,
  TIMESHEETS,
} from '../../support/builders/timesheet.js';
import { TestApp } from '../../support/test-app.js';
import { WINDOWS_OF_TWELVE } from '../../support/windows.js';
import { idsOf, putDeleted, putLive } from '../../support/timesheets.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString();

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ MAX_PAGE_SIZE: '50' });
});
afterAll(() => app.stop());

describe.each([
  {
    path: TIMESHEETS,
    put: putLive,
    full: timesheetRecord,
    listedAt: (minute: number): Body => ({ startTime: at(minute), endTime: undefined }),
  },
  {
    path: DELETED_TIMESHEETS,
    put: putDeleted,
    full: deletedTimesheetRecord,
    listedAt: (minute: number): Body => ({ deletedAt: at(minute) }),
  },
])('GET $path', ({ path, put: putInto, full, listedAt }) => {
  let companyId: string;
  let reader: ApiClient;

  beforeEach(async () => {
    await app.sql('DELETE FROM company'); // ids are unique among all companies
    companyId = await app.company();
    reader = await app.integration(['timesheets:read'], companyId);
  });

  const put = (...records: Body[]) => putInto(app, companyId, records);
  const list = async (query = '') => (await reader.get(`${path}${query}`)).body;
  const minimal = (overrides: Body = {}) =>
    minimalTimesheet({ ...(path === DELETED_TIMESHEETS && { deletedAt: at(0) }), ...overrides });

  it('answers 401 without a key and 403 without the scope', async () => {
    expect((await app.anonymous().get(path)).status).toBe(401);
    const other = await app.integration(
      ['employees:read', 'employees:write', 'segmentation:read'],
      companyId,
    );
    expect((await other.get(path)).status).toBe(403);
    expect((await (await app.user('ADMIN', companyId)).get(path)).status).toBe(401);
  });

  it('answers an empty envelope where there is nothing', async () => {
    const empty = { from: 0, to: 10, total: 0, noContent: true, results: [] };
    for (const query of [
      '',
      '?email=jo@example.com',
      '?dateFrom=2026-01-01',
      '?email=jo@example.com&dateTo=2026-01-01',
    ]) {
      expect(await list(query)).toEqual(empty);
    }
  });

  it('shows every property as it was imported', async () => {
    const record = full();
    await put(record);
    const { results, total, noContent } = await list();
    expect([total, noContent]).toEqual([1, false]);
    expect(results).toEqual([JSON.parse(JSON.stringify(record))]);
    expect(await app.sql('SELECT list, email_key FROM timesheet_entry WHERE id = $1', [record.id])).toEqual([
      { list: path === DELETED_TIMESHEETS ? 'deleted' : 'live', email_key: 'jo@example.com' },
    ]);
  });

  it('leaves out what has no value, and shows arrays always', async () => {
    const record = minimal({ changeHistory: [{ changeReason: null }], email: null });
    await put(record);
    const { email: _, ...rest } = record;
    expect((await list()).results).toEqual([{ ...rest, breaks: [], changeHistory: [{ breaks: [] }] }]);
  });

  it('is in one order on all pages, whatever is equal', async () => {
    const records = [5, 7, 5, 1, 5].map((minute, index) =>
      minimal({ ...listedAt(minute), id: `${index}`.repeat(24) }),
    );
    await put(...records);
    const expected = ['3', '0', '2', '4', '1'].map((digit) => digit.repeat(24));
    expect(idsOf((await list()).results)).toEqual(expected);
    const pages = await Promise.all([0, 1, 2, 3, 4].map((from) => list(`?from=${from}&to=${from + 1}`)));
    expect(pages.flatMap(({ results }) => idsOf(results as Body[]))).toEqual(expected);
    expect(pages.map(({ total }) => total as number)).toEqual([5, 5, 5, 5, 5]);
  });

  it('shows nothing twice to a reader who pages while later entries arrive', async () => {
    await put(...Array.from({ length: 25 }, (_, index) => minimal(listedAt(index))));
    const seen: unknown[] = [];
    for (let from = 0; from < 60; from += 10) {
      seen.push(...idsOf((await list(`?from=${from}&to=${from + 10}`)).results as Body[]));
      await put(minimal(listedAt(100 + from)), minimal(listedAt(101 + from)), minimal(listedAt(101 + from)));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(25);
  });

  describe('a window', () => {
    beforeEach(() => put(...Array.from({ length: 12 }, (_, index) => minimal(listedAt(index)))));

    it.each([
      ...WINDOWS_OF_TWELVE,
      ['?from=&to=&email=&dateFrom=&dateTo=', 0, 10, 10],
      ['?from=2147483647', 2_147_483_647, 2_147_483_647, 0],
    ])('%s is from %i to %i with %i entries', async (query, from, to, length) => {
      const page = await list(query);
      expect([page.from, page.to, page.total, page.results.length, page.noContent]).toEqual([
        ...[from, to, 12, length],
        length === 0,
      ]);
    });
  });

  it('narrows to an e-mail in any case', async () => {
    const mine = [3, 1].map((minute) => minimal({ ...listedAt(minute), email: 'JÓ@Example.com' }));
    await put(...mine, minimal({ email: 'jo@example.com' }), minimal());
    const page = await list(`?email=${encodeURIComponent('jó@eXAMPLE.com')}`);
    expect([page.total, idsOf(page.results as Body[])]).toEqual([2, idsOf([...mine].reverse())]);
    expect((await list('?email=nobody@example.com')).total).toBe(0);
    expect((await list('?email=not-an-address')).total).toBe(0);
    expect((await list('?email=%25')).total).toBe(0);
  });

  it.each([
    ['from=-1', 'from', 'OUT_OF_RANGE'],
    ['to=2147483648', 'to', 'OUT_OF_RANGE'],
    ['from=x', 'from', 'WRONG_TYPE'],
    ['from=5&to=4', 'to', 'OUT_OF_RANGE'],
    ['to=51', 'to', 'PAGE_TOO_LARGE'],
    ['email=a&email=b', 'email', 'REPEATED'],
    ['email=%00', 'email', 'NUL_CHARACTER'],
    [`email=${'x'.repeat(255)}`, 'email', 'TOO_LONG'],
    ['dateFrom=31022026', 'dateFrom', 'DATE_TIME'],
    ['dateFrom=2026-02-29', 'dateFrom', 'DATE_TIME'],
    ['dateTo=2026-03-01T25:00:00Z', 'dateTo', 'DATE_TIME'],
    ['dateTo=2026-03-01T10:00:00', 'dateTo', 'DATE_TIME'],
    ['dateTo=yesterday', 'dateTo', 'DATE_TIME'],
    ['dateTo=2026-03-01&dateTo=2026-03-02', 'dateTo', 'REPEATED'],
    ['dateFrom=02032026&dateTo=2026-03-01', 'dateFrom', 'DATES_DISAGREE'],
    ['dateFrom=2026-03-01T00:00:00.001Z&dateTo=2026-03-01T00:00:00Z', 'dateFrom', 'DATES_DISAGREE'],
    ['dateFrom=2026-03-02&dateTo=2026-03-01T23:59:59Z', 'dateFrom', 'DATES_DISAGREE'],
    ['dateFrom=2026-03-02T00:00:00Z&dateTo=2026-03-01', 'dateFrom', 'DATES_DISAGREE'],
  ])('answers 400 to %s, naming %s and %s', async (query, parameter, code) => {
    const { status, body } = await reader.get(`${path}?${query}`);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([{ path: parameter, code, message: expect.any(String) }]);
  });

  it('shows nothing of another company', async () => {
    const foreign = await app.company();
    await putInto(app, foreign, [minimal({ email: 'jo@example.com' })]);
    await put(minimal({ email: 'jo@example.com' }));
    for (const query of [
      '',
      '?email=jo@example.com',
      '?dateFrom=2026-01-01',
      '?email=jo@example.com&dateFrom=2026-01-01',
    ]) {
      expect((await list(query)).total).toBe(1);
    }
  });

  it('refuses what it does not know', async () => {
    const { status, body } = await reader.get(`${path}?x=1&__proto__=2&status=PENDING&email=`);
    expect([status, body.errorCode, body.errors.length]).toEqual([400, 'UNKNOWN_PARAMETER', 3]);
  });
});
