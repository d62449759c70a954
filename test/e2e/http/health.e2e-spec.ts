import { Readiness } from '../../../src/platform/health/readiness.js';
import { TestApp } from '../../support/test-app.js';

describe('GET /health', () => {
  let app: TestApp;
  let withoutRedis: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    withoutRedis = await TestApp.start({ REDIS_URL: 'redis://127.0.0.1:1' }, app.databaseUrl);
  });
  afterAll(() => Promise.all([app.stop(), withoutRedis.stop()]));

  it('/live answers while the process runs', async () => {
    const { status, body } = await app.anonymous().get('/health/live');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it('/ready names its dependencies', async () => {
    const { status, body } = await app.anonymous().get('/health/ready');
    expect([status, body]).toEqual([200, { status: 'ok', dependencies: { database: 'up' } }]);
  });

  it('answers as /ready does, with 503 as well', async () => {
    const ready = await app.anonymous().get('/health/ready');
    const { status, body, headers } = await app.anonymous().get('/health');
    expect([status, body, headers.get('cache-control')]).toEqual([200, ready.body, 'no-store']);
    const stopping = await TestApp.start({}, app.databaseUrl);
    stopping.app.get(Readiness, { strict: false }).announceStop();
    expect((await stopping.anonymous().get('/health')).status).toBe(503);
    await stopping.stop();
  });

  it.each(['/health', '/health/live', '/health/ready'])('%s is never answered 304', async (path) => {
    const { status } = await app.anonymous().get(path, { headers: { 'If-None-Match': '*' } });
    expect(status).toBe(200);
  });

  it('/ready goes on without Redis, which nothing needs at once, and names it', async () => {
    const { status, body } = await withoutRedis.anonymous().get('/health/ready');
    expect([status, body]).toEqual([
      200,
      { status: 'degraded', dependencies: { database: 'up', redis: 'down' } },
    ]);
  });

  it('/ready says 503 once a stop is announced, and /live goes on', async () => {
    const stopping = await TestApp.start({}, app.databaseUrl);
    stopping.app.get(Readiness, { strict: false }).announceStop();
    const { status, body, headers } = await stopping.anonymous().get('/health/ready');
    expect([status, body.status, headers.get('retry-after')]).toEqual([503, 'stopping', '2']);
    expect((await stopping.anonymous().get('/health/live')).status).toBe(200);
    await stopping.stop();
  });
});
