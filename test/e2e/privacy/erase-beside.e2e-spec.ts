import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../support/api-client.js';
import { BULK, byExternalId, INVITE, type Body } from '../../support/builders/employee.js';
import { PLANS } from '../../support/builders/plan.js';
import { timesheetRecord } from '../../support/builders/timesheet.js';
import { CanaryPerson } from '../../support/canary-person.js';
import { onOneServer } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { Gates } from '../../support/gates.js';
import { MailServer } from '../../support/mail-server.js';
import { SYNCS, SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { TimesheetsImporter } from '../../../src/timesheets/index.js';
import { EmployeeImporter } from '../../../src/workforce/index.js';

/** For statements that wait. */
const PATIENT = { DATABASE_STATEMENT_TIMEOUT: '1m' };

/** Statements that name the person wait where a test closes the gate; those of erasures do not, but for `session`. */
const GATES = {
  employee: 'INSERT OR UPDATE',
  employee_sync_row: 'INSERT',
  timesheet_entry: 'INSERT',
  session: 'DELETE',
};

describe('an erasure beside other work', () => {
  onOneServer('triggers make statements wait');

  let app: TestApp;
  let mail: MailServer;
  let gates: Gates;
  let person: CanaryPerson;
  let hr: ApiClient;

  beforeAll(async () => {
    mail = await MailServer.start();
    app = await TestApp.start({ SMTP_URL: mail.url, ...PATIENT });
    gates = await Gates.on(app.databaseUrl, GATES);
  });
  afterAll(async () => {
    await gates.end();
    await app.stop();
    await mail.close();
  });
  beforeEach(async () => {
    person = await CanaryPerson.live(app, await SyncFixture.open(app));
    ({ hr } = person.fixture);
  });

  const importEmployees = (): Promise<unknown> => {
    const { companyId } = person.fixture;
    const record = { id: person.employeeId, activated: true, ...person.body, name: 'Imported' };
    return app.app.get(EmployeeImporter).import(companyId, [record]);
  };
  const importTimesheets = (): Promise<unknown> => {
    const { email, externalId } = person.body;
    const records = [timesheetRecord({ email, externalId, changeHistory: [] })];
    return app.app.get(TimesheetsImporter).import(person.fixture.companyId, records);
  };
  const list = (): Body[] => [{ ...person.body, name: 'Listed' }];
  const rows = (): Body[] => [
    { operation: 'update', externalId: person.body['externalId'], employee: { name: 'In bulk' } },
  ];

  const stateOf = async (path: string): Promise<unknown> => (await hr.get(path)).body.state;

  async function expectErased(path: string): Promise<void> {
    await eventually(async () => expect(await stateOf(path)).toBe('DONE'), 60_000);
    expect((await person.traces(app)).left).toEqual([]);
  }

  describe('that began before', () => {
    it.each<[string, keyof typeof GATES, () => Promise<unknown>]>([
      ['the preview of a list', 'employee_sync_row', () => person.fixture.sync(list(), '?source=canary')],
      ['a list that is applied', 'employee', () => person.fixture.applied(list(), '?source=canary')],
      ['a bulk change', 'employee', () => hr.post(BULK, { rows: rows() })],
      ['an import of people', 'employee', importEmployees],
      ['an import of working times', 'timesheet_entry', importTimesheets],
    ])('waits for %s, and then nothing of the person is left', async (_, table, work) => {
      await gates.close(table);
      const working = work();
      await gates.isReached(table);
      const path = await person.isToBeErased();
      await sleep(1_000); // the time of several looks at what is older
      expect(await stateOf(path)).toBe('QUEUED');
      await gates.open(table);
      await working;
      await expectErased(path);
    });

    it('waits for the mail with a workbook that names the person, whose file and link are gone then', async () => {
      const other = await app.user('ADMIN', person.fixture.companyId);
      let release: () => void = () => undefined;
      const isHeld = new Promise<void>((resolve) => {
        mail.beforeAccepting = () => {
          resolve();
          return new Promise((accept) => (release = accept));
        };
      });
      const { headers } = await other.post(`${PLANS}/${person.planId}/excel`);
      await isHeld;
      const path = await person.isToBeErased();
      await eventually(async () =>
        expect(await app.sql('SELECT FROM plan_export WHERE plan_id IS NULL')).not.toEqual([]),
      );
      expect(await stateOf(path)).toBe('ERASING');
      mail.beforeAccepting = undefined;
      release();
      await expectErased(path);
      expect((await other.get(headers.get('location')!)).status).toBe(404);
    });
  });

  it('that begins meanwhile and afterwards is refused, and lists leave the person out', async () => {
    await gates.close('session');
    const path = await person.isToBeErased();
    await gates.isReached('session');
    await expectRefusals();
    expect(await stateOf(path)).toBe('ERASING');
    await gates.open('session');
    await expectErased(path);
    await expectRefusals();
    expect((await person.traces(app)).left).toEqual([]);
  });

  async function expectRefusals(): Promise<void> {
    const { externalId } = person.body;
    const invited = await hr.post(INVITE, person.body);
    expect([invited.status, invited.body.errorCode]).toEqual([409, 'PERSON_ERASED']);
    expect((await hr.put(byExternalId(String(externalId)), person.body)).status).toBe(404);
    const { body } = await hr.post(BULK, {
      rows: [{ operation: 'invite', employee: person.body }, ...rows()],
    });
    expect(body.results.map(({ status }: Body) => status)).toEqual([409, 404]);
    for (const importing of [importEmployees, importTimesheets])
      expect(await importing()).toEqual({ created: 0, updated: 0, unchanged: 0, suppressed: [0] });
    const { id, status, counts } = await person.fixture.sync(list(), '?source=canary&apply=true');
    expect({ status, counts }).toMatchObject({ status: 'APPLIED', counts: { suppressed: 1 } });
    expect((await hr.get(`${SYNCS}/${id}/suppressed`)).body.result).toHaveLength(1);
    const other = await app.user('ADMIN', person.fixture.companyId);
    const { headers } = await other.post(`${PLANS}/${person.planId}/excel`);
    await eventually(async () =>
      expect((await other.get(headers.get('location')!)).body.status).toBe('SENT'),
    );
  }
});
