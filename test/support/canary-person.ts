import type { TestApp } from './test-app.js';
import { EmployeeImporter } from '../../src/workforce/index.js';
import { TimesheetsImporter } from '../../src/timesheets/index.js';
import { filesIn, rowsOf } from '../trust/canary/places.js';
import { changedRows } from '../trust/canary/rows.js';
import { search } from '../trust/canary/search.js';
import { Canary } from '../trust/canary/values.js';
import { ApiClient } from './api-client.js';
import { ACCESSES, employeeBody, employeeRecord, ERASURES, INVITE, type Body } from './builders/employee.js';
import { actionPath, planBody, PLANS } from './builders/plan.js';
import { changeRecord, timesheetRecord } from './builders/timesheet.js';
import { eventually } from './eventually.js';
import { CORE, scimClient, USERS } from './scim-fixture.js';
import type { SyncFixture } from './sync-fixture.js';

const OTHERS = 5;

/** A person of values that nobody else has, in every table that an erasure changes, beside others. */
export class CanaryPerson {
  readonly canary = new Canary();
  employeeId = '';
  userId = '';
  planId = '';
  private before = new Map<string, string[]>();

  private constructor(readonly fixture: SyncFixture) {}

  static async live(app: TestApp, fixture: SyncFixture): Promise<CanaryPerson> {
    const person = new CanaryPerson(fixture);
    await person.works(app);
    await person.isProvisioned(app);
    await person.writes(app);
    await person.isMade(app);
    await person.remember(app);
    return person;
  }

  /** As an invitation, a row and a record name the person. */
  get body(): Body {
    const { personal } = this.canary;
    return { name: personal.name, email: this.canary.mail('mail'), externalId: personal.number };
  }

  /** The rows of now are those that others must have at the end. */
  async remember({ databaseUrl }: TestApp): Promise<void> {
    this.before = await rowsOf(databaseUrl);
  }

  /** Asks for the erasure. @returns its path */
  async isToBeErased(hr: ApiClient = this.fixture.hr): Promise<string> {
    const { personal } = this.canary;
    const { status, body } = await hr.post(ERASURES, { externalId: personal.number, reason: 'Asked for' });
    if (status !== 202) throw new Error(`The erasure is answered ${status}: ${JSON.stringify(body)}`);
    return `${ERASURES}/${body.id}`;
  }

  /** Values that are left in the database and in files, and rows of others that are not as before. */
  async traces({ databaseUrl, dataDir }: TestApp): Promise<{ left: string[]; changed: string[] }> {
    const after = await rowsOf(databaseUrl);
    const tables = [...after].map(([name, rows]) => ({ name, content: Buffer.from(rows.join('\n')) }));
    const found = search([...tables, ...(await filesIn('files', dataDir))], this.canary.secrets);
    const ids = [this.userId, this.employeeId, ...this.canary.secrets];
    return {
      left: found.map(({ value, place }) => `${value} in ${place}`),
      changed: changedRows(this.before, after, ids),
    };
  }

  /** The person and others, with working times of both, and changes by the person of those of others. */
  private async works({ app }: TestApp): Promise<void> {
    const { hr, companyId } = this.fixture;
    const { personal } = this.canary;
    const others = Array.from({ length: OTHERS }, () => employeeRecord());
    await app.get(EmployeeImporter).import(companyId, others);
    const { body } = await hr.post(INVITE, this.body);
    this.employeeId = body.id;
    await this.fixture.applied([employeeBody(), { ...this.body, name: personal.csvname }], '?source=canary');
    const { email, externalId } = this.body;
    const own = { email, externalId, timesheetExternalId: personal.worktime };
    const changeHistory = [changeRecord({ changeReason: personal.workreason })];
    await app
      .get(TimesheetsImporter)
      .import(companyId, [
        timesheetRecord({ ...own, changeHistory }),
        timesheetRecord({ email: others[0]!.email, changeHistory: [changeRecord({ changedBy: { email } })] }),
        ...others.map((other) => timesheetRecord({ externalId: other.externalId, email: other.email })),
      ]);
  }

  private async isProvisioned(app: TestApp): Promise<void> {
    const provider = await scimClient(app, this.fixture.companyId);
    const { personal } = this.canary;
    const { status, body } = await provider.put(`${USERS}/${this.employeeId}`, {
      schemas: [CORE],
      ...{ userName: this.canary.mail('username'), externalId: personal.number, active: true },
      ...{ displayName: personal.name, name: { givenName: personal.givenname } },
      emails: [
        { value: this.canary.mail('mail'), type: 'work', primary: true },
        { value: this.canary.mail('homemail'), type: 'home' },
      ],
    });
    if (status !== 200) throw new Error(`SCIM is answered ${status}: ${JSON.stringify(body)}`);
  }

  /** A plan with an action that is assigned to the person. */
  private async writes(app: TestApp): Promise<void> {
    const { written, personal } = this.canary;
    const { companyId } = this.fixture;
    const account = {
      companyId,
      name: personal.name,
      email: this.canary.mail('mail'),
      role: 'MANAGER',
    } as const;
    this.userId = (await app.identity.createUser(account)).id;
    const { sessionId } = await app.identity.issueSession(this.userId, 3_600_000);
    const own = new ApiClient(app.baseUrl, { SessionId: sessionId });
    const { body: plan } = await own.post(PLANS, planBody({ title: { defaultValue: written.plantitle } }));
    this.planId = plan.id;
    const assigneeStatuses = [{ assigneeId: this.employeeId, status: 'PENDING' }];
    const action = { title: { defaultValue: written.actiontitle }, assigneeStatuses };
    const { status, body } = await own.post(actionPath(this.planId), action);
    if (status !== 200) throw new Error(`The action is answered ${status}: ${JSON.stringify(body)}`);
    await app.sql(
      'INSERT INTO reminder_recipient (company_id, id, email_key, reminders) VALUES ($1, $2, $3, false)',
      [companyId, this.userId, this.canary.mail('mail')],
    );
    await own.post(`${PLANS}/${this.planId}/excel`);
  }

  /** The workbook and the archive of the person. */
  private async isMade(app: TestApp): Promise<void> {
    const { hr, companyId } = this.fixture;
    const { personal } = this.canary;
    const { headers } = await hr.post(ACCESSES, { externalId: personal.number });
    const isUnfinished = `SELECT FROM plan_export WHERE company_id = $1 AND status <> 'SENT'`;
    await eventually(async () => {
      expect((await hr.get(headers.get('location')!)).body.state).toBe('READY');
      expect(await app.sql(isUnfinished, [companyId])).toEqual([]);
    }, 30_000);
  }
}
