import { randomUUID } from 'node:crypto';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import {
  ACCESSES,
  ADMIN_ACCESSES,
  ERASURES,
  byEmail,
  byExternalId,
  employeeBody,
  EMPLOYEES,
  INVITE,
  RESET,
} from '../../support/builders/employee.js';
import { COMPANY_SETTINGS, ME, USERS } from '../../support/builders/look-ups.js';
import { actionPath, MY_ACTIONS, planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { minimalTemplate, TEMPLATES } from '../../support/builders/template.js';
import { DOCUMENTED_REQUESTS, SESSION_OPERATIONS } from '../../support/documented-requests.js';
import { STRUCTURE_SCOPES, structureWrites } from '../../support/structure-writes.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { COMPANY_WEBHOOKS, WEBHOOKS } from '../../support/webhook-fixture.js';

type Send = (headers: Record<string, string>) => Promise<Answer>;

interface Opened {
  readonly created: Answer;
  /** Reads the resource whose tag its writes require. */
  readonly read: Send;
  readonly writes: Readonly<Record<string, Send>>;
}

/** A credential has no tag: whoever ends one does not want to be stopped by another change. */
const UNCONDITIONAL: readonly string[] = ['endUserSessions', 'revokeApiKey', ...SESSION_OPERATIONS];

const CHANGES = DOCUMENTED_REQUESTS.filter(
  ({ method, operationId }) =>
    ['PUT', 'PATCH', 'DELETE'].includes(method) && !UNCONDITIONAL.includes(operationId),
);

const ANSWERED_204 = ['deleteActionPlan', 'deleteAction', 'deleteNote', 'endAccess', 'endAccessAsAdmin'];

/** Deletions of the resource itself. */
const GONE_AFTER = [
  ...['deleteTemplate', 'deleteActionPlan', 'deleteAction'],
  ...['deleteEmployeeByEmail', 'deleteEmployeeByExternalId', 'deleteWebhook', 'deleteCompanyWebhook'],
  ...['deleteEmployeeSource', 'liftLegalHold'],
];

/** Answers without the resource, or with one that has no tag of its own. */
const WITHOUT_TAG = [
  ...['deleteTemplate', 'updateNote', 'deleteWebhook', 'deleteCompanyWebhook'],
  ...['deleteEmployeeByEmail', 'deleteEmployeeByExternalId'],
  ...['deleteEmployeeSource', 'liftLegalHold'],
  ...Object.keys(structureWrites(() => structure)),
];

const title = { defaultValue: 'Other' };
const tagOf = ({ headers }: Answer) => headers.get('etag')!;
const times = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

let fixture: PlanFixture;
let admin: Caller;
let apiKey: ApiClient;
let structure: ApiClient;
let assigneeId: string;

beforeAll(async () => {
  fixture = await PlanFixture.start();
  ({ admin } = fixture);
  apiKey = await fixture.app.integration(undefined, fixture.companyId);
  structure = await fixture.app.integration(STRUCTURE_SCOPES, fixture.companyId);
  [assigneeId] = (await fixture.employees(1)) as [string];
});
afterAll(() => fixture.stop());

async function openTemplate(): Promise<Opened> {
  const created = await admin.post(TEMPLATES, minimalTemplate());
  const path = `${TEMPLATES}/${created.body.id}`;
  return {
    created,
    read: (headers) => admin.get(path, { headers }),
    writes: {
      updateTemplate: (headers) => admin.put(path, minimalTemplate({ order: 7 }), { headers }),
      patchTemplate: (headers) => admin.patch(path, { order: 7 }, { headers }),
      deleteTemplate: (headers) => admin.delete(path, { headers }),
    },
  };
}

async function openPlan(): Promise<Opened> {
  const created = await admin.post(PLANS, planBody());
  const path = `${PLANS}/${created.body.id}`;
  return {
    created,
    read: (headers) => admin.get(path, { headers }),
    writes: {
      updateActionPlan: (headers) => admin.patch(path, { title }, { headers }),
      deleteActionPlan: (headers) => admin.delete(path, { headers }),
    },
  };
}

async function openAction(): Promise<Opened> {
  const { body: plan } = await admin.post(PLANS, planBody());
  const created = await admin.post(actionPath(plan.id), { title, assigneeIds: [assigneeId] });
  const path = actionPath(plan.id, created.body.id);
  const assignee = `${path}/assignees/${assigneeId}`;
  return {
    created,
    read: (headers) => admin.get(path, { headers }),
    writes: {
      updateAction: (headers) => admin.patch(path, { source: 'AI' }, { headers }),
      deleteAction: (headers) => admin.delete(path, { headers }),
      setAssignee: (headers) => admin.put(assignee, { status: 'COMPLETED' }, { headers }),
      removeAssignee: (headers) => admin.delete(assignee, { headers }),
    },
  };
}

async function openOwnAction(): Promise<Opened> {
  const { actionId } = await fixture.ownAction();
  const path = `${MY_ACTIONS}/${actionId}`;
  return {
    created: await admin.get(path),
    read: (headers) => admin.get(path, { headers }),
    writes: { setMyStatus: (headers) => admin.put(path, { status: 'COMPLETED' }, { headers }) },
  };
}

async function openNote(): Promise<Opened> {
  const { body: plan } = await admin.post(PLANS, planBody());
  const created = await admin.post(actionPath(plan.id), { title });
  const path = actionPath(plan.id, created.body.id);
  const { body: note } = await admin.post(`${path}/notes`, { content: 'A note' });
  return {
    created: await admin.get(path),
    read: (headers) => admin.get(path, { headers }),
    writes: {
      updateNote: (headers) => admin.patch(`${path}/notes/${note.id}`, { content: 'Other' }, { headers }),
      deleteNote: (headers) => admin.delete(`${path}/notes/${note.id}`, { headers }),
    },
  };
}

async function openSettings(): Promise<Opened> {
  const read: Send = (headers) => admin.get(COMPANY_SETTINGS, { headers });
  const created = await read({});
  const hour = (Number(created.body.hour) + 1) % 24;
  return {
    created,
    read,
    writes: { updateCompanySettings: (headers) => admin.patch(COMPANY_SETTINGS, { hour }, { headers }) },
  };
}

async function openMe(): Promise<Opened> {
  const read: Send = (headers) => admin.get(ME, { headers });
  const created = await read({});
  const digest = !created.body.digest;
  return { created, read, writes: { updateMe: (headers) => admin.patch(ME, { digest }, { headers }) } };
}

/** An empty change reads a user. */
async function openUser(): Promise<Opened> {
  const { userId } = await fixture.workforce.app.user('MANAGER', fixture.companyId);
  const path = `${USERS}/${userId}`;
  const read: Send = (headers) => admin.patch(path, {}, { headers });
  const { body } = await apiKey.post(INVITE, employeeBody());
  const change = { employeeId: String(body.id) };
  return {
    created: await read({}),
    read,
    writes: { updateUser: (headers) => admin.patch(path, change, { headers }) },
  };
}

async function openEmployee(): Promise<Opened> {
  const { team } = fixture.workforce;
  const body = employeeBody({ name: 'Jo', hierarchyId: team.id });
  const created = await apiKey.post(INVITE, body);
  const [email, externalId] = [byEmail(body.email.toUpperCase()), byExternalId(body.externalId)];
  return {
    created,
    read: (headers) => apiKey.get(externalId, { headers }),
    writes: {
      updateEmployeeByEmail: (headers) => apiKey.put(email, { name: 'Ana' }, { headers }),
      updateEmployeeByExternalId: (headers) => apiKey.put(externalId, { name: 'Ana' }, { headers }),
      resetEmployee: (headers) => apiKey.put(RESET, { email: body.email }, { headers }),
      deleteEmployeeByEmail: (headers) => apiKey.delete(email, { headers }),
      deleteEmployeeByExternalId: (headers) => apiKey.delete(externalId, { headers }),
    },
  };
}

/** Of a company of its own: a company has few webhooks. */
async function openWebhook(
  client: ApiClient,
  path: string,
  type: string,
  [update, remove]: readonly [string, string],
): Promise<Opened> {
  const body = { url: 'https://receiver.example.com/', types: [type] };
  const { body: webhook } = await client.post(path, body);
  const one = `${path}/${webhook.id}`;
  const read: Send = (headers) => client.get(one, { headers });
  return {
    created: await read({}),
    read,
    writes: {
      [update]: (headers) => client.patch(one, { description: 'Other' }, { headers }),
      [remove]: (headers) => client.delete(one, { headers }),
    },
  };
}

const openPublicWebhook = async (): Promise<Opened> =>
  openWebhook(
    await fixture.app.integration(['webhooks:manage', 'employees:read']),
    WEBHOOKS,
    'employee.changed',
    ['updateWebhook', 'deleteWebhook'],
  );

const openCompanyWebhook = async (): Promise<Opened> =>
  openWebhook(
    await fixture.app.user('ADMIN', await fixture.app.company()),
    COMPANY_WEBHOOKS,
    'plan.changed',
    ['updateCompanyWebhook', 'deleteCompanyWebhook'],
  );

async function openSource(): Promise<Opened> {
  const key = await fixture.app.integration(['employees:sync'], fixture.companyId);
  const path = `${EMPLOYEES}/sources/${randomUUID()}`;
  const created = await key.put(path, {});
  return {
    created,
    read: (headers) => key.get(path, { headers }),
    writes: {
      setEmployeeSource: (headers) => key.put(path, { endColumn: 'Left' }, { headers }),
      deleteEmployeeSource: (headers) => key.delete(path, { headers }),
    },
  };
}

async function openErasure(): Promise<Opened> {
  const { companyId, app } = fixture;
  const key = await app.integration(['people:erase'], companyId);
  const id = newId();
  await app.sql(
    `INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by)
     VALUES ($1, $2, 'DONE', '{}', 'x', 'key')`,
    [companyId, id],
  );
  const path = `${ERASURES}/${id}`;
  return {
    created: await key.get(path),
    read: (headers) => key.get(path, { headers }),
    writes: {
      allowPersonAgain: (headers) => key.patch(path, { allowAgain: true, reason: 'x' }, { headers }),
    },
  };
}

async function openHold(): Promise<Opened> {
  const key = await fixture.app.integration(['people:erase'], fixture.companyId);
  const { email } = (await apiKey.post(INVITE, employeeBody())).body as { email: string };
  const created = await key.put(HOLDS, { email, reason: 'Lawsuit' });
  const path = `${HOLDS}/${created.body.id}`;
  return {
    created,
    read: (headers) => key.get(path, { headers }),
    writes: {
      placeLegalHold: (headers) => key.put(HOLDS, { email, reason: 'Another' }, { headers }),
      liftLegalHold: (headers) => key.delete(path, { headers }),
    },
  };
}

async function openAccess(): Promise<Opened> {
  const { companyId, app } = fixture;
  const key = await app.integration(['people:access'], companyId);
  return accessOf(ACCESSES, key, 'endAccess');
}

async function openAccessOfAdmin(): Promise<Opened> {
  return accessOf(ADMIN_ACCESSES, fixture.admin, 'endAccessAsAdmin');
}

async function accessOf(path: string, caller: ApiClient, operationId: string): Promise<Opened> {
  const id = newId();
  await fixture.app.sql(
    `INSERT INTO person_access (company_id, id, state, language, requested_by) VALUES ($1, $2, 'FAILED', 'en', 'key')`,
    [fixture.companyId, id],
  );
  const address = `${path}/${id}`;
  return {
    created: await caller.get(address),
    read: (headers) => caller.get(address, { headers }),
    writes: { [operationId]: (headers) => caller.delete(address, { headers }) },
  };
}

const STRUCTURE = Object.fromEntries(
  Object.entries(structureWrites(() => structure))
    .filter(([operationId]) => !operationId.startsWith('create'))
    .map(([operationId, open]) => [
      operationId,
      async (): Promise<Opened> => {
        const { list, send } = await open();
        const read: Send = (headers) => structure.get(list, { headers });
        return { created: await read({}), read, writes: { [operationId]: (headers) => send({ headers }) } };
      },
    ]),
);

const KINDS = {
  template: openTemplate,
  plan: openPlan,
  action: openAction,
  'own action': openOwnAction,
  note: openNote,
  employee: openEmployee,
  settings: openSettings,
  me: openMe,
  source: openSource,
  erasure: openErasure,
  hold: openHold,
  access: openAccess,
  'access of an admin': openAccessOfAdmin,
  webhook: openPublicWebhook,
  'webhook of an admin': openCompanyWebhook,
};

async function openFor(operationId: string): Promise<Opened & { write: Send }> {
  const ofStructure = await STRUCTURE[operationId]?.();
  if (ofStructure) return { ...ofStructure, write: ofStructure.writes[operationId] as Send };
  for (const open of [...Object.values(KINDS), openUser]) {
    const opened = await open();
    const write = opened.writes[operationId];
    if (write) return { ...opened, write };
  }
  throw new Error(`There is no write for ${operationId}.`);
}

describe('ETag', () => {
  it.each(Object.entries(KINDS))('of a new %s is that of a read, which may be 304', async (_, open) => {
    const { created, read } = await open();
    const got = await read({});
    expect([got.status, got.text, tagOf(got)]).toEqual([200, created.text, tagOf(created)]);
    expect(tagOf(got)).toMatch(/^"[\w-]{43}"$/);
    for (const known of [tagOf(got), `W/${tagOf(got)}`, `"a", ${tagOf(got)}`]) {
      const { status, text, headers } = await read({ 'If-None-Match': known });
      expect([status, text, headers.get('etag')]).toEqual([304, '', tagOf(got)]);
    }
    expect((await read({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('of an action differs for readers who see other notes', async () => {
    const { path } = await fixture.action();
    await admin.post(`${path}/notes`, { content: 'Mine', visibility: 'PRIVATE' });
    const [mine, theirs] = [await admin.get(path), await fixture.creator.get(path)];
    expect(tagOf(mine)).not.toBe(tagOf(theirs));
    const change = (caller: ApiClient, tag: string) =>
      caller.patch(path, { title }, { headers: { 'If-Match': tag } });
    expect((await change(admin, tagOf(theirs))).status).toBe(412);
    expect((await change(fixture.creator, tagOf(theirs))).status).toBe(200);
  });

  it('of an unknown template is none: 404', async () => {
    for (const id of ['0123456789abcdef01234567', 'nonsense', '%00']) {
      const { status, body } = await admin.get(`${TEMPLATES}/${id}`);
      expect([status, body.errorCode]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    }
    expect((await fixture.manager.get(`${TEMPLATES}/0123456789abcdef01234567`)).status).toBe(403);
    expect((await fixture.app.anonymous().get(`${TEMPLATES}/nonsense`)).status).toBe(401);
  });
});

describe.each(CHANGES)('If-Match of $operationId', ({ operationId }) => {
  it('refuses a stale or unknown tag and changes nothing', async () => {
    const { created, read, write } = await openFor(operationId);
    const before = await read({});
    for (const tag of [`W/"other"`, '"other"', tagOf(created).slice(1, -1), '""', ',']) {
      const { status, body } = await write({ 'If-Match': tag });
      expect([status, body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect((await read({})).text).toBe(before.text);
  });

  it('lets a write with a current tag pass, after which the tag is stale', async () => {
    for (const condition of [
      (tag: string) => tag,
      (tag: string) => `W/${tag}`,
      (tag: string) => `"other", ${tag}`,
      () => '*',
    ]) {
      const { created, read, write } = await openFor(operationId);
      const answer = await write({ 'If-Match': condition(tagOf(created)) });
      expect(answer.status).toBe(ANSWERED_204.includes(operationId) ? 204 : 200);
      const after = await read({});
      if (GONE_AFTER.includes(operationId)) expect(after.status).toBe(404);
      else {
        expect(after.status).toBe(200);
        expect(tagOf(after)).not.toBe(tagOf(created));
        const again = await write({ 'If-Match': tagOf(created) });
        expect(again.status).toBe(operationId === 'deleteNote' ? 404 : 412);
      }
      const answersResource = !ANSWERED_204.includes(operationId) && !WITHOUT_TAG.includes(operationId);
      expect(answer.headers.has('etag')).toBe(answersResource);
      if (answersResource) expect([tagOf(answer), answer.text]).toEqual([tagOf(after), after.text]);
    }
  });
});

describe('If-Match of twenty simultaneous writes', () => {
  const bodies = times(20, (index): Body => ({ title: { defaultValue: `Title ${index}` } }));

  it.each<[string, (tag: string, opened: Opened, body: Body, index: number) => Promise<Answer>]>([
    [
      'template',
      (tag, { created }, body) =>
        admin.put(`${TEMPLATES}/${created.body.id}`, minimalTemplate(body), { headers: { 'If-Match': tag } }),
    ],
    [
      'plan',
      (tag, { created }, body) =>
        admin.patch(`${PLANS}/${created.body.id}`, body, { headers: { 'If-Match': tag } }),
    ],
    [
      'action',
      (tag, { created }, body) =>
        admin.patch(actionPath(created.body.planId, created.body.id), body, { headers: { 'If-Match': tag } }),
    ],
    [
      'settings',
      (tag, _opened, _body, index) =>
        admin.patch(COMPANY_SETTINGS, { language: `en-${100 + index}` }, { headers: { 'If-Match': tag } }),
    ],
    [
      'me',
      (tag, { created }) =>
        admin.patch(ME, { digest: !created.body.digest }, { headers: { 'If-Match': tag } }),
    ],
    [
      'employee',
      (tag, { created }, _, index) =>
        apiKey.put(
          byExternalId(created.body.externalId),
          { name: `Jo ${index}` },
          {
            headers: { 'If-Match': tag },
          },
        ),
    ],
  ])('lets one of those of a %s pass', async (kind, send) => {
    const opened = await KINDS[kind as keyof typeof KINDS]();
    const tag = tagOf(opened.created);
    const answers = await Promise.all(bodies.map((body, index) => send(tag, opened, body, index)));
    const [done, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await opened.read({})).text).toBe(done!.text);
  });
});
