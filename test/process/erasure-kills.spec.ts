import { randomBytes } from 'node:crypto';
import { CanaryPerson } from '../support/canary-person.js';
import { freshDatabase, onOneServer } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { Fleet } from '../support/fleet.js';
import { Gates } from '../support/gates.js';
import { SyncFixture } from '../support/sync-fixture.js';
import { TestApp } from '../support/test-app.js';

/** For as many starts of a worker as there are kills, on a busy machine. */
const STARTS_LIMIT_MS = 400_000;

/** Tables in the order in which an erasure comes to them. */
const TABLES = [
  ...['employee', 'session', 'scim_user', 'employee_sync_row', 'reminder_recipient', 'webhook_message'],
  ...['audit_record', 'timesheet_entry', 'idempotency_key', 'person_access', 'plan_export'],
] as const;

describe('an erasure whose worker is killed', () => {
  onOneServer('triggers make statements wait');

  let api: TestApp;
  let fleet: Fleet;
  let gates: Gates;
  let person: CanaryPerson;

  beforeAll(async () => {
    const databaseUrl = await freshDatabase('kills');
    const settings = { SECRETS_KEY: randomBytes(32).toString('base64') };
    api = await TestApp.start(settings, databaseUrl, { isWorker: false });
    fleet = await Fleet.gather(databaseUrl, { ...settings, DATA_DIR: api.dataDir });
    const worker = await fleet.start('worker');
    person = await CanaryPerson.live(api, await SyncFixture.open(api));
    await worker.stop();
    const tables = [...TABLES, 'person_erasure'].map((table) => [table, 'UPDATE OR DELETE']);
    gates = await Gates.on(databaseUrl, Object.fromEntries(tables) as Record<string, string>);
    await api.sql(`UPDATE job_schedule SET due_at = now() + interval '1 hour'`); // nobody else waits at a gate
  }, STARTS_LIMIT_MS);
  afterAll(async () => {
    await gates.end();
    await fleet.disband();
    await api.stop();
  });

  /** Instead of the time that the lease of a killed worker takes. */
  const endLease = (): Promise<unknown> =>
    api.sql(`UPDATE job SET leased_until = now(), due_at = now() WHERE kind = 'person-erasure'`);

  /** Starts a worker and kills it when it has come through all gates before the last one. */
  async function killAt(...tables: readonly string[]): Promise<void> {
    await gates.close(tables[0]!);
    await endLease();
    const worker = await fleet.start('worker');
    for (const [number, table] of tables.entries()) {
      await gates.isReached(table);
      const next = tables[number + 1];
      if (next === undefined) await worker.kill();
      else await gates.close(next);
      await gates.open(table);
    }
  }

  const stateOf = async (path: string): Promise<unknown> => (await person.fixture.hr.get(path)).body.state;

  it(
    'is finished by the next ones, whatever was done, and changes nothing of others',
    async () => {
      expect((await person.traces(api)).left.length).toBeGreaterThan(10);
      const path = await person.isToBeErased();
      for (const table of TABLES) await killAt(table);
      await killAt('plan_export', 'employee_sync_row'); // when it erases again
      await killAt('person_erasure'); // when all is gone, and only that is not recorded
      expect(await stateOf(path)).toBe('QUEUED');

      await endLease();
      await fleet.start('worker');
      await eventually(async () => expect(await stateOf(path)).toBe('DONE'), 60_000);
      expect(await person.traces(api)).toEqual({ left: [], changed: [] });
    },
    STARTS_LIMIT_MS,
  );
});
