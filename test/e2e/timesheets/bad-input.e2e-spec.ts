import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
import { DELETED_TIMESHEETS, TIMESHEETS } from '../../support/builders/timesheet.js';
import { TestApp } from '../../support/test-app.js';

/** Cases per list. */
const RUNS = 150;

const badDate = fc.constantFrom(
  ...[
    '00012026',
    '31042026',
    '29022025',
    '2026-13-01',
    '2026-1-1',
    '20260301',
    '0000-01-01',
    '2026-03-01T10:00',
  ],
  ...[
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:00:60Z',
    '2026-03-01T10:00:00+24:00',
    '-2026-03-01',
    '10000-01-01',
  ],
  ...[
    '٠١٠٣٢٠٢٦',
    '1',
    'now',
    'infinity',
    '-infinity',
    'null',
    'NaN',
    ' 01032026',
    '01032026 ',
    '\0',
    "'; --",
  ],
);
const badNumber = fc.constantFrom('x', '0x10', '1e3', '1.5', '+1', ' 1', '-1', '2147483648', '9'.repeat(400));
const badEmail = fc.constantFrom('\0', 'a\nb', '\u001b', '\u0085', 'x'.repeat(255), '😀'.repeat(255));
const badParameter = fc.oneof(
  fc.tuple(fc.constantFrom('dateFrom', 'dateTo'), badDate),
  fc.tuple(fc.constantFrom('from', 'to'), badNumber),
  fc.tuple(fc.constant('email'), badEmail),
);

const anyDate = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2199-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)));

let app: TestApp;
let reader: ApiClient;

beforeAll(async () => {
  app = await TestApp.start();
  const { id } = await app.identity.createCompany({ name: 'Company', timeZone: 'America/Havana' });
  reader = await app.integration(['timesheets:read'], id);
});
afterAll(() => app.stop());

describe.each([TIMESHEETS, DELETED_TIMESHEETS])('bad input of %s', (path) => {
  it('is refused and named', async () => {
    await fc.assert(
      fc.asyncProperty(badParameter, async ([name, value]) => {
        const { status, body } = await reader.get(`${path}?${name}=${encodeURIComponent(value)}`);
        expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
        expect(body.errors).toEqual([
          { path: name, code: expect.stringMatching(/^[A-Z0-9_]+$/), message: expect.any(String) },
        ]);
      }),
      { numRuns: RUNS },
    );
  });

  it('is never a date of the calendar, of whatever year', async () => {
    await fc.assert(
      fc.asyncProperty(anyDate, anyDate, async (dateFrom, dateTo) => {
        const { status } = await reader.get(`${path}?dateFrom=${dateFrom}&dateTo=${dateTo}`);
        const [from, to] = [dateFrom, dateTo].map((end) => end.slice(0, 10)) as [string, string];
        if (from < to) expect(status).toBe(200);
        else if (Date.parse(from) - Date.parse(to) > 2 * 86_400_000) expect(status).toBe(400);
        else expect([200, 400]).toContain(status);
      }),
      { numRuns: RUNS },
    );
  });
});
