import { ApiClient, type Answer } from '../../support/api-client.js';
import { ENTERPRISE, GROUPS, SCIM, ScimFixture, USERS } from '../../support/scim-fixture.js';
import {
  isScimError,
  SCIM_OPERATIONS,
  SCIM_WRITES,
  type ScimOperation,
} from '../../support/scim-operations.js';
import { TestApp } from '../../support/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

/** Operations of the audit trail, by those of SCIM. */
const RECORDED: Readonly<Record<string, string>> = {
  scimCreateUser: 'employee.invite',
  scimReplaceUser: 'employee.update',
  scimPatchUser: 'employee.update',
  scimDeleteUser: 'employee.end',
  scimCreateGroup: 'group.create',
  scimReplaceGroup: 'group.update',
  scimPatchGroup: 'group.update',
  scimDeleteGroup: 'group.delete',
};

const bearer = ({ baseUrl }: TestApp, token: string): ApiClient =>
  new ApiClient(baseUrl, { Authorization: `Bearer ${token}` });

describe('every operation of SCIM', () => {
  let app: TestApp;
  let fixture: ScimFixture;
  let sequence = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await ScimFixture.open(app);
  });
  afterAll(() => app.stop());

  const text = () => `text-${++sequence}`;
  const call = (
    client: ApiClient,
    { method, path, body }: ScimOperation,
    id: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    client.request(method, path.replace('{id}', id), { headers, ...(body && { json: body(text()) }) });
  /** A person or a group of its own, which an operation may change. */
  const made = async ({ path }: ScimOperation): Promise<string> => {
    if (path.startsWith(USERS)) return (await fixture.created()).id;
    const { body } = await fixture.provider.post(GROUPS, { displayName: text() });
    return body.id as string;
  };
  const count = async (): Promise<number> => {
    const [row] = await app.sql<{ count: number }>('SELECT count(*)::integer AS count FROM audit_record');
    return row!.count;
  };

  it.each(SCIM_OPERATIONS)('asks for a key with the scope: $operationId', async (operation) => {
    const { key: scoped } = await app.integration(['scim'], fixture.companyId);
    const { key: other } = await app.integration(undefined, fixture.companyId);
    const { key: revoked } = await app.integration(['scim'], fixture.companyId);
    await app.identity.revokeApiKey(revoked.split('_')[1]!);
    const { sessionId } = await app.user('ADMIN', fixture.companyId);
    const useless = [
      app.anonymous(),
      new ApiClient(app.baseUrl, { serviceAPIKey: scoped }),
      new ApiClient(app.baseUrl, { SessionId: sessionId }),
      bearer(app, sessionId),
      bearer(app, `${scoped}x`),
      bearer(app, revoked),
    ];
    const refusals: unknown[] = [];
    for (const client of useless) {
      const answer = await call(client, operation, UNKNOWN);
      expect([answer.status, isScimError(answer)]).toEqual([401, true]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="workforce-engagement"');
      refusals.push(answer.body);
    }
    expect(refusals).toEqual(useless.map(() => refusals[0]));
    const forbidden = await call(bearer(app, other), operation, UNKNOWN);
    expect([forbidden.status, isScimError(forbidden)]).toEqual([403, true]);
  });

  it.each(SCIM_OPERATIONS.filter(({ path }) => path.endsWith('{id}')))(
    'answers 404 for what is not there, and for an id that is none: $operationId',
    async (operation) => {
      for (const id of [UNKNOWN, 'x', '%00', '%F0%9F%98%80', 'x'.repeat(4_000)]) {
        const answer = await call(fixture.provider, operation, id);
        expect([id.slice(0, 30), answer.status, isScimError(answer)]).toEqual([id.slice(0, 30), 404, true]);
      }
    },
  );

  it.each(SCIM_WRITES)('has one record of $operationId, with the key and the request', async (operation) => {
    const { key } = await app.integration(['scim'], fixture.companyId);
    const id = operation.method === 'POST' ? '' : await made(operation);
    const before = await count();
    const requestId = `audit-${operation.operationId}`;
    const { status, body } = await call(bearer(app, key), operation, id, { 'X-Request-Id': requestId });
    expect(status).toBeLessThan(300);
    expect(await count()).toBe(before + 1);
    const [record] = await app.sql(
      'SELECT * FROM audit_record WHERE company_id = $1 ORDER BY id DESC LIMIT 1',
      [fixture.companyId],
    );
    expect(record).toMatchObject({
      operation: RECORDED[operation.operationId],
      object_id: operation.method === 'POST' ? body.id : id,
      actor_kind: 'integration',
      actor_id: key.split('_')[1],
      credential_id: key.split('_')[1],
      request_id: requestId,
    });
  });

  it.each(SCIM_WRITES)('has no record of $operationId when it is refused', async (operation) => {
    const before = await count();
    const { method, path } = operation;
    const { status } = await fixture.provider.request(method, path.replace('{id}', UNKNOWN), {
      json: { nothing: 1 },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await count()).toBe(before);
  });

  it.each(SCIM_WRITES.filter(({ method }) => method !== 'POST'))(
    'carries out $operationId for the tag that was read, and for no other one',
    async (operation) => {
      const id = await made(operation);
      const path = operation.path.replace('{id}', id);
      const tag = (await fixture.provider.get(path)).headers.get('etag')!;
      const stale = await call(fixture.provider, operation, id, { 'If-Match': '"stale"' });
      expect([stale.status, isScimError(stale)]).toEqual([412, true]);
      expect((await fixture.provider.get(path)).headers.get('etag')).toBe(tag);
      expect((await call(fixture.provider, operation, id, { 'If-Match': tag })).status).toBeLessThan(300);
      expect((await call(fixture.provider, operation, id, { 'If-Match': tag })).status).not.toBeLessThan(300);
    },
  );

  describe('has limits, in the form of SCIM:', () => {
    it.each(SCIM_OPERATIONS.filter(({ body, hasAllMethods }) => body && !hasAllMethods))(
      'bodies of $operationId',
      async (operation) => {
        const id = await made(operation);
        const path = operation.path.replace('{id}', id);
        const send = (raw: string, type = 'application/scim+json') =>
          fixture.provider.request(operation.method, path, { raw, headers: { 'Content-Type': type } });
        const cases: [number, Answer][] = [
          [413, await send(`{"displayName":"${'x'.repeat(5_000_000)}"}`)],
          [400, await send(`{"displayName":${'['.repeat(100)}${']'.repeat(100)}}`)],
          [400, await send('{')],
          [400, await send('[]')],
          [400, await send('')],
          [415, await send('{}', 'text/plain')],
        ];
        for (const [expected, answer] of cases)
          expect([answer.status, isScimError(answer)]).toEqual([expected, true]);
      },
    );

    it('names of attributes, before anything is written', async () => {
      const names = (length: number) => Array.from({ length }, (_, number) => `a${number}`).join();
      for (const parameter of ['attributes', 'excludedAttributes']) {
        expect((await fixture.provider.get(`${USERS}?${parameter}=${names(100)},A1`)).status).toBe(200);
        const query = `?${parameter}=${names(101)}`;
        const { id, meta } = await fixture.created();
        const json = { Operations: [{ op: 'replace', path: 'displayName', value: text() }] };
        for (const answer of [
          await fixture.provider.get(USERS + query),
          await fixture.provider.get(GROUPS + query),
          await fixture.provider.post(USERS + query, fixture.user({ displayName: 'not made' })),
          await fixture.provider.post(GROUPS + query, { displayName: 'not made' }),
          await fixture.provider.put(`${USERS}/${id}${query}`, fixture.user()),
          await fixture.provider.patch(`${USERS}/${id}${query}`, json),
        ])
          expect([answer.status, answer.body.scimType]).toEqual([400, 'tooMany']);
        expect((await fixture.get(id)).meta).toEqual(meta);
        expect((await fixture.find('displayName eq "not made"')).totalResults).toBe(0);
      }
    });

    it('brackets in names of attributes, in little time', async () => {
      const startedAt = performance.now();
      expect((await fixture.provider.get(`${USERS}?attributes=${'['.repeat(15_000)}`)).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(300);
    });

    it('length and nesting of filters, and length of paths', async () => {
      const { id } = await fixture.created();
      const long = `userName eq "${'x'.repeat(2_000)}"`;
      const deep = `${'('.repeat(11)}userName eq "x"${')'.repeat(11)}`;
      for (const filter of [long, deep])
        for (const path of [USERS, GROUPS]) {
          const { status, body } = await fixture.provider.get(`${path}?filter=${encodeURIComponent(filter)}`);
          expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
        }
      const path = `emails[${'value eq "a" or '.repeat(200)}value eq "b"].value`;
      const { status, body } = await fixture.patch(id, { op: 'replace', path, value: 'x' });
      expect([status, body.scimType, body.detail]).toEqual([
        400,
        'invalidPath',
        'A path has at most 2000 characters.',
      ]);
      const bare = await fixture.patch(id, { op: 'replace', value: { [path]: 'x' } });
      expect(bare.body.scimType).toBe('invalidPath');
      const { body: group } = await fixture.provider.post(GROUPS, { displayName: text() });
      const members = { op: 'remove', path: `members[${'value eq "a" or '.repeat(200)}value eq "b"]` };
      const patched = await fixture.provider.patch(`${GROUPS}/${group.id}`, { Operations: [members] });
      expect(patched.body.scimType).toBe('invalidPath');
    });

    it('operations of a PATCH, addresses, and lengths of texts', async () => {
      const { id } = await fixture.created();
      const operation = { op: 'replace', path: 'displayName', value: 'x' };
      const many = await fixture.patch(id, ...Array.from({ length: 101 }, () => operation));
      expect([many.status, many.body.scimType]).toEqual([400, 'tooMany']);
      const emails = Array.from({ length: 11 }, (_, number) => ({ value: `a${number}@example.com` }));
      for (const [property, value] of [
        ['emails', emails],
        ['displayName', 'x'.repeat(256)],
        ['userName', 'x'.repeat(256)],
        ['externalId', 'x'.repeat(256)],
        ['name', { familyName: 'x'.repeat(256) }],
        [ENTERPRISE, { department: 'x'.repeat(256) }],
      ] as const) {
        const { status, body } = await fixture.provider.post(USERS, fixture.user({ [property]: value }));
        expect([property, status, body.scimType]).toEqual([property, 400, 'invalidValue']);
      }
    });

    it('pages, which have 500 at most', async () => {
      const { body } = await fixture.provider.get(`${USERS}?count=100000`);
      expect(body.itemsPerPage).toBe(Math.min(500, body.totalResults));
      for (const query of ['count=x', 'startIndex=1e3', 'count=99999999999']) {
        const answer = await fixture.provider.get(`${USERS}?${query}`);
        expect([query, answer.status, isScimError(answer)]).toEqual([query, 400, true]);
      }
    });
  });
});

describe('the limits of callers', () => {
  it('are answered in the form of SCIM: requests, and stored bytes', async () => {
    const app = await TestApp.start({ RATE_LIMIT: '20/1h', WRITE_LIMIT: '4KiB/1h' });
    try {
      const fixture = await ScimFixture.open(app);
      const provider = bearer(app, (await app.integration(['scim'], fixture.companyId)).key);
      const answers: Answer[] = [];
      for (let number = 0; number < 15; number++) {
        const user = fixture.user({ displayName: 'x'.repeat(200) });
        const answer = await provider.post(USERS, user);
        answers.push(answer);
        if (answer.status === 429) break;
      }
      expect(answers[0]!.status).toBe(201);
      const full = answers.at(-1)!;
      expect([full.status, isScimError(full)]).toEqual([429, true]);
      expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
      let read: Answer;
      do read = await provider.get(`${SCIM}/Schemas`);
      while (read.status === 200);
      expect([read.status, isScimError(read)]).toEqual([429, true]);
    } finally {
      await app.stop();
    }
  });
});
