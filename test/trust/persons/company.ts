import { setTimeout as sleep } from 'node:timers/promises';
import { operatorOf, type Scope } from '../../../src/shared-kernel/actor.js';
import { BULK, byEmail, byExternalId, EMPLOYEES, ERASURES, INVITE } from '../../support/builders/employee.js';
import { ME } from '../../support/builders/look-ups.js';
import { PLANS } from '../../support/builders/plan.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { BULK_TIMESHEETS, TIMESHEETS } from '../../support/builders/timesheet.js';
import { PATCH_OP, USERS } from '../../support/scim-fixture.js';
import { SYNCS } from '../../support/sync-fixture.js';
import type { Administration } from '../harness/administration.js';
import type { Call, Caller } from '../harness/calls.js';
import type { User } from './model.js';
import type { Operator, UserChange } from './operator.js';
import type { Keys, Row } from './staff-model.js';

const SCOPES: readonly Scope[] = [
  ...(['employees:read', 'employees:write', 'employees:sync', 'people:erase', 'scim'] as const),
  ...(['timesheets:read', 'timesheets:write'] as const),
];
const POLL_MS = 10;
const JOB_LIMIT_MS = 60_000;
const REASON = 'Request of the person';

/** Everything that has a time, as if it had happened 25 hours earlier. A link is firm after 24. */
const PASS_DAY = `
  WITH e AS (
    UPDATE employee SET created_at = created_at - $2::interval, deleted_at = deleted_at - $2::interval
    WHERE company_id = $1
  ), u AS (
    UPDATE user_account SET created_at = created_at - $2::interval, link_firm_at = link_firm_at - $2::interval
    WHERE company_id = $1
  ), f AS (
    UPDATE key_period SET since = since - $2::interval, until = until - $2::interval WHERE company_id = $1
  ), s AS (
    UPDATE scim_user SET updated_at = updated_at - $2::interval WHERE company_id = $1
  )
  UPDATE timesheet_entry SET start_time = start_time - $2::interval WHERE company_id = $1`;

/** An answer with its parsed body. */
export interface Answered {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the histories read what the contract promises
  readonly body: any;
}

/** The servers and clients of all histories. */
export interface Deployment {
  readonly administration: Administration;
  readonly operator: Operator;
  readonly caller: Caller;
}

type Headers = Readonly<Record<string, string>>;

/** A new company, and its callers. Methods return whether the service has taken a change. */
export class Company {
  private readonly sessions = new Map<string, string>();

  private constructor(
    private readonly deployment: Deployment,
    private readonly companyId: string,
    private readonly key: Headers,
    private readonly provider: Headers,
    readonly users: readonly User[],
  ) {}

  /** @param emails - of its users, who have sessions */
  static async open(deployment: Deployment, emails: readonly string[]): Promise<Company> {
    const { administration } = deployment;
    const companyId = await administration.addCompany('Persons');
    const serviceAPIKey = await administration.addApiKey(companyId, SCOPES);
    const sessions = new Map<string, string>();
    const users: User[] = [];
    for (const email of emails) {
      const { userId: id, sessionId } = await administration.addUser(companyId, 'MANAGER', { email });
      const label = `U${users.length + 1}`;
      users.push({ label, id, email, hasSession: true, isErased: false, link: undefined });
      sessions.set(id, sessionId);
    }
    const provider = { Authorization: `Bearer ${serviceAPIKey}` };
    const company = new Company(deployment, companyId, { serviceAPIKey }, provider, users);
    for (const [id, sessionId] of sessions) company.sessions.set(id, sessionId);
    return company;
  }

  invite(keys: Keys): Promise<boolean> {
    return this.takes('POST', INVITE, keys);
  }

  update(externalId: string, next: Keys): Promise<boolean> {
    return this.takes('PUT', byExternalId(externalId), next);
  }

  end({ externalId, email }: Keys): Promise<boolean> {
    const path = externalId === undefined ? byEmail(email ?? '') : byExternalId(externalId);
    return this.takes('DELETE', path);
  }

  /** @returns of each row whether it is taken */
  async bulk(rows: readonly Row[]): Promise<boolean[]> {
    const json = rows.map(({ externalId, email }) => ({
      ...{ operation: 'update', externalId },
      employee: { email },
    }));
    const { body } = await this.send('POST', BULK, { rows: json });
    return (body.results as { status: number }[]).map(({ status }) => status < 300);
  }

  async list(source: string, rows: readonly Row[]): Promise<boolean> {
    const { body } = await this.send('POST', `${SYNCS}?source=${source}&apply=true&adopt=true`, rows);
    return this.job(
      `${SYNCS}/${body.id}`,
      'status',
      ['QUEUED', 'PREVIEWING', 'READY', 'APPLYING'],
      'APPLIED',
    );
  }

  provision(userName: string, externalId: string | undefined): Promise<boolean> {
    return this.takes('POST', USERS, { userName, externalId }, this.provider);
  }

  rename(id: string, userName: string): Promise<boolean> {
    return this.takes('PUT', `${USERS}/${id}`, { userName }, this.provider);
  }

  setActive(id: string, value: boolean): Promise<boolean> {
    const Operations = [{ op: 'replace', path: 'active', value }];
    return this.takes('PATCH', `${USERS}/${id}`, { schemas: [PATCH_OP], Operations }, this.provider);
  }

  deprovision(id: string): Promise<boolean> {
    return this.takes('DELETE', `${USERS}/${id}`, undefined, this.provider);
  }

  async changeAddress({ id }: User, email: string): Promise<boolean> {
    return this.updatesUser(id, { email });
  }

  async confirmLink({ id }: User, employeeId: string | undefined): Promise<boolean> {
    return this.updatesUser(id, { employeeId: employeeId ?? null });
  }

  private async updatesUser(id: string, change: UserChange): Promise<boolean> {
    const { operator } = this.deployment;
    return (await operator.updateUser(operatorOf(this.companyId), id, change)) !== undefined;
  }

  async signIn({ id }: User): Promise<boolean> {
    const issued = await this.deployment.operator.issueSession(operatorOf(this.companyId), id, 3_600_000);
    if (issued) this.sessions.set(id, issued.sessionId);
    return issued !== undefined;
  }

  async passDay(): Promise<void> {
    await this.deployment.administration.sql(PASS_DAY, [this.companyId, '25 hours']);
  }

  async work(externalId: string, named: Keys): Promise<boolean> {
    const entry = { ...named, startTime: new Date().toISOString() };
    const rows = [{ operation: 'put', externalId, entry }];
    const { body } = await this.send('POST', BULK_TIMESHEETS, { rows });
    return body.results[0].status < 300;
  }

  plan({ id }: User, title: string): Promise<boolean> {
    const plan = { title: { defaultValue: title }, visibility: 'PRIVATE' };
    return this.takes('POST', PLANS, plan, this.sessionOf(id));
  }

  /** @returns the id of the hold */
  async hold(personId: string): Promise<string> {
    const { status, body } = await this.send('PUT', HOLDS, { personId, reason: REASON });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return String(body.id);
  }

  release(holdId: string): Promise<boolean> {
    return this.takes('DELETE', `${HOLDS}/${holdId}`);
  }

  /** Waits for the end. @returns `done`, or the code of the refusal */
  async erase(named: object): Promise<string> {
    const { status, body } = await this.send('POST', ERASURES, { ...named, reason: REASON });
    if (status !== 202) return String(body.errorCode);
    await this.job(`${ERASURES}/${body.id}`, 'state', ['QUEUED', 'ERASING'], 'DONE');
    return 'done';
  }

  /** The result of the dry run of an erasure. */
  dryRun(named: object): Promise<Answered> {
    return this.send('POST', ERASURES, { ...named, reason: REASON, dryRun: true });
  }

  employees(isDeleted: boolean): Promise<Answered> {
    return this.send('GET', `${EMPLOYEES}?deleted=${isDeleted}`);
  }

  scimUsers(): Promise<Answered> {
    return this.send('GET', `${USERS}?count=100`, undefined, this.provider);
  }

  timesheets(): Promise<Answered> {
    return this.send('GET', `${TIMESHEETS}?to=100`);
  }

  async plans(): Promise<string[]> {
    const found = await this.deployment.administration.sql<{ title: string }>(
      `SELECT document -> 'title' ->> 'defaultValue' AS title FROM action_plan WHERE company_id = $1`,
      [this.companyId],
    );
    return found.map(({ title }) => title);
  }

  me({ id }: User): Promise<Answered> {
    return this.send('GET', ME, undefined, this.sessionOf(id));
  }

  private sessionOf(userId: string): Headers {
    return { SessionId: this.sessions.get(userId)! };
  }

  private async takes(
    method: Call['method'],
    path: string,
    json?: unknown,
    headers?: Headers,
  ): Promise<boolean> {
    const { status } = await this.send(method, path, json, headers);
    return status < 300;
  }

  private async job(
    path: string,
    property: string,
    working: readonly string[],
    end: string,
  ): Promise<boolean> {
    const late = performance.now() + JOB_LIMIT_MS;
    while (performance.now() < late) {
      const { body } = await this.send('GET', path);
      if (body[property] === end) return true;
      if (!working.includes(body[property])) throw new Error(`${path}: ${JSON.stringify(body)}`);
      await sleep(POLL_MS);
    }
    throw new Error(`${path} has not ended within ${JOB_LIMIT_MS / 1_000} s.`);
  }

  /** @throws where the service does not answer, or by a failure of its own */
  private async send(
    method: Call['method'],
    path: string,
    json?: unknown,
    headers: Headers = this.key,
  ): Promise<Answered> {
    const { administration, caller } = this.deployment;
    const call = { method, path, ...(json !== undefined && { json }) };
    const {
      status,
      body,
      failure,
      headers: answered,
    } = await caller.send(administration.baseUrl, headers, call);
    if (status === 0 || status === 429 || status >= 500)
      throw new Error(`${method} ${path}: ${status} ${failure ?? body}`);
    const isJson = /json/.test(answered['content-type'] ?? '') && body !== '';
    return { status, body: isJson ? (JSON.parse(body) as unknown) : undefined };
  }
}
