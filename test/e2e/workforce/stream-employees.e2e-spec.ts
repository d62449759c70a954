import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { PLANS } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';

/** More than fit into the buffers of two sockets. */
const PEOPLE = 40_000;

const MAKE_PEOPLE = `
  INSERT INTO employee (company_id, id, name, email_key, document, activated, must_choose_profile, created_at,
    updated_at)
  SELECT $1, id, name, 'p' || n || '@example.com',
    json_build_object('id', id, 'name', name, 'email', 'p' || n || '@example.com', 'profile',
      json_build_array(json_build_object('id', repeat('c', 24), 'valueId', repeat('x', 200))),
      'groupIds', '{}'::text[], 'managedHierarchies', '{}'::text[], 'activated', true,
      'createdAt', '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z'),
    true, false, now(), now()
  FROM generate_series(1, $2::integer) n
  CROSS JOIN LATERAL (SELECT lpad(to_hex(n), 24, '0') AS id, 'Person ' || lpad(n::text, 6, '0') AS name) one`;

interface Backend extends Record<string, unknown> {
  readonly pid: number;
  readonly state: string;
}

describe('the stream of a large list', () => {
  let app: TestApp;
  let databaseUrl: string;
  let key: string;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    ({ databaseUrl } = app);
    companyId = await app.company();
    ({ key } = await app.integration(['employees:read'], companyId));
    await app.sql(MAKE_PEOPLE, [companyId, PEOPLE]);
    await app.sql('ANALYZE employee');
    await app.stop();
  });

  const start = async (settings: Record<string, string> = {}): Promise<void> => {
    const pool = { DATABASE_POOL_SIZE: '4', DATABASE_POOL_WAIT: '2s' };
    app = await TestApp.start({ ...pool, ...settings }, databaseUrl);
  };
  afterEach(() => app.stop());

  /** Sends the request of the list and does not read the answer. */
  const open = (credential = key): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request(app.baseUrl, { path: EMPLOYEES, headers: { serviceAPIKey: credential }, agent: false }, resolve)
        .on('error', reject)
        .end();
    });
  const read = async (response: IncomingMessage): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  /** Connections of the service that run a statement or transaction. */
  const busy = () =>
    app.sql<Backend>(
      `SELECT pid, state FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'workforce-engagement-service'
         AND (state LIKE 'idle in transaction%' OR query LIKE 'DECLARE%' OR query LIKE 'FETCH%')
         AND state <> 'idle'`,
    );

  it('is whole, in one snapshot, and begins before it is read to the end', async () => {
    await start();
    const response = await open();
    expect(response.statusCode).toBe(200);
    expect(response.headers['transfer-encoding']).toBe('chunked');
    expect(await busy()).toHaveLength(1);
    // Changes that are made while the list is read do not appear in it.
    const renamed = `jsonb_set(document::jsonb, '{name}', '"Z"')::json`;
    await app.sql(`UPDATE employee SET name = 'Z', document = ${renamed} WHERE company_id = $1`, [companyId]);
    const people = JSON.parse(await read(response)) as { id: string; name: string }[];
    expect(people).toHaveLength(PEOPLE);
    expect(people[0]!.name).toBe('Person 000001');
    expect(people.at(-1)!.name).toBe(`Person 0${PEOPLE}`);
    await eventually(async () => expect(await busy()).toEqual([]));
  });

  it('ends its query when the client goes away', async () => {
    await start();
    const response = await open();
    await new Promise((resolve) => response.once('readable', resolve));
    expect(await busy()).toHaveLength(1);
    response.destroy();
    await eventually(async () => expect(await busy()).toEqual([]));
    expect(JSON.parse(await read(await open()))).toHaveLength(PEOPLE);
  });

  it('breaks the connection when the database fails halfway, and the service lives on', async () => {
    await start();
    const response = await open();
    const [backend] = await busy();
    await app.sql('SELECT pg_terminate_backend($1::integer)', [backend!.pid]);
    await expect(read(response)).rejects.toThrow('aborted');
    await eventually(async () => expect(JSON.parse(await read(await open()))).toHaveLength(PEOPLE));
  });

  it('is a problem document when the database fails before the first byte', async () => {
    await start();
    await app.sql('ALTER TABLE employee RENAME TO elsewhere');
    try {
      const response = await open();
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        500,
        'application/problem+json',
      ]);
      expect(JSON.parse(await read(response))).toMatchObject({ errorCode: 'INTERNAL_ERROR' });
      await eventually(async () => expect(await busy()).toEqual([]));
    } finally {
      await app.sql('ALTER TABLE elsewhere RENAME TO employee');
    }
  });

  it('is one of two at most for a company; others wait, and are answered 429', async () => {
    await start({ DATABASE_POOL_SIZE: '6' });
    const streams = [await open(), await open()];
    expect(await busy()).toHaveLength(2);
    const refused = await open();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
    refused.resume();
    const reader = await app.integration(['employees:read'], companyId);
    expect((await reader.get(`${EMPLOYEES}/email/p1@example.com`)).status).toBe(200);
    const waiting = open();
    await sleep(100);
    streams[0]!.destroy();
    const third = await waiting;
    expect(third.statusCode).toBe(200);
    await eventually(async () => expect(await busy()).toHaveLength(2));
    third.destroy();
    streams[1]!.destroy();
    await eventually(async () => expect(await busy()).toEqual([]));
  });

  it('is served to a company while five readers of another one stall, and so are exports', async () => {
    await start({ DATABASE_POOL_SIZE: '10', DATABASE_POOL_WAIT: '5s' });
    const served: IncomingMessage[] = [];
    const stalled = Array.from({ length: 5 }, async () => {
      const answer = await open();
      if (answer.statusCode === 200) served.push(answer);
      return answer;
    });
    await eventually(() => {
      expect(served).toHaveLength(2);
    });
    const other = await app.company();
    const { key: otherKey } = await app.integration(['employees:read'], other);
    await app.sql(MAKE_PEOPLE.replace('generate_series(1,', 'generate_series(100001, 100000 +'), [
      other,
      500,
    ]);
    for (let round = 0; round < 6; round++) {
      const startedAt = performance.now();
      const response = await open(otherKey);
      expect([response.statusCode, (JSON.parse(await read(response)) as unknown[]).length]).toEqual([
        200, 500,
      ]);
      expect(performance.now() - startedAt).toBeLessThan(4_000); // so it has not waited for a turn
    }
    const manager = await app.user('MANAGER', companyId);
    const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'Plan' } });
    const { headers } = await manager.post(`${PLANS}/${plan.id}/excel`);
    await eventually(async () => {
      expect((await manager.get(headers.get('location')!)).body.status).toBe('SENT');
    });
    const answers = await Promise.all(stalled);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429, 429]);
    for (const answer of answers) answer.destroy();
  });

  it('is cut off after STREAM_TIMEOUT, also when it is read', async () => {
    await start({ STREAM_TIMEOUT: '1s' });
    const response = await open();
    await expect(
      (async () => {
        for await (const _ of response) await sleep(100);
      })(),
    ).rejects.toThrow('aborted');
    await eventually(async () => expect(await busy()).toEqual([]));
  });

  it('cuts off a client that stops reading, and frees its connection', async () => {
    await start({ RESPONSE_STALL_TIMEOUT: '2s' });
    const response = await open();
    expect(await busy()).toHaveLength(1);
    await eventually(async () => expect(await busy()).toEqual([]));
    await expect(read(response)).rejects.toThrow('aborted');
  });
});
