import { EmployeeImporter, LeaversQueries } from '../../../src/workforce/index.js';
import { LeaverErasures } from '../../../src/privacy/erasure/application/leaver-erasures.js';
import { TimesheetsImporter } from '../../../src/timesheets/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { byExternalId, employeeRecord, INVITE } from '../../support/builders/employee.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { TIMESHEETS, timesheetRecord } from '../../support/builders/timesheet.js';
import { eventually } from '../../support/eventually.js';
import { scimClient, USERS as SCIM_USERS } from '../../support/scim-fixture.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const ERASURES = '/api/v1/public/company/people/erasures';
const EMAIL = 'seat@example.com';
const reason = 'Request of the person';

/** Two people who have left had an address one after the other. */
describe('an address that several people had', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let hr: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    ({ hr } = fixture);
    for (const externalId of ['S1', 'S2']) {
      await hr.post(INVITE, { externalId, email: EMAIL });
      await hr.delete(byExternalId(externalId));
    }
    await app.app.get(TimesheetsImporter).import(
      fixture.companyId,
      ['S1', 'S2'].map((externalId) => timesheetRecord({ externalId, email: undefined })),
    );
  });

  const idsLeft = async (): Promise<unknown[]> =>
    (
      await app.sql('SELECT external_id FROM employee WHERE company_id = $1 ORDER BY 1', [fixture.companyId])
    ).map((row) => row['external_id']);
  const entriesLeft = async (): Promise<unknown[]> =>
    (await hr.get(TIMESHEETS)).body.results.map(({ externalId }: { externalId: string }) => externalId);

  async function erase(externalId: string): Promise<void> {
    const dry = await hr.post(ERASURES, { externalId, reason, dryRun: true });
    expect(dry.body.counts).toMatchObject({ employees: 1, timesheets: 1 });
    const { status, body } = await hr.post(ERASURES, { externalId, reason });
    expect(status).toBe(202);
    await eventually(async () => {
      expect((await hr.get(`${ERASURES}/${String(body.id)}`)).body.state).toBe('DONE');
    });
  }

  it('is that of the employee whose own it is, also where another one gets it as a further address of SCIM', async () => {
    const victim = 'victim@example.com';
    await hr.post(INVITE, { externalId: 'V', email: victim });
    const provider = await scimClient(app, fixture.companyId);
    const emails = [
      { value: 'spy@example.com', primary: true },
      { value: victim, type: 'other' },
    ];
    const spy = await provider.post(SCIM_USERS, { userName: 'spy@example.com', emails });
    expect(spy.status).toBe(201);
    await app.app.get(TimesheetsImporter).import(fixture.companyId, [
      timesheetRecord({
        email: victim,
        externalId: undefined,
        startTime: '2030-01-01T08:00:00Z',
        endTime: '2030-01-01T09:00:00Z',
        breaks: [],
      }),
    ]);
    const counts = async (email: string): Promise<unknown> =>
      (await hr.post(ERASURES, { email, reason, dryRun: true })).body.counts;
    expect(await counts('spy@example.com')).not.toHaveProperty('timesheets');
    expect((await hr.post(ERASURES, { externalId: 'V', reason, dryRun: true })).body.counts).toMatchObject({
      timesheets: 1,
    });
  });

  it.each([
    ['S1', 'S2'],
    ['S2', 'S1'],
  ])('leads from %s to nobody else', async (erased, other) => {
    await erase(erased);
    expect(await idsLeft()).toEqual([other]);
    expect(await entriesLeft()).toEqual([other]);
  });

  it('does not lead from one who works with it to one who has left', async () => {
    await hr.post(INVITE, { externalId: 'S3', email: EMAIL });
    await app.app
      .get(TimesheetsImporter)
      .import(fixture.companyId, [timesheetRecord({ externalId: 'S3', email: undefined })]);
    await erase('S3');
    expect(await idsLeft()).toEqual(['S1', 'S2']);
    expect((await entriesLeft()).sort()).toEqual(['S1', 'S2']);
  });

  it('leaves one who is held, and says so of an erasure', async () => {
    expect((await hr.put(HOLDS, { externalId: 'S2', reason: 'Lawsuit' })).status).toBe(200);
    await erase('S1');
    expect(await idsLeft()).toEqual(['S2']);
    expect((await hr.post(ERASURES, { externalId: 'S2', reason })).body.errorCode).toBe('LEGAL_HOLD');
  });

  it('lets retention remove only the one whose time is up', async () => {
    await app.sql(
      `UPDATE employee SET turnover_date = now() - interval '800 days', deleted_at = now() - interval '800 days'
       WHERE company_id = $1 AND external_id = 'S1'`,
      [fixture.companyId],
    );
    await retain(365);
    expect(await idsLeft()).toEqual(['S2']);
    expect(await entriesLeft()).toEqual(['S2']);
  });

  it('lets retention remove no user who may sign in', async () => {
    const admin = await app.user('ADMIN', fixture.companyId);
    const [row] = await app.sql('SELECT email FROM user_account WHERE id = $1', [admin.userId]);
    const record = employeeRecord({
      deleted: true,
      turnoverDate: '2015-01-01T00:00:00Z',
      externalId: 'X',
      ...row,
    });
    await app.app.get(EmployeeImporter).import(fixture.companyId, [record]);
    // The end counts from the day on which it was recorded.
    await retain(365);
    expect(await idsLeft()).toEqual(['S1', 'S2', 'X']);
    await app.sql(
      'UPDATE employee SET deleted_at = turnover_date WHERE company_id = $1 AND external_id = $2',
      [fixture.companyId, 'X'],
    );
    await retain(365);
    expect(await idsLeft()).toEqual(['S1', 'S2']);
    expect((await admin.get('/api/v1/company/me')).status).toBe(200);
  });

  async function retain(days: number): Promise<void> {
    const { companyId } = fixture;
    const expiry = {
      companyId,
      before: new Date(Date.now() - days * 86_400_000),
      held: { employeeIds: [], userIds: [], emailKeys: [], externalIds: [] },
    };
    const leavers = await app.app.get(LeaversQueries, { strict: false }).list(expiry, '', 10);
    await app.app
      .get(LeaverErasures, { strict: false })
      .erase(companyId, leavers, new AbortController().signal);
  }
});
