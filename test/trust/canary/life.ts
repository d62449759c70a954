import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../../support/api-client.js';
import {
  BULK,
  byEmail,
  byExternalId,
  EMPLOYEES,
  employeeRecord,
  INVITE,
  type Body,
} from '../../support/builders/employee.js';
import { actionPath, planBody, planRecord, PLANS } from '../../support/builders/plan.js';
import { area, characteristic, group } from '../../support/builders/segmentation.js';
import {
  BULK_TIMESHEETS,
  changeRecord,
  deletedTimesheetRecord,
  timesheetRecord,
} from '../../support/builders/timesheet.js';
import { eventually } from '../../support/eventually.js';
import { CORE, ENTERPRISE, GROUPS, USERS } from '../../support/scim-fixture.js';
import { SYNCS } from '../../support/sync-fixture.js';
import { COMPANY_WEBHOOKS, WEBHOOKS } from '../../support/webhook-fixture.js';
import type { Administration } from '../harness/administration.js';
import type { WireClient } from '../harness/wire-client.js';
import type { Receiver } from './deployment.js';
import type { Canary } from './values.js';

const SETTLED = new Set(['READY', 'APPLIED', 'BLOCKED', 'FAILED']);
const LIMIT_MS = 60_000;

type Headers = Readonly<Record<string, string>>;

/** The company of the person, and its callers. */
export interface Company {
  readonly id: string;
  readonly admin: Headers;
  /** The person. */
  readonly own: Readonly<Record<string, string>>;
  readonly key: Readonly<Record<string, string>>;
  readonly bearer: Readonly<Record<string, string>>;
  readonly userId: string;
  readonly characteristicId: string;
}

/** Adds a company with people who are not the person, and the user of the person. */
export async function addCompany(service: Administration, canary: Canary, others: number): Promise<Company> {
  const id = await service.addCompany('Canaries');
  const admin = await service.addUser(id, 'ADMIN', { name: 'Admin', email: 'admin@example.com' });
  const own = await service.addUser(id, 'ADMIN', {
    name: canary.personal.name,
    email: canary.mail('mail'),
  });
  const serviceAPIKey = await service.addApiKey(id);
  const office = characteristic('LIST', 'Office', 'Madrid');
  const start = characteristic('DATE', 'Birthday');
  const employees = Array.from({ length: others }, (_, number) =>
    employeeRecord({
      name: `Other ${number}`,
      externalId: `other-${number}`,
      email: `other-${number}@example.com`,
    }),
  );
  const timesheets = employees
    .slice(0, others / 2)
    .map(({ email, externalId }) => timesheetRecord({ email, externalId, changeHistory: [] }));
  const file = join(service.folder, `${id}.json`);
  const areas = [area('Spain', area('Hotels'))];
  const records = {
    areas,
    groups: [group('Night shift')],
    characteristics: [office, start],
    employees,
    timesheets,
  };
  await writeFile(file, JSON.stringify({ ...records, plans: [planRecord({ createdBy: admin.userId })] }));
  await service.wes('import', '--company', id, file);
  return {
    id,
    admin: { SessionId: admin.sessionId },
    own: { SessionId: own.sessionId, 'X-Forwarded-For': canary.address },
    key: { serviceAPIKey },
    bearer: { Authorization: `Bearer ${serviceAPIKey}` },
    userId: own.userId,
    characteristicId: start.id,
  };
}

/** Everything that a person does, and that is done about a person. */
export class Life {
  /** Statuses of the requests that were refused on purpose. */
  readonly refused: number[] = [];
  employeeId = '';

  constructor(
    private readonly client: WireClient,
    private readonly service: Administration,
    private readonly company: Company,
    private readonly canary: Canary,
  ) {}

  /** @param receiver - of webhooks; its answers about the person have a value */
  async live(receiver: Receiver): Promise<void> {
    const { key } = this.company;
    await this.done('POST', WEBHOOKS, key, { url: receiver.url, types: ['employee.changed'] });
    await this.isListed();
    receiver.about = this.employeeId;
    await this.isInBulk();
    await this.isProvisioned();
    await this.isRefused();
    await this.works();
    await this.writes();
  }

  async addPlan(): Promise<string> {
    const { written } = this.canary;
    const plan = planBody({
      title: { defaultValue: written.plantitle },
      description: { defaultValue: written.plantext },
    });
    return (await this.done('POST', PLANS, this.company.own, plan))['id'] as string;
  }

  /** Invitation, changes and a list of HR with a bad row. */
  private async isListed(): Promise<void> {
    const { personal } = this.canary;
    const { key, characteristicId } = this.company;
    const { id } = await this.done('POST', INVITE, key, {
      name: personal.formername,
      email: this.canary.mail('formermail'),
      externalId: personal.number,
    });
    this.employeeId = String(id);
    await this.done('PUT', byExternalId(personal.number), key, {
      name: personal.name,
      email: this.canary.mail('mail'),
      externalId: personal.number,
      profile: [{ id: characteristicId, date: '1931-05-17T00:00:00Z' }],
    });
    await this.service.linkUser(this.company.id, this.company.userId);
    await this.sync(
      `${personal.number};${personal.csvname};${this.canary.mail('mail')};${personal.csvnote};1931-05-17`,
    );
    await this.sync(
      `${personal.number};${personal.badname};${this.canary.mail('badmail')};;${personal.badday}`,
    );
  }

  private async sync(row: string): Promise<void> {
    const { key } = this.company;
    const columns = {
      ...{ externalId: 'externalId', name: 'name', email: 'email' },
      Note: null,
      Day: 'profile.Birthday',
    };
    await this.done('PUT', `${EMPLOYEES}/sources/canary`, key, { columns, dateFormat: 'yyyy-MM-dd' });
    const file = ['externalId;name;email;Note;Day', 'colleague;A colleague;;;', row].join('\r\n');
    const query = 'source=canary&badRows=skip&apply=true&adopt=true';
    const { id } = await this.done('POST', `${SYNCS}?${query}`, { ...key, 'Content-Type': 'text/csv' }, file);
    await eventually(async () => {
      const { status } = await this.done('GET', `${SYNCS}/${String(id)}`, key);
      if (!SETTLED.has(String(status))) throw new Error(`The sync is ${String(status)}.`);
    }, LIMIT_MS);
  }

  private async isInBulk(): Promise<void> {
    const { personal } = this.canary;
    const change = (employee: Body): Body => ({ operation: 'update', externalId: personal.number, employee });
    const rows = [change({ name: personal.bulkname }), change({ role: personal.bulkbad })];
    await this.done('POST', BULK, { ...this.company.key, 'Idempotency-Key': personal.idempotency }, { rows });
  }

  /** All that an identity provider sends, also attributes that are not stored. */
  private async isProvisioned(): Promise<void> {
    const { personal } = this.canary;
    const { bearer } = this.company;
    const find = (value: string): Promise<Body> =>
      this.done('GET', `${USERS}?filter=${encodeURIComponent(`userName eq "${value}"`)}`, bearer);
    await find(this.canary.mail('scimfilter'));
    const { Resources } = (await find(this.canary.mail('mail'))) as { Resources: readonly { id: string }[] };
    const user = {
      schemas: [CORE, ENTERPRISE],
      ...{ userName: this.canary.mail('username'), externalId: personal.scimnumber, active: true },
      ...{
        displayName: personal.name,
        nickName: personal.nickname,
        title: personal.title,
        password: personal.password,
      },
      name: {
        ...{ givenName: personal.givenname, familyName: personal.familyname },
        ...{ middleName: personal.middlename, formatted: personal.formatted },
      },
      emails: [
        { value: this.canary.mail('mail'), type: 'work', primary: true },
        { value: this.canary.mail('homemail'), type: 'home' },
      ],
      addresses: [{ type: 'work', streetAddress: personal.street }],
      phoneNumbers: [{ type: 'work', value: personal.phone }],
      [ENTERPRISE]: { employeeNumber: personal.employeenumber, department: personal.department },
    };
    const { id } = Resources[0]!;
    await this.done('PUT', `${USERS}/${id}`, bearer, user);
    const members = [{ value: id, display: personal.membername }];
    await this.done('POST', GROUPS, bearer, { displayName: 'Of the provider', members });
  }

  /** Requests that name the person and are refused. */
  private async isRefused(): Promise<void> {
    const { personal } = this.canary;
    const { key, own, bearer } = this.company;
    for (const [method, path, headers, body] of [
      ['POST', INVITE, key, { name: 1, email: personal.requestbody }],
      ['POST', INVITE, key, `{"name":"${personal.requestbody}"`],
      ['GET', `${EMPLOYEES}?unknown=${personal.requestquery}`, key],
      ['GET', byEmail(this.canary.mail('requestpath')), key],
      ['GET', `/api/v1/${personal.requestpath}`, key],
      ['GET', PLANS, { ...own, SessionId: personal.requestbody }],
      ['POST', USERS, bearer, { schemas: [CORE], userName: { value: personal.requestbody } }],
    ] as const) {
      const sent = { ...headers, 'User-Agent': personal.agent };
      const { status } = await this.send(method, path, sent, body);
      this.refused.push(status);
    }
  }

  /** Working times by requests and by an import, also deleted ones. */
  private async works(): Promise<void> {
    const { personal } = this.canary;
    const { key, id } = this.company;
    const put = (startTime: string, endTime: string, reason?: string): Body => ({
      operation: 'put',
      externalId: personal.worktime,
      entry: { externalId: personal.number, startTime, endTime },
      ...(reason !== undefined && { reason }),
    });
    for (const row of [
      put('2026-03-02T09:00:00Z', '2026-03-02T17:00:00Z'),
      put('2026-03-02T09:00:00Z', '2026-03-02T18:00:00Z', personal.workreason),
    ])
      await this.done('POST', BULK_TIMESHEETS, key, { rows: [row] });
    const deleted = { operation: 'delete', externalId: personal.worktime, reason: personal.deletedreason };
    await this.done('POST', BULK_TIMESHEETS, key, { rows: [deleted] });
    const about = { email: this.canary.mail('mail'), externalId: personal.number };
    const file = join(this.service.folder, 'working-times.json');
    const changeHistory = [changeRecord({ changeReason: personal.importreason })];
    await writeFile(
      file,
      JSON.stringify({
        timesheets: [
          timesheetRecord({ ...about, timesheetExternalId: personal.importedtime, changeHistory }),
        ],
        deletedTimesheets: [deletedTimesheetRecord({ ...about, changeHistory: [] })],
      }),
    );
    await this.service.wes('import', '--company', id, file);
    await rm(file);
  }

  /** Plans, actions and notes of the person, one of which is deleted, and a webhook. */
  private async writes(): Promise<void> {
    const { personal, written } = this.canary;
    const { own } = this.company;
    const webhook = {
      url: 'https://receiver.invalid/',
      types: ['plan.changed'],
      description: personal.webhook,
    };
    await this.done('POST', COMPANY_WEBHOOKS, own, webhook);
    const planId = await this.addPlan();
    const action = {
      title: { defaultValue: written.actiontitle },
      assigneeStatuses: [{ assigneeId: this.employeeId, status: 'PENDING' }],
    };
    const { id: actionId } = await this.done('POST', actionPath(planId), own, action);
    await this.done('POST', `${actionPath(planId, String(actionId))}/notes`, own, {
      content: written.notetext,
    });
    const gone = await this.addPlan();
    await this.done('DELETE', `${PLANS}/${gone}`, own);
    await this.done('POST', `${PLANS}/${planId}/excel`, own);
  }

  /** @throws when the request is refused */
  private async done(method: string, path: string, headers: Headers, body?: object | string): Promise<Body> {
    const { status, text, body: answer } = await this.send(method, path, headers, body);
    if (status >= 300) throw new Error(`${method} ${path} is answered ${status}: ${text}`);
    return (answer ?? {}) as Body;
  }

  private send(method: string, path: string, headers: Headers, body?: object | string): Promise<Answer> {
    return this.client.send({
      ...{ method, path },
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }
}
