import { DELETED_TIMESHEETS, minimalTimesheet, TIMESHEETS } from '../../support/builders/timesheet.js';
import type { Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';
import { putDeleted, putLive } from '../../support/timesheets.js';

/** The first moments of days, from the histories of the time zones. */
const DAYS = [
  { zone: 'UTC', day: '2026-03-02', begins: '2026-03-02T00:00:00.000Z', ends: '2026-03-03T00:00:00.000Z' },
  {
    zone: 'Europe/Madrid',
    day: '2026-01-15',
    begins: '2026-01-14T23:00:00.000Z',
    ends: '2026-01-15T23:00:00.000Z',
  },
  // 23 hours, then 25
  {
    zone: 'Europe/Madrid',
    day: '2026-03-29',
    begins: '2026-03-28T23:00:00.000Z',
    ends: '2026-03-29T22:00:00.000Z',
  },
  {
    zone: 'Europe/Madrid',
    day: '2026-10-25',
    begins: '2026-10-24T22:00:00.000Z',
    ends: '2026-10-25T23:00:00.000Z',
  },
  {
    zone: 'Asia/Kolkata',
    day: '2026-03-02',
    begins: '2026-03-01T18:30:00.000Z',
    ends: '2026-03-02T18:30:00.000Z',
  },
  // midnight does not exist on this day, comes twice on that one
  {
    zone: 'America/Sao_Paulo',
    day: '2018-11-04',
    begins: '2018-11-04T03:00:00.000Z',
    ends: '2018-11-05T02:00:00.000Z',
  },
  {
    zone: 'America/Havana',
    day: '2025-11-02',
    begins: '2025-11-02T04:00:00.000Z',
    ends: '2025-11-03T05:00:00.000Z',
  },
  {
    zone: 'Pacific/Kiritimati',
    day: '2199-12-31',
    begins: '2199-12-30T10:00:00.000Z',
    ends: '2199-12-31T10:00:00.000Z',
  },
];

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe.each([
  { path: TIMESHEETS, put: putLive, more: {} },
  { path: DELETED_TIMESHEETS, put: putDeleted, more: { deletedAt: '2001-01-01T00:00:00.000Z' } },
])('a period of $path', ({ path, put, more }) => {
  async function companyIn(timeZone: string, starts: readonly string[]) {
    const { id } = await app.identity.createCompany({ name: 'Company', timeZone });
    await put(
      app,
      id,
      starts.map((startTime) => minimalTimesheet({ startTime, email: 'jo@example.com', ...more })),
    );
    const reader = await app.integration(['timesheets:read'], id);
    const starting = async (query: string) => {
      const { body } = await reader.get(`${path}?${query}`);
      const results = body.results as Body[];
      expect([body.total, body.noContent]).toEqual([results.length, results.length === 0]);
      return results.map(({ startTime }) => startTime).sort();
    };
    return { reader, starting };
  }
  const near = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString();

  it.each(DAYS)('of the day $day in $zone is that whole day', async ({ zone, day, begins, ends }) => {
    const within = [begins, near(ends, -1)];
    const before = near(begins, -1);
    const { starting } = await companyIn(zone, [before, ...within, ends]);
    const compact = day.split('-').reverse().join('');
    for (const email of ['', '&email=JO@example.com']) {
      expect(await starting(`dateFrom=${day}&dateTo=${day}${email}`)).toEqual(within);
      expect(await starting(`dateFrom=${compact}&dateTo=${compact}${email}`)).toEqual(within);
      expect(await starting(`dateFrom=${day}${email}`)).toEqual([...within, ends]);
      expect(await starting(`dateTo=${day}${email}`)).toEqual([before, ...within]);
    }
  });

  it('of a day that a zone has left out is empty, and not turned round', async () => {
    const { starting } = await companyIn('Pacific/Apia', [
      '2011-12-30T09:59:59.999Z',
      '2011-12-30T10:00:00.000Z',
    ]);
    expect(await starting('dateFrom=2011-12-30&dateTo=2011-12-30')).toEqual([]);
    expect(await starting('dateFrom=2011-12-29&dateTo=2011-12-29')).toEqual(['2011-12-30T09:59:59.999Z']);
    expect(await starting('dateFrom=2011-12-31&dateTo=2011-12-31')).toEqual(['2011-12-30T10:00:00.000Z']);
  });

  it('of moments has both of them, to the millisecond', async () => {
    const starts = ['2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.001Z', '2026-03-02T08:00:00.002Z'];
    const { starting } = await companyIn('Europe/Madrid', starts);
    expect(await starting(`dateFrom=${starts[0]}&dateTo=${starts[2]}`)).toEqual(starts);
    expect(await starting(`dateFrom=${starts[1]}&dateTo=${starts[1]}`)).toEqual([starts[1]]);
    expect(await starting(`dateFrom=${starts[1]}`)).toEqual(starts.slice(1));
    expect(await starting(`dateTo=${starts[1]}`)).toEqual(starts.slice(0, 2));
    const local = encodeURIComponent('2026-03-02T09:00:00.001+01:00');
    expect(await starting(`dateFrom=${local}&dateTo=${local}`)).toEqual([starts[1]]);
  });

  it('may begin with a day and end with a moment, and the other way round', async () => {
    const starts = ['2026-03-01T23:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-02T22:59:59.999Z'];
    const { reader, starting } = await companyIn('Europe/Madrid', starts);
    expect(await starting(`dateFrom=2026-03-02&dateTo=${starts[1]}`)).toEqual(starts.slice(0, 2));
    expect(await starting(`dateFrom=${starts[1]}&dateTo=2026-03-02`)).toEqual(starts.slice(1));
    // Their order depends on the time zone of the company.
    expect(await starting(`dateFrom=2026-03-02&dateTo=${starts[0]}`)).toEqual([starts[0]]);
    expect((await reader.get(`${path}?dateFrom=2026-03-02&dateTo=2026-03-01T22:59:59.999Z`)).status).toBe(
      400,
    );
    expect((await reader.get(`${path}?dateFrom=2026-03-02T23:00:00.000Z&dateTo=2026-03-02`)).status).toBe(
      400,
    );
  });
});
