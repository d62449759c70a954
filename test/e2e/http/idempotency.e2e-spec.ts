import { randomInt, randomUUID } from 'node:crypto';
import { ExpiredIdempotencyKeys } from '../../../src/platform/idempotency/expired-keys.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { SCOPES } from '../../../src/shared-kernel/actor.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import {
  ACCESSES,
  ADMIN_ACCESSES,
  ERASURES,
  byExternalId,
  employeeBody,
  INVITE,
} from '../../support/builders/employee.js';
import { API_KEYS } from '../../support/builders/look-ups.js';
import { actionPath, MY_ACTIONS, planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { minimalTemplate, TEMPLATES } from '../../support/builders/template.js';
import { openClient, sessionsWaitingForALock } from '../../support/databases.js';
import { DOCUMENTED_REQUESTS, READING_POSTS, SESSION_OPERATIONS } from '../../support/documented-requests.js';
import { eventually } from '../../support/eventually.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const POSTS = DOCUMENTED_REQUESTS.filter(
  ({ method, operationId }) =>
    method === 'POST' && !READING_POSTS.includes(operationId) && !SESSION_OPERATIONS.includes(operationId),
);

/** Another time at each call. */
let replays = 0;
const sinceLately = (): Body => ({ since: new Date(Date.now() - 1_000 * ++replays).toISOString() });

/** Of what does not happen here: a message would change the webhook. */
const webhookBody = (type: string): Body => ({
  url: `https://receiver.example.com/${randomUUID()}`,
  types: [type],
});

const newUser = (): Body => ({ email: `${randomUUID()}@example.com`, name: 'Jo', role: 'MANAGER' });

/** External id of the employee of timesheet entries. */
const CLOCKED = randomUUID();

/** External ids of employees who are there to be erased. */
const erasable = Array.from({ length: 20 }, () => randomUUID());

/** Requests whose work follows. */
const OF_PEOPLE: readonly string[] = [ERASURES, ACCESSES, ADMIN_ACCESSES];

/** A new body for each operation; undefined where it takes none. */
const BODIES: Readonly<Record<string, () => Body | readonly Body[] | undefined>> = {
  createTemplate: minimalTemplate,
  createActionPlan: () => planBody({ title: { defaultValue: randomUUID() } }),
  copyActionPlan: () => ({ title: { defaultValue: randomUUID() } }),
  createAction: () => ({ title: { defaultValue: randomUUID() } }),
  createNote: () => ({ content: randomUUID() }),
  createMyNote: () => ({ content: randomUUID() }),
  exportPlan: () => undefined,
  inviteEmployee: employeeBody,
  changeEmployees: () => ({ rows: [{ operation: 'invite', employee: employeeBody() }] }),
  changeTimesheets: () => ({
    rows: [
      { operation: 'put', externalId: randomUUID(), entry: { externalId: CLOCKED, startTime: '2026-03-02' } },
    ],
  }),
  createAccess: () => ({ externalId: CLOCKED, mailTo: `${randomUUID()}@example.com` }),
  createAccessAsAdmin: () => ({ externalId: CLOCKED, mailTo: `${randomUUID()}@example.com` }),
  createErasure: () => ({ externalId: erasable.pop(), reason: 'x' }),
  createArea: () => ({ name: randomUUID() }),
  createGroup: () => ({ name: randomUUID() }),
  createCharacteristic: () => ({ type: 'LIST', name: randomUUID(), allowedValues: [{ label: 'A' }] }),
  createCharacteristicValue: () => ({ label: randomUUID() }),
  createEmployeeSync: () => [employeeBody()],
  applyEmployeeSync: () => undefined,
  createWebhook: () => webhookBody('characteristic.deleted'),
  createCompanyWebhook: () => webhookBody('template.deleted'),
  rotateWebhookSecret: () => undefined,
  rotateCompanyWebhookSecret: () => undefined,
  retryWebhookDelivery: () => undefined,
  retryCompanyWebhookDelivery: () => undefined,
  replayWebhook: sinceLately,
  replayCompanyWebhook: sinceLately,
  createUser: newUser,
  changeUsers: () => ({ rows: [{ operation: 'create', user: newUser() }] }),
  createApiKey: () => ({ name: randomUUID() }),
  rotateApiKey: () => ({ overlap: randomInt(1, 86_400) }),
};

/** The tables into which the operations insert. */
const TABLES = [
  'audit_record',
  'announcement_template',
  'action_plan',
  'plan_action',
  'action_note',
  'plan_export',
  'employee',
  'employee_sync',
  'timesheet_entry',
  'area',
  'company_group',
  'characteristic',
  'webhook',
  'person_erasure',
  'person_access',
  'user_account',
  'api_key',
];

/**
 * The resource, and the record of the audit; a copied plan has an action, a rotated key has a record, and a sync that is
 * applied is there.
 */
const WRITTEN_ROWS: Readonly<Record<string, number>> = {
  copyActionPlan: 3,
  rotateApiKey: 3,
  applyEmployeeSync: 1,
  createCharacteristicValue: 1,
};
/** Webhooks that are there already leave a record only. */
const isOfWebhook = (path: string): boolean => path.includes('{webhookId}');
const writtenRowsOf = (operationId: string, path: string): number =>
  WRITTEN_ROWS[operationId] ?? (isOfWebhook(path) ? 1 : 2);

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';
const times = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

describe('Idempotency-Key', () => {
  let fixture: PlanFixture;
  let admin: Caller;
  let apiKey: ApiClient;
  let syncs: SyncFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start({ DATABASE_POOL_SIZE: '4' });
    ({ admin } = fixture);
    apiKey = await fixture.app.integration(SCOPES, fixture.companyId);
    syncs = await SyncFixture.of(fixture.workforce);
    await fixture.workforce.invited(employeeBody({ externalId: CLOCKED }));
    for (const externalId of erasable) await fixture.workforce.invited(employeeBody({ externalId }));
  });
  afterAll(() => fixture.stop());

  const rowsIn = async (tables: readonly string[]): Promise<number> => {
    const counts = tables.map((table) => `(SELECT count(*)::integer FROM ${table})`);
    const [row] = await fixture.app.sql<{ count: number }>(`SELECT ${counts.join(' + ')} AS count`);
    return row!.count;
  };

  it('is tested for every POST', () => {
    expect(POSTS.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(BODIES).sort());
  });

  /** An applied list, sent again: to apply it changes nothing. */
  const unchangedSync = async (): Promise<string> => {
    const people = [employeeBody({ externalId: 'the same', email: undefined })];
    await syncs.applied(people, '?source=same');
    return (await syncs.sync(people, '?source=same')).id;
  };

  const failedMessage = async (webhookId: string): Promise<string> => {
    const id = newId();
    await fixture.app.sql(
      `INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
       VALUES ($1, $2, $3, 'changes.waiting', 'FAILED', now())`,
      [fixture.companyId, webhookId, id],
    );
    return id;
  };

  describe.each(POSTS)('of $operationId', ({ operationId, path }) => {
    let caller: ApiClient;
    let target: string;
    let otherTarget: string;
    const newBody = BODIES[operationId]!;
    const done = path.startsWith(SYNCS) || OF_PEOPLE.includes(path) ? 202 : 200;
    const writtenRows = writtenRowsOf(operationId, path);
    // The work of an erasure deletes rows of the other tables meanwhile.
    const rows = () => rowsIn(path === ERASURES ? ['audit_record', 'person_erasure'] : TABLES);
    const isOfSync = path.startsWith(SYNCS); // its status changes meanwhile
    const content = ({ text, body }: Answer): unknown => {
      if (isOfSync || OF_PEOPLE.includes(path) || path.includes('{deliveryId}')) return body.id;
      if (!path.includes('/webhooks') && !path.includes('/api-keys')) return text;
      const { secret: _, key: __, ...shown } = body as Body; // shown once
      return JSON.stringify(shown);
    };

    beforeEach(async () => {
      // Their work deletes rows, which would be missing in the counts.
      await eventually(async () =>
        expect(await fixture.app.sql(`SELECT FROM person_erasure WHERE state <> 'DONE'`)).toEqual([]),
      );
      caller = path.startsWith('/api/v1/public/') ? apiKey : admin;
      const inNewPlan = async () => {
        const isOwn = path.startsWith(MY_ACTIONS);
        const { planId, actionId } = await (isOwn ? fixture.ownAction() : fixture.action());
        return path.replace('{planId}', planId).replace('{actionId}', actionId);
      };
      // A company has at most fifty.
      if (path.includes('/api-keys'))
        await fixture.app.sql(`DELETE FROM api_key WHERE created_by IS NOT NULL`);
      const ofNewKey = async () => {
        const { id } = (await caller.post(API_KEYS, { name: 'Rotated' })).body as { id: string };
        return path.replace('{apiKeyId}', id);
      };
      const inNewSync = async () => path.replace('{syncId}', await unchangedSync());
      // A company has at most ten.
      if (path.includes('/webhooks')) await fixture.app.sql('DELETE FROM webhook');
      const ofNewWebhook = async () => {
        const webhooks = path.replace(/\/\{.*/, '');
        if (!isOfWebhook(path)) return path;
        const type = webhooks.includes('public') ? 'characteristic.deleted' : 'template.deleted';
        const { id } = (await caller.post(webhooks, webhookBody(type))).body as { id: string };
        return path.replace('{webhookId}', id).replace('{deliveryId}', await failedMessage(id));
      };
      const inNewCharacteristic = async () => {
        const list = path.replace(/\/\{.*/, '');
        const { id } = (await caller.post(list, { type: 'LIST', name: 'List' })).body as { id: string };
        return path.replace('{characteristicId}', id);
      };
      const inNewParent = path.includes('{characteristicId}') ? inNewCharacteristic : inNewPlan;
      const inNew = path.includes('{syncId}') ? inNewSync : inNewParent;
      const ofKey = path.includes('{apiKeyId}') ? ofNewKey : inNew;
      const newTarget = path.includes('/webhooks') ? ofNewWebhook : ofKey;
      const query = operationId === 'createEmployeeSync' ? '?source=hr' : '';
      target = (await newTarget()) + query;
      otherTarget = (await newTarget()) + query;
    });

    it('answers a repeat of what has not changed with the same bytes, or with the sync, and does nothing', async () => {
      const [key, body] = [randomUUID(), newBody()];
      const before = await rows();
      const first = await caller.post(target, body, withKey(key));
      expect([first.status, isReplay(first), await rows()]).toEqual([done, false, before + writtenRows]);
      const second = await caller.post(target, body, withKey(key));
      expect([second.status, isReplay(second)]).toEqual([done, true]);
      expect(content(second)).toBe(content(first));
      for (const header of ['location', 'content-type', 'cache-control', ...(isOfSync ? [] : ['etag'])])
        expect([header, second.headers.get(header)]).toEqual([header, first.headers.get(header)]);
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(await rows()).toBe(before + writtenRows);
    });

    it('is stored in the transaction of the effect', async () => {
      const [key, body] = [randomUUID(), newBody()];
      const before = await rows();
      await fixture.app.sql('ALTER TABLE idempotency_key ADD CONSTRAINT refusal CHECK (false) NOT VALID');
      try {
        expect((await caller.post(target, body, withKey(key))).status).toBe(500);
      } finally {
        await fixture.app.sql('ALTER TABLE idempotency_key DROP CONSTRAINT refusal');
      }
      expect(await rows()).toBe(before);
      const again = await caller.post(target, body, withKey(key));
      expect([again.status, isReplay(again), await rows()]).toEqual([done, false, before + writtenRows]);
    });

    it('refuses the same key with another body or path', async () => {
      const [key, body] = [randomUUID(), newBody()];
      await caller.post(target, body, withKey(key));
      const before = await rows();
      const others: [string, Body | readonly Body[] | undefined][] = [[target, body ? newBody() : {}]];
      if (path.includes('{')) others.push([otherTarget, body]);
      for (const [other, sent] of others) {
        const { status, body: problem } = await caller.post(other, sent, withKey(key));
        expect([status, problem.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      }
      expect(await rows()).toBe(before);
    });

    it('lets one of twenty simultaneous requests act', async () => {
      const [key, body] = [randomUUID(), newBody()];
      const before = await rows();
      const answers = await Promise.all(times(20, () => caller.post(target, body, withKey(key))));
      expect(answers.filter((answer) => answer.status === done && !isReplay(answer))).toHaveLength(1);
      const [first] = answers.filter(({ status }) => status === done);
      for (const answer of answers) {
        if (answer.status === done) expect(content(answer)).toBe(content(first!));
        else {
          expect([answer.status, answer.body.errorCode]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
          expect(answer.headers.get('retry-after')).toBe('1');
        }
      }
      expect(await rows()).toBe(before + writtenRows);
    });
  });

  it.each(['', 'x'.repeat(256), 'é', 'a\tb'])('must not be %j', async (key) => {
    for (const [caller, path, body] of [
      [admin, TEMPLATES, minimalTemplate()],
      [admin, PLANS, planBody()],
      [apiKey, INVITE, employeeBody()],
    ] as const) {
      const before = await rowsIn(TABLES);
      const { status, body: problem } = await caller.post(path, body, withKey(key));
      expect([status, problem.errorCode]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
      expect(problem.detail).toContain('Idempotency-Key');
      expect(await rowsIn(TABLES)).toBe(before);
    }
  });

  it('may be any printable ASCII of up to 255 characters', async () => {
    for (const key of ['x', 'x'.repeat(255), '"8e03978e-40d5" <!>, ~']) {
      const body = planBody();
      const { text } = await admin.post(PLANS, body, withKey(key));
      const again = await admin.post(PLANS, body, withKey(key));
      expect([again.text, isReplay(again)]).toEqual([text, true]);
    }
  });

  it('belongs to its user or API key', async () => {
    const [key, body] = [randomUUID(), planBody()];
    const callers = [admin, fixture.manager, fixture.stranger];
    const answers = await Promise.all(callers.map((caller) => caller.post(PLANS, body, withKey(key))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3);
    expect(answers.map(isReplay)).toEqual([false, false, false]);

    const person = employeeBody();
    const ofInvitations = randomUUID();
    const other = await fixture.app.integration(undefined, fixture.companyId);
    const first = await apiKey.post(INVITE, person, withKey(ofInvitations));
    await apiKey.put(byExternalId(person.externalId), { name: 'Renamed' });
    const second = await other.post(INVITE, { ...person, name: 'Invited' }, withKey(ofInvitations));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([first, second].map(isReplay)).toEqual([false, false]);
    expect(second.body.name).toBe('Invited');
  });

  it('is not used up by a refused request', async () => {
    const key = randomUUID();
    for (const refused of [{}, { title: 7 }])
      expect((await admin.post(PLANS, refused, withKey(key))).status).toBe(400);
    const created = await admin.post(PLANS, planBody(), withKey(key));
    expect([created.status, isReplay(created)]).toEqual([200, false]);

    const [taken, template] = [minimalTemplate(), minimalTemplate()];
    await admin.post(TEMPLATES, taken);
    const own = randomUUID();
    const { status, body } = await admin.post(TEMPLATES, taken, withKey(own));
    expect([status, body.errorCode, body.key]).toEqual([412, 'TEMPLATE_KEY_CONFLICT', taken['key']]);
    expect((await admin.post(TEMPLATES, template, withKey(own))).body).toMatchObject(template);
  });

  it('is refused at once while its first request is carried out', async () => {
    const [key, body] = [randomUUID(), planBody()];
    const client = await openClient(fixture.app.databaseUrl);
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE idempotency_key IN EXCLUSIVE MODE'); // lets requests read and not write
      const first = admin.post(PLANS, body, withKey(key));
      await eventually(async () => expect(await sessionsWaitingForALock(fixture.app.databaseUrl)).toBe(1));
      const second = await admin.post(PLANS, body, withKey(key));
      expect([second.status, second.body.errorCode]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
      await client.query('COMMIT');
      const { text } = await first;
      const third = await admin.post(PLANS, body, withKey(key));
      expect([third.text, isReplay(third)]).toEqual([text, true]);
    } finally {
      await client.end();
    }
  });

  it('of a finished request is never in use, however many repeat it at once', async () => {
    const [key, body] = [randomUUID(), planBody()];
    const { text } = await admin.post(PLANS, body, withKey(key));
    for (let round = 0; round < 40; round++) {
      const repeats = await Promise.all(times(8, () => admin.post(PLANS, body, withKey(key))));
      for (const repeat of repeats) expect([repeat.status, repeat.text]).toEqual([200, text]);
    }
  });

  it('counts for 24 hours, and is then removed', async () => {
    const [key, body] = [randomUUID(), planBody({ visibility: 'PRIVATE' })];
    const age = (interval: string) =>
      fixture.app.sql(
        `UPDATE idempotency_key SET created_at = now() - interval '${interval}' WHERE resource_id = $1`,
        [first.id],
      );
    const { body: first } = await admin.post(PLANS, body, withKey(key));
    await age('23 hours 59 minutes');
    expect((await admin.post(PLANS, body, withKey(key))).body.id).toBe(first.id);
    await age('24 hours');
    const otherBody = planBody({ visibility: 'PUBLIC' });
    const later = await admin.post(PLANS, otherBody, withKey(key));
    expect([later.status, isReplay(later), later.body.id === first.id]).toEqual([200, false, false]);
    expect((await admin.post(PLANS, otherBody, withKey(key))).body.id).toBe(later.body.id);

    await fixture.app.sql(
      `INSERT INTO idempotency_key
       SELECT company_id, sha256(number::text::bytea), request_digest, status, 'old', now() - interval '25 hours'
       FROM idempotency_key, generate_series(1, 1200) number WHERE resource_id = $1`,
      [later.body.id],
    );
    await fixture.app.app.get(ExpiredIdempotencyKeys, { strict: false }).run(new AbortController().signal);
    const kept = (id: string) => fixture.app.sql('SELECT FROM idempotency_key WHERE resource_id = $1', [id]);
    expect([await kept('old'), await kept(first.id)]).toEqual([[], []]);
    expect(await kept(later.body.id)).toHaveLength(1);
  });

  it('may be sent, and its repeats be recognised, by pages of allowed origins', async () => {
    const origin = 'https://app.example.com';
    const app = await TestApp.start({ CORS_ORIGINS: origin }, fixture.app.databaseUrl);
    try {
      const { headers } = await app.anonymous().request('OPTIONS', PLANS, {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'idempotency-key,sessionid',
        },
      });
      expect(headers.get('access-control-allow-headers')).toBe('idempotency-key,sessionid');
      const answer = await app.anonymous().post(PLANS, planBody(), { headers: { Origin: origin } });
      expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
    } finally {
      await app.stop();
    }
  });

  it('needs one connection, so that many requests at once do not wait for each other', async () => {
    const planId = await fixture.plan();
    const { team } = fixture.workforce;
    const assigneeIds = await fixture.employees(1);
    const body = { title: { defaultValue: 'x' }, hierarchyIds: [team.id], assigneeIds };
    const answers = await Promise.all(
      times(24, () => admin.post(actionPath(planId), body, withKey(randomUUID()))),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(24, () => 200));
  });
});
