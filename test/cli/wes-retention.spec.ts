import { COMPANY_SETTINGS } from '../support/builders/look-ups.js';
import { minimalTimesheet } from '../support/builders/timesheet.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';
import { putLive } from '../support/timesheets.js';

let app: TestApp;
let company: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  company = await app.company();
});

const preview = (...options: string[]): Promise<WesResult> =>
  runWes(['retention', 'preview', '--company', company, ...options], { DATABASE_URL: app.databaseUrl });

describe('wes retention preview', () => {
  it('says that a company without retention keeps everything', async () => {
    expect(await preview()).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing is removed: the company has no retention.\n',
    });
    expect((await preview('--json')).stdout).toBe('{"kinds":[]}\n');
  });

  it('shows numbers and first ids of each kind, and removes nothing', async () => {
    const entries = Array.from({ length: 7 }, (_, index) =>
      minimalTimesheet({ startTime: `2015-01-0${index + 1}T08:00:00.000Z` }),
    );
    await putLive(app, company, entries);
    const admin = await app.user('ADMIN', company);
    await admin.patch(COMPANY_SETTINGS, { retention: { timesheetsYears: 4, auditDays: 30 } });
    const { exitCode, stdout } = await preview();
    expect(exitCode).toBe(0);
    const first = entries.slice(0, 5).map(({ id }) => id);
    expect(stdout).toMatch(/^Next run: 20\d\d-\d\d-\d\dT[\d:.]+Z\n\nKIND +BEFORE +NUMBER +FIRST IDS\n/);
    expect(stdout).toMatch(new RegExp(`\\ntimesheets +[\\dT:.Z-]+ +7 +${first.join(', ')}\\n`));
    const json = JSON.parse((await preview('--json')).stdout) as { kinds: object[] };
    expect(json).toEqual({
      at: expect.stringMatching(/Z$/),
      isCompanyHeld: false,
      kinds: [
        { kind: 'timesheets', before: expect.stringMatching(/Z$/), count: 7, firstIds: first },
        { kind: 'auditRecords', before: expect.stringMatching(/Z$/), count: 0, firstIds: [] },
      ],
    });
    expect(await app.sql('SELECT id FROM timesheet_entry WHERE company_id = $1', [company])).toHaveLength(7);
  });
});
