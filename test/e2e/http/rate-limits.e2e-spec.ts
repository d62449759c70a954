import { setTimeout as sleep } from 'node:timers/promises';
import { Sql } from '../../../src/platform/database/sql.js';
import type { Answer } from '../../support/api-client.js';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { PLANS } from '../../support/builders/plan.js';
import { GROUPS } from '../../support/builders/segmentation.js';
import { TEMPLATES } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

const OFF = {
  RATE_LIMIT: 'off',
  RATE_LIMIT_EXPENSIVE: 'off',
  RATE_LIMIT_UNKNOWN: 'off',
  EXPORT_LIMIT: 'off',
};

const randomSessionId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** Statuses of requests that are sent one after the other. */
async function statuses(count: number, send: () => Promise<Answer>): Promise<number[]> {
  const seen: number[] = [];
  for (let number = 0; number < count; number++) seen.push((await send()).status);
  return seen;
}

/** The names of the statements that an application has executed from now on. */
function recordStatements(app: TestApp): string[] {
  const names: string[] = [];
  const sql = app.app.get(Sql);
  const query = sql.query.bind(sql);
  sql.query = (statement, values) => {
    names.push(statement.name);
    return query(statement, values);
  };
  return names;
}

describe('the limit of a credential', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT: '3/1h', CORS_ORIGINS: 'https://app.example.com' });
  });
  afterAll(() => app.stop());

  it('is reported by each answer, and refuses what is beyond it with 429', async () => {
    const manager = await app.user('MANAGER');
    for (const remaining of [2, 1, 0]) {
      const { status, headers } = await manager.get(TEMPLATES);
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=3600');
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=(3600|359\\d)$`));
      expect(headers.has('retry-after')).toBe(false);
    }
    const { status, headers, body } = await manager.get(TEMPLATES);
    expect(status).toBe(429);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=3600');
    const seconds = headers.get('retry-after')!;
    expect(Number(seconds)).toBeGreaterThan(3_590);
    expect(headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
    expect(body).toMatchObject({
      type: 'urn:workforce-engagement:problem:too-many-requests',
      title: 'Too Many Requests',
      status: 429,
      errorCode: 'TOO_MANY_REQUESTS',
      detail: `Too many requests with this credential; try again in ${seconds} s.`,
    });
  });

  it('is one of its own for each session, also of one person, and for each key', async () => {
    const manager = await app.user('MANAGER');
    const { sessionId } = await app.identity.issueSession(manager.userId, 60_000);
    const again = { headers: { SessionId: sessionId } };
    const companyId = await app.company();
    const [key, otherKey] = [
      await app.integration(undefined, companyId),
      await app.integration(undefined, companyId),
    ];
    expect(await statuses(4, () => manager.get(TEMPLATES))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => app.anonymous().get(TEMPLATES, again))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => key.get(GROUPS))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => otherKey.get(GROUPS))).toEqual([200, 200, 200, 429]);
  });

  it('counts requests without the right to them, and is checked before the right and the body', async () => {
    const employee = await app.user('EMPLOYEE');
    const create = () => employee.post(PLANS, undefined, { raw: '{' });
    expect(await statuses(4, create)).toEqual([403, 403, 403, 429]);
  });

  it('does not hold for what is public', async () => {
    const answers = await statuses(6, () => app.anonymous().get('/health/live'));
    expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('is shown to browser applications', async () => {
    const { headers } = await app
      .anonymous()
      .get('/health/live', { headers: { Origin: 'https://app.example.com' } });
    const exposed = headers.get('access-control-expose-headers')!.split(',');
    expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']));
  });

  it('ends with its window', async () => {
    const brief = await TestApp.start({ RATE_LIMIT: '3/2s' }, app.databaseUrl);
    try {
      const manager = (await app.user('MANAGER')).at(brief.baseUrl);
      const answers = await Promise.all(Array.from({ length: 5 }, () => manager.get(TEMPLATES)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
      const refused = answers.find(({ status }) => status === 429)!;
      await sleep(Number(refused.headers.get('retry-after')) * 1_000);
      expect(await statuses(3, () => manager.get(TEMPLATES))).toEqual([200, 200, 200]);
    } finally {
      await brief.stop();
    }
  });
});

describe('the limit of expensive reads', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT: '100/1h', RATE_LIMIT_EXPENSIVE: '2/1h' });
  });
  afterAll(() => app.stop());

  it('holds for all callers of a company together, and for no other company', async () => {
    const companyId = await app.company();
    const hr = await app.integration(undefined, companyId);
    const manager = await app.user('MANAGER', companyId);
    const search = () => manager.get(`${PLANS}?q=calm`);
    const list = await hr.get(EMPLOYEES);
    expect(list.status).toBe(200);
    expect(list.headers.get('ratelimit-policy')).toBe('"default";q=100;w=3600, "expensive";q=2;w=3600');
    expect(list.headers.get('ratelimit')).toMatch(/^"default";r=99;t=\d+, "expensive";r=1;t=\d+$/);
    expect((await search()).status).toBe(200);

    const refused = await search();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=98;t=\d+, "expensive";r=0;t=\d+$/);
    expect(refused.body.detail).toMatch(/^Too many expensive reads of this company; try again in \d+ s\.$/);
    expect((await hr.get(EMPLOYEES)).status).toBe(429);
    const stranger = await app.integration();
    expect((await stranger.get(EMPLOYEES)).status).toBe(200);
  });

  it('leaves other reads of the company alone', async () => {
    const companyId = await app.company();
    const hr = await app.integration(undefined, companyId);
    const manager = await app.user('MANAGER', companyId);
    expect(await statuses(3, () => hr.get(EMPLOYEES))).toEqual([200, 200, 429]);
    for (const path of [PLANS, `${PLANS}?q=`, `${PLANS}?status=PENDING`, TEMPLATES]) {
      const { status, headers } = await manager.get(path);
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=3600');
    }
  });

  it('is not used up by callers without the right', async () => {
    const companyId = await app.company();
    const writer = await app.integration(['employees:write'], companyId);
    const hr = await app.integration(undefined, companyId);
    expect(await statuses(4, () => writer.get(EMPLOYEES))).toEqual([403, 403, 403, 403]);
    expect(await statuses(3, () => hr.get(EMPLOYEES))).toEqual([200, 200, 429]);
  });
});

describe('the limit of exports', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ EXPORT_LIMIT: '2/1h' }, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());

  it('holds for a person, with any of their sessions, and for no other person', async () => {
    const companyId = await app.company();
    const [manager, colleague] = [await app.user('MANAGER', companyId), await app.user('ADMIN', companyId)];
    const { sessionId } = await app.identity.issueSession(manager.userId, 60_000);
    const create = { title: { defaultValue: 'Calmer shifts' }, visibility: 'PUBLIC' };
    const { body: plan } = await manager.post(PLANS, create);
    const path = `${PLANS}/${plan.id}/excel`;
    expect(await statuses(2, () => manager.post(path))).toEqual([200, 200]);
    const refused = await app.anonymous().post(path, undefined, { headers: { SessionId: sessionId } });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"exports";q=2;w=3600');
    expect(refused.body.detail).toMatch(/^Too many requests of this person for exports; try again in \d+ s/);
    expect((await colleague.post(path)).status).toBe(200);
    expect((await manager.get(`${PLANS}/${plan.id}`)).status).toBe(200);
  });
});

describe('the limit of unknown credentials', () => {
  let app: TestApp;
  let sequence = 0;

  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT_UNKNOWN: '3/1h', TRUST_PROXY: '1' });
  });
  afterAll(() => app.stop());

  const newAddress = () => `192.0.2.${++sequence}`;
  const tryUnknown = (
    address: string,
    credential: Record<string, string> = { SessionId: randomSessionId() },
  ) => app.anonymous().get(TEMPLATES, { headers: { ...credential, 'X-Forwarded-For': address } });

  it('holds for an address, and for no other address', async () => {
    const address = newAddress();
    const first = await tryUnknown(address);
    expect(first.status).toBe(401);
    expect(first.headers.get('ratelimit-policy')).toBe('"unknown";q=3;w=3600');
    expect(first.headers.get('ratelimit')).toMatch(/^"unknown";r=2;t=\d+$/);
    expect(await statuses(4, () => tryUnknown(address))).toEqual([401, 401, 429, 429]);
    expect((await tryUnknown(address)).body).toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
    expect((await tryUnknown(newAddress())).status).toBe(401);
  });

  it('counts every form of an unknown credential, and no missing one', async () => {
    const address = newAddress();
    const revoked = await app.user('ADMIN');
    await app.identity.revokeSessions(revoked.userId);
    const sessionIds = [randomSessionId(), 'nonsense', revoked.sessionId, randomSessionId()];
    const answers: number[] = [];
    for (const SessionId of sessionIds) answers.push((await tryUnknown(address, { SessionId })).status);
    expect(answers).toEqual([401, 401, 401, 429]);
    expect(await statuses(5, () => tryUnknown(address, {}))).toEqual([401, 401, 401, 401, 401]);
  });

  it('costs callers with a known credential nothing, and others at this address a wait', async () => {
    const address = newAddress();
    const from = { headers: { 'X-Forwarded-For': address } };
    const [known, notSeenYet] = [await app.user('MANAGER'), await app.user('MANAGER')];
    expect((await known.get(TEMPLATES, from)).status).toBe(200);
    await statuses(4, () => tryUnknown(address));
    expect((await known.get(TEMPLATES, from)).status).toBe(200);
    expect((await notSeenYet.get(TEMPLATES, from)).status).toBe(429);
    expect((await notSeenYet.get(TEMPLATES)).status).toBe(200);
  });

  it('bounds the look-ups: beyond it nothing is asked of the database', async () => {
    const address = newAddress();
    const statements = recordStatements(app);
    await statuses(10, () => tryUnknown(address));
    const lookUps = statements.filter((name) => name === 'identity.find-session');
    expect(lookUps).toHaveLength(3);
  });

  it.each([
    ['the addresses of one IPv6 network of 64 bits as one', '2001:db8:1:2::7', '2001:db8:1:2:ffff::1', 429],
    ['the addresses of different IPv6 networks apart', '2001:db8:3::1', '2001:db8:4::1', 401],
    ['both forms of an IPv4 address as one', '::ffff:198.51.100.1', '198.51.100.1', 429],
  ])('counts %s', async (_, one, other, status) => {
    await statuses(3, () => tryUnknown(one));
    expect((await tryUnknown(other)).status).toBe(status);
  });

  it('takes the address that the trusted proxy has written, not what the client wrote before it', async () => {
    const address = newAddress();
    const forge = () => tryUnknown(`${newAddress()}, ${address}`);
    expect(await statuses(4, forge)).toEqual([401, 401, 401, 429]);
  });

  it.each([
    ['off', 429],
    ['10.0.0.0/8, 192.0.2.1', 429],
    ['loopback', 401],
  ])('with TRUST_PROXY=%s heeds the header only of those proxies', async (TRUST_PROXY, status) => {
    const other = await TestApp.start({ RATE_LIMIT_UNKNOWN: '1/1h', TRUST_PROXY }, app.databaseUrl);
    try {
      const send = (address: string) =>
        other.anonymous().get(TEMPLATES, { headers: { SessionId: 'nonsense', 'X-Forwarded-For': address } });
      expect((await send('203.0.113.1')).status).toBe(401);
      expect((await send('203.0.113.2')).status).toBe(status);
    } finally {
      await other.stop();
    }
  });
});

describe('limits that are off', () => {
  it('refuse nothing and report nothing', async () => {
    const app = await TestApp.start(OFF);
    try {
      const hr = await app.integration();
      for (let number = 0; number < 120; number++) {
        const { status, headers } = await hr.get(EMPLOYEES);
        expect(status).toBe(200);
        expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      }
    } finally {
      await app.stop();
    }
  });
});

describe('an unknown credential', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('costs one statement, however often it is sent', async () => {
    const { key } = await app.integration();
    const credentials = [
      { SessionId: randomSessionId() },
      { serviceAPIKey: key.slice(0, 29) + randomSessionId() },
    ];
    const statements = recordStatements(app);
    for (const headers of credentials) {
      const path = 'SessionId' in headers ? TEMPLATES : GROUPS;
      const answers = await statuses(5, () => app.anonymous().get(path, { headers }));
      expect(answers).toEqual([401, 401, 401, 401, 401]);
    }
    const lookUps = statements.filter((name) => name.startsWith('identity.find-'));
    expect(lookUps).toEqual(['identity.find-session', 'identity.find-api-key']);
  });

  it('that was revoked costs one statement, too', async () => {
    const manager = await app.user('MANAGER');
    expect((await manager.get(TEMPLATES)).status).toBe(200);
    await app.identity.revokeSessions(manager.userId);
    const statements = recordStatements(app);
    expect(await statuses(4, () => manager.get(TEMPLATES))).toEqual([401, 401, 401, 401]);
    expect(statements.filter((name) => name === 'identity.find-session')).toHaveLength(1);
  });
});
