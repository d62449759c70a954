import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ApiError,
  AuthenticationError,
  Client,
  ConflictError,
  GoneError,
  NotFoundError,
  SyncError,
  UnavailableError,
  ValidationError,
  type ClientOptions,
} from '../../packages/client/dist/index.js';
import { SCOPES } from '../../src/shared-kernel/actor.js';
import { eventually } from '../support/eventually.js';
import { PlanFixture } from '../support/plan-fixture.js';
import { PostgresServer } from '../support/postgres-server.js';

let postgres: PostgresServer;
let fixture: PlanFixture;
let client: Client;
let manager: Client;
let baseUrl: string;

beforeAll(async () => {
  // Transactions in the databases of other specs would hold the change feed back.
  postgres = await PostgresServer.start();
  fixture = await PlanFixture.start({}, postgres.url);
  ({ baseUrl } = fixture.app);
});
afterAll(async () => {
  await fixture.stop();
  await postgres.close();
});
beforeEach(async () => {
  const companyId = await fixture.app.company();
  client = new Client({ baseUrl, apiKey: (await fixture.app.integration(SCOPES, companyId)).key });
  manager = new Client({ baseUrl, sessionId: (await fixture.app.user('MANAGER', companyId)).sessionId });
});

const staff = (count: number): { externalId: string; email: string; name: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `HR ${index}/ä`,
    email: `person-${index}@example.com`,
    name: `Person ${index}`,
  }));

async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of iterable) found.push(one);
  return found;
}

const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('It succeeded.')),
    (error: unknown) => error as ApiError,
  );

describe('operations', () => {
  it('takes a plan from its creation to the workbook', async () => {
    const { data: cook } = await client.inviteEmployee({
      email: 'cook@example.com',
      name: 'Begoña Etxeberria',
    });
    const { data: plan, headers } = await manager.createActionPlan({ title: { defaultValue: 'Sundays' } });
    const { data: call } = await manager.createAction(plan.id, { title: { defaultValue: 'On call' } });
    await manager.updateAction(plan.id, call.id, { status: 'COMPLETED' });
    const { data: breakfast } = await manager.createAction(plan.id, {
      title: { defaultValue: 'Late breakfast until noon' },
      focusItems: [{ focusType: 'ENPS', targetValue: 40 }],
      dueDate: '2026-12-06',
    });
    const { data: people } = await manager.listPeople({ q: 'etxe bego' });
    expect(people.result.map(({ id }) => id)).toEqual([cook.id]);
    await manager.setAssignee(plan.id, breakfast.id, cook.id, { status: 'IN_PROGRESS' });
    await manager.createNote(plan.id, breakfast.id, { content: 'The kitchen agrees.' });
    const { data: found } = await manager.listActionPlans({ status: 'IN_PROGRESS', q: 'breakfast' });
    expect(found.result).toMatchObject([{ id: plan.id, actions: [{ id: breakfast.id }] }]);

    const ifMatch = headers.get('ETag') ?? undefined;
    const change = manager.updateActionPlan(plan.id, { title: { defaultValue: 'Late' } }, { ifMatch });
    expect(await failure(change)).toMatchObject({ status: 412, errorCode: 'PRECONDITION_FAILED' });
    await expect(change).rejects.toBeInstanceOf(ConflictError);

    const { status, data, headers: sent } = await manager.exportPlan(plan.id);
    expect([status, data]).toEqual([200, undefined]);
    const exportId = sent.get('Location')!.split('/').at(-1)!;
    await eventually(async () =>
      expect((await manager.getPlanExport(plan.id, exportId)).data).toMatchObject({
        id: exportId,
        status: 'SENT',
      }),
    );
    expect((await manager.deleteActionPlan(plan.id)).status).toBe(204);
  });

  it('creates a template under a key that is free', async () => {
    const { sessionId } = await fixture.app.user('ADMIN');
    const admin = new Client({ baseUrl, sessionId });
    const draft = {
      key: 'summer-party',
      title: { defaultValue: 'Summer party on {date}' },
      placeholders: ['{date}'],
    };
    const { data: template } = await admin.createTemplate(draft);
    expect((await manager.listTemplates()).data).toContainEqual(template);
    expect(await failure(admin.createTemplate(draft))).toMatchObject({
      status: 412,
      errorCode: 'TEMPLATE_KEY_CONFLICT',
      errors: [{ path: 'key', code: 'NOT_UNIQUE' }],
    });
    const invalid = admin.createTemplate({ ...draft, key: 'no spaces' });
    expect(await failure(invalid)).toMatchObject({ status: 412, errors: [{ path: 'key', code: 'PATTERN' }] });
    await expect(invalid).rejects.toBeInstanceOf(ValidationError);
  });

  it('does nothing twice under one key', async () => {
    const create = async (idempotencyKey?: string): Promise<string> =>
      (await manager.createActionPlan({ title: { defaultValue: 'Once' } }, { idempotencyKey })).data.id;
    expect(await create('3f0c8a52')).toBe(await create('3f0c8a52'));
    expect(await create()).not.toBe(await create());
  });

  it('escapes what is a part of the path', async () => {
    const [person] = staff(1);
    await client.inviteEmployee(person!);
    expect((await client.getEmployeeByExternalId(person!.externalId)).data.name).toBe('Person 0');
    expect((await client.deleteEmployeeByExternalId(person!.externalId)).data).toBe('Employee deleted');
  });
});

describe('an id', () => {
  it.each(['', '.', '..'])('is refused where it would name another resource: %j', async (id) => {
    const plan = (await manager.createActionPlan({ title: { defaultValue: 'Kept' } })).data;
    const action = (await manager.createAction(plan.id, { title: { defaultValue: 'Kept' } })).data;
    await expect(manager.deleteNote(plan.id, action.id, id)).rejects.toThrow(TypeError);
    expect((await manager.getActionPlan(plan.id)).data.actions).toHaveLength(1);
  });
});

describe('errors', () => {
  it('have a class, a code, the issues and the id of the request', async () => {
    const refused = await failure(client.inviteEmployee({ email: 'nobody' }));
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused.errors.map(({ path }) => path)).toEqual(['email']);
    expect(refused.requestId).toMatch(/./);
    expect(refused.message).toBe(`400 ${refused.errorCode}: ${refused.problem.detail}`);

    expect(await failure(client.getEmployeeByEmail('no@example.com'))).toBeInstanceOf(NotFoundError);
    const stranger = new Client({ baseUrl, apiKey: 'wrong' });
    expect(await failure(stranger.listGroups())).toBeInstanceOf(AuthenticationError);
  });
});

describe('lists', () => {
  it('are read page by page, whatever form they have', async () => {
    await client.syncEmployees('hr', staff(5));
    const emails = staff(5).map(({ email }) => email);
    const employees = client.entries((page) => client.listEmployees(page), 2);
    expect((await all(employees)).map(({ email }) => email).sort()).toEqual(emails);
    const people = client.pages((page) => manager.listPeople({ ...page, q: 'person' }), 3);
    expect((await all(people)).map(({ result }) => result.length)).toEqual([3, 2]);
    expect(await all(client.entries((page) => client.listTimesheets(page)))).toEqual([]);
  });
});

describe('syncEmployees', () => {
  it('previews, then applies what was seen', async () => {
    const preview = await client.syncEmployees('hr', staff(3), { preview: true });
    expect(preview).toMatchObject({ status: 'READY', counts: { added: 3 } });
    expect((await client.listEmployees()).data).toEqual([]);
    expect(await client.applySync(preview.id)).toMatchObject({ status: 'APPLIED' });
    expect((await client.listEmployees()).data).toHaveLength(3);
  });

  it('is refused with its reason, and takes the number of people who may be ended', async () => {
    await client.syncEmployees('hr', staff(12));
    const shrunk = client.syncEmployees('hr', staff(5));
    const error = await failure(shrunk);
    expect(error).toBeInstanceOf(SyncError);
    expect(error).toMatchObject({
      sync: { status: 'BLOCKED', reason: 'TOO_MANY_ENDS', counts: { ended: 7 } },
    });
    await expect(client.syncEmployees('hr', staff(5), { allowEnd: 6 })).rejects.toBeInstanceOf(SyncError);
    expect(await client.syncEmployees('hr', staff(5), { allowEnd: 7 })).toMatchObject({ status: 'APPLIED' });

    await expect(client.syncEmployees('hr', staff(12))).rejects.toMatchObject({
      sync: { reason: 'TOO_MANY_REVIVALS', counts: { added: 7, revived: 7 } },
    });
    expect(await client.syncEmployees('hr', staff(12), { allowRevive: 7 })).toMatchObject({
      status: 'APPLIED',
    });

    const invalid = client.syncEmployees('hr', [{ email: 'nobody' }]);
    await expect(invalid).rejects.toMatchObject({
      sync: { reason: 'BAD_ROWS', issues: [{ path: '[0].email' }] },
    });
  });

  it('leaves bad rows out, and takes the number of them', async () => {
    const bad = [...staff(20), { email: 'nobody' }];
    const skip = { badRows: 'skip' } as const;
    expect(await client.syncEmployees('hr', bad, skip)).toMatchObject({
      ...{ status: 'APPLIED', endsHeldBack: true, counts: { added: 20, skipped: 1, bad: 1 } },
    });
    const few = client.syncEmployees('few', bad.slice(-2), { ...skip, allowBad: 2 });
    await expect(few).rejects.toMatchObject({ sync: { reason: 'TOO_MANY_BAD_ROWS', counts: { bad: 1 } } });
    expect(await client.syncEmployees('few', bad.slice(-2), { ...skip, allowBad: 1 })).toMatchObject({
      ...{ status: 'APPLIED', counts: { bad: 1 } },
    });
  });

  it('waits for a bounded time', async () => {
    await expect(client.syncEmployees('hr', staff(3), { waitMs: 0 })).rejects.toBeInstanceOf(SyncError);
  });
});

describe('changes', () => {
  it('saves the cursor behind changes that the loop has taken, and begins again if it is too old', async () => {
    let saved: string | undefined;
    const begun: string[] = [];
    const options = {
      kinds: ['employee' as const],
      load: () => saved,
      save: (cursor: string) => void (saved = cursor),
      begin: async () => void begun.push(...(await client.listEmployees()).data.map(({ email }) => email!)),
    };
    const signal = AbortSignal.timeout(30_000);
    await client.syncEmployees('hr', staff(2));
    expect(await all(client.changes(options))).toEqual([]);
    expect(begun.sort()).toEqual(['person-0@example.com', 'person-1@example.com']);

    const before = saved;
    const { data: invited } = await client.inviteEmployee({ email: 'new@example.com' });
    for await (const { id } of client.changes({ ...options, follow: true, signal })) {
      if (id === invited.id) break;
    }
    expect(saved).toBe(before);
    for await (const { id } of client.changes({ ...options, follow: true, signal })) {
      if (id === invited.id) await client.inviteEmployee({ email: 'last@example.com' });
      else break;
    }
    expect(saved).not.toBe(before);

    const given = { ...options, load: () => 'a-cursor-of-another-feed' };
    const seen = await failure(all(client.changes(given)));
    expect(seen).toBeInstanceOf(ApiError);
  });

  it('throws when the cursor is too old and nothing reads everything', async () => {
    const server = await answering(() => [410, { 'Content-Type': 'application/problem+json' }, problem(410)]);
    const saved: string[] = [];
    const old = new Client({ baseUrl: server.url });
    const options = { load: () => 'old', save: (cursor: string) => void saved.push(cursor) };
    await expect(all(old.changes(options))).rejects.toBeInstanceOf(GoneError);

    const answers = [410, 200, 200];
    server.answer = () => [
      answers.shift()!,
      { 'Content-Type': 'application/json' },
      answers.length === 2 ? problem(410) : { cursor: 'new', more: false, changes: [] },
    ];
    let begun = 0;
    expect(
      await all(
        old.changes({
          ...options,
          begin: () => {
            begun++;
          },
        }),
      ),
    ).toEqual([]);
    expect([begun, saved]).toEqual([1, ['new']]);
    server.close();
  });

  it('of a session are those of plans', async () => {
    let saved: string | undefined;
    const options = { load: () => saved, save: (cursor: string) => void (saved = cursor) };
    expect(await all(manager.companyChanges(options))).toEqual([]);
    const { data: plan } = await manager.createActionPlan({ title: { defaultValue: 'Seen' } });
    const signal = AbortSignal.timeout(30_000);
    for await (const { kind, id } of manager.companyChanges({ ...options, follow: true, signal })) {
      expect([kind, id]).toEqual(['plan', plan.id]);
      break;
    }
  });
});

type Reply = [status: number, headers: Record<string, string>, body: unknown];

/** A service that gives the answers of a test, or breaks the connection. */
interface Scripted {
  readonly url: string;
  readonly requests: { method: string; key: string | undefined; at: number }[];
  answer: (request: IncomingMessage) => Reply | undefined;
  close(): void;
}

const problem = (status: number): object => ({
  ...{ type: 'urn:x', title: 'x', status, detail: 'x', instance: '/' },
  ...{ errorCode: 'RATE_LIMITED', requestId: '1' },
});

async function answering(answer: Scripted['answer']): Promise<Scripted> {
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers['idempotency-key'] as string | undefined;
    scripted.requests.push({ method: request.method!, key, at: performance.now() });
    const reply = scripted.answer(request);
    if (!reply) return void request.socket.destroy();
    response
      .writeHead(reply[0], reply[1])
      .end(typeof reply[2] === 'string' ? reply[2] : JSON.stringify(reply[2]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scripted: Scripted = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return scripted;
}

describe('attempts', () => {
  let server: Scripted;
  const open = (options: Partial<ClientOptions> = {}): Client =>
    new Client({ baseUrl: server.url, apiKey: 'key', ...options });
  const busy = (status: number, retryAfter: string): Reply => [
    status,
    { 'Content-Type': 'application/problem+json', 'Retry-After': retryAfter },
    problem(status),
  ];
  beforeEach(async () => (server = await answering(() => busy(503, '0'))));
  afterEach(() => server.close());

  it.each([429, 503])('are made again after %d, not before Retry-After, under one key', async (status) => {
    server.answer = () =>
      server.requests.length < 2
        ? busy(status, '1')
        : [200, { 'Content-Type': 'application/json' }, { id: '1' }];
    expect((await open().inviteEmployee({ email: 'jo@example.com' })).data).toEqual({ id: '1' });
    const [first, second] = server.requests;
    expect(server.requests).toHaveLength(2);
    expect(second!.at - first!.at).toBeGreaterThan(990);
    expect(first!.key).toMatch(/^[\da-f-]{36}$/);
    expect(second!.key).toBe(first!.key);
  });

  it('end after the last one, and where the wait would be too long', async () => {
    const error = await failure(open({ retries: 2 }).listGroups());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(server.requests).toHaveLength(3);
    server.answer = () => busy(429, '3600');
    await expect(open().listGroups()).rejects.toMatchObject({ status: 429 });
    server.answer = () => busy(429, new Date(Date.now() + 3_600_000).toUTCString());
    await expect(open().listGroups()).rejects.toMatchObject({ status: 429 });
    expect(server.requests).toHaveLength(5);
  });

  it('are made again after a lost connection if that is safe', async () => {
    server.answer = () =>
      server.requests.length % 2 ? undefined : [200, { 'Content-Type': 'application/json' }, []];
    expect((await open().listGroups()).data).toEqual([]);
    await open().inviteEmployee({ email: 'jo@example.com' });
    expect(server.requests).toHaveLength(4);
    await expect(open().deleteEmployeeByEmail('jo@example.com')).rejects.toThrow('fetch failed');
    expect(server.requests).toHaveLength(5);
  });

  it('end when the caller ends the call, also in a wait', async () => {
    server.answer = () => busy(503, '30');
    const signal = AbortSignal.timeout(300);
    const begun = performance.now();
    await expect(open().listGroups({ signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(server.requests).toHaveLength(1);
  });

  it('take a bounded time each', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const slow = new Client({ baseUrl: url, timeoutMs: 200 });
    await expect(slow.listGroups()).rejects.toMatchObject({ name: 'TimeoutError' });
    silent.closeAllConnections();
    silent.close();
  });

  it('show the answer of a proxy as an error, too', async () => {
    server.answer = () => [502, { 'Content-Type': 'text/html' }, '<h1>Bad gateway</h1>'];
    await expect(open().listGroups()).rejects.toMatchObject({ status: 502, errorCode: 'FOREIGN_ANSWER' });
  });

  it('do not follow redirections, which could lead the credential elsewhere', async () => {
    server.answer = () => [302, { Location: `${baseUrl}/health/live` }, ''];
    await expect(open({ retries: 0 }).listGroups()).rejects.toThrow('fetch failed');
  });
});
