import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../support/api-client.js';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { PEOPLE } from '../../support/builders/look-ups.js';
import { PLANS } from '../../support/builders/plan.js';
import { GROUPS } from '../../support/builders/segmentation.js';
import { TEMPLATES } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

const OFF = {
  RATE_LIMIT: 'off',
  RATE_LIMIT_EXPENSIVE: 'off',
  RATE_LIMIT_SEARCH: 'off',
  RATE_LIMIT_PEOPLE: 'off',
  EXPORT_LIMIT: 'off',
  WRITE_LIMIT: 'off',
};

/** Statuses of requests that are sent one after the other. */
async function statuses(count: number, send: () => Promise<Answer>): Promise<number[]> {
  const seen: number[] = [];
  for (let number = 0; number < count; number++) seen.push((await send()).status);
  return seen;
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
    const largePage = () => manager.get(`${PLANS}?to=101`);
    const list = await hr.get(EMPLOYEES);
    expect(list.status).toBe(200);
    expect(list.headers.get('ratelimit-policy')).toBe('"default";q=100;w=3600, "expensive";q=2;w=3600');
    expect(list.headers.get('ratelimit')).toMatch(/^"default";r=99;t=\d+, "expensive";r=1;t=\d+$/);
    expect((await largePage()).status).toBe(200);

    const refused = await largePage();
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
    const pages = ['to=100', 'from=50&to=150', 'from=500', 'to='].map((window) => `${PLANS}?${window}`);
    for (const path of [PLANS, ...pages, `${PLANS}?q=calm`, `${PLANS}?status=PENDING`, TEMPLATES]) {
      const { status, headers } = await manager.get(path);
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=3600');
    }
  });

  it.each(['to=500', 'from=1&to=102', 'from=&to=0101', 'to=101&status=PENDING', 'to=101&from=0'])(
    'counts the page %s of plans',
    async (window) => {
      const manager = await app.user('MANAGER');
      const { status, headers } = await manager.get(`${PLANS}?${window}`);
      expect(status).toBe(200);
      expect(headers.get('ratelimit')).toMatch(/, "expensive";r=1;/);
    },
  );

  it('is not used up by callers without the right', async () => {
    const companyId = await app.company();
    const writer = await app.integration(['employees:write'], companyId);
    const hr = await app.integration(undefined, companyId);
    expect(await statuses(4, () => writer.get(EMPLOYEES))).toEqual([403, 403, 403, 403]);
    expect(await statuses(3, () => hr.get(EMPLOYEES))).toEqual([200, 200, 429]);
  });
});

describe('the limit of searches', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT_EXPENSIVE: '2/1h', RATE_LIMIT_SEARCH: '3/1h' });
  });
  afterAll(() => app.stop());

  const SEARCH = `${PLANS}?q=calm`;

  it('holds for a person, with any of their sessions, and for no other person', async () => {
    const companyId = await app.company();
    const [manager, colleague] = [await app.user('MANAGER', companyId), await app.user('ADMIN', companyId)];
    const { sessionId } = await app.identity.issueSession(manager.userId, 60_000);
    expect((await manager.get(SEARCH)).headers.get('ratelimit-policy')).toBe('"search";q=3;w=3600');
    expect(await statuses(2, () => manager.get(SEARCH))).toEqual([200, 200]);
    const refused = await app.anonymous().get(SEARCH, { headers: { SessionId: sessionId } });
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toMatch(
      /^Too many searches, summaries and pages of the audit trail of this person; try again in \d+ s\.$/,
    );
    expect((await colleague.get(SEARCH)).status).toBe(200);
    expect((await manager.get(`${PLANS}?q=`)).status).toBe(200);
  });

  it('counts pages of the audit trail', async () => {
    const admin = await app.user('ADMIN');
    expect(await statuses(4, () => admin.get('/api/v1/company/audit'))).toEqual([200, 200, 200, 429]);
    expect((await admin.get(SEARCH)).status).toBe(429);
    expect((await admin.get(PLANS)).status).toBe(200);
  });

  it('is not used up by the lists of an HR system', async () => {
    const companyId = await app.company();
    const hr = await app.integration(undefined, companyId);
    const manager = await app.user('MANAGER', companyId);
    expect(await statuses(3, () => hr.get(EMPLOYEES))).toEqual([200, 200, 429]);
    expect(await statuses(3, () => manager.get(SEARCH))).toEqual([200, 200, 200]);
  });

  it('counts together with that of expensive reads for a large page', async () => {
    const manager = await app.user('MANAGER');
    const { headers } = await manager.get(`${SEARCH}&to=500`);
    expect(headers.get('ratelimit')).toMatch(/^"expensive";r=1;t=\d+, "search";r=2;t=\d+$/);
    expect(await statuses(2, () => manager.get(`${SEARCH}&to=500`))).toEqual([200, 429]);
    expect((await manager.get(SEARCH)).status).toBe(200);
  });
});

describe('the limit of look-ups of people', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT_SEARCH: '1/1h', RATE_LIMIT_PEOPLE: '3/1h' });
  });
  afterAll(() => app.stop());

  it('holds for a person, with any of their sessions, for no other person, and for nothing else', async () => {
    const companyId = await app.company();
    const [manager, colleague] = [await app.user('MANAGER', companyId), await app.user('ADMIN', companyId)];
    const { sessionId } = await app.identity.issueSession(manager.userId, 60_000);
    expect((await manager.get(PEOPLE)).headers.get('ratelimit-policy')).toBe('"people";q=3;w=3600');
    expect(await statuses(2, () => manager.get(`${PEOPLE}?q=a`))).toEqual([200, 200]);
    const refused = await app.anonymous().get(PEOPLE, { headers: { SessionId: sessionId } });
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toMatch(/^Too many look-ups of people by this person; try again in \d+ s\.$/);
    expect((await colleague.get(PEOPLE)).status).toBe(200);
    expect(await statuses(2, () => manager.get(`${PLANS}?q=calm`))).toEqual([200, 429]);
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
