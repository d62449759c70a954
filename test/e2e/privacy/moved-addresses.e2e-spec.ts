import { setTimeout as sleep } from 'node:timers/promises';
import { TimesheetsImporter } from '../../../src/timesheets/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { byExternalId, ERASURES, INVITE } from '../../support/builders/employee.js';
import { timesheetRecord } from '../../support/builders/timesheet.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const SHARED = 'seat@example.com';

/** Working times by an address are those of the person who had it when they began. */
describe('an address that moves from one person to another', () => {
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
    await hr.post(INVITE, { externalId: 'P1', email: SHARED });
    await hr.post(INVITE, { externalId: 'P2' });
  });

  /** An entry by the address, which begins now. */
  async function work(): Promise<void> {
    await sleep(5);
    const startTime = new Date().toISOString();
    const entry = timesheetRecord({ email: SHARED, externalId: undefined, startTime, endTime: undefined });
    await app.app.get(TimesheetsImporter).import(fixture.companyId, [entry]);
    await sleep(5);
  }

  async function change(externalId: string, body: object): Promise<void> {
    expect((await hr.put(byExternalId(externalId), body)).status).toBe(200);
  }

  async function worked(): Promise<number[]> {
    const counts = ['P1', 'P2'].map(async (externalId) => {
      const { body } = await hr.post(ERASURES, { externalId, reason: 'Asked for it', dryRun: true });
      return (body.counts.timesheets as number | undefined) ?? 0; // a count of none is left out
    });
    return Promise.all(counts);
  }

  it('leaves what was recorded before', async () => {
    await work();
    await change('P1', { email: 'other@example.com' });
    await change('P2', { email: SHARED });
    expect(await worked()).toEqual([1, 0]);
    await work();
    expect(await worked()).toEqual([1, 1]);
  });

  it('and back gives each the time between', async () => {
    await work();
    await change('P1', { email: null });
    await change('P2', { email: SHARED });
    await work();
    await work();
    await change('P2', { email: null });
    await change('P1', { email: SHARED });
    await work();
    expect(await worked()).toEqual([2, 2]);
  });

  it('while its first holder is away gives the time after the return to the first', async () => {
    await work();
    expect((await hr.delete(byExternalId('P1'))).status).toBe(200);
    await change('P2', { email: SHARED });
    await work();
    await work();
    await change('P2', { email: 'other@example.com' });
    expect((await hr.post(INVITE, { externalId: 'P1' })).body.email).toBe(SHARED);
    await work();
    expect(await worked()).toEqual([2, 2]);
  });

  it('gives one who had another address before what came with the address', async () => {
    await change('P2', { email: 'first@example.com' });
    await work();
    await change('P1', { email: null });
    await change('P2', { email: SHARED });
    await work();
    expect(await worked()).toEqual([1, 1]);
  });
});
