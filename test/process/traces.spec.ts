import { PLANS } from '../support/builders/plan.js';
import { eventually } from '../support/eventually.js';
import { FleetFixture } from '../support/fleet-fixture.js';
import { clientOf, type Member } from '../support/fleet.js';
import { REDIS_START_LIMIT_MS } from '../support/redis-server.js';
import { attributeOf, TraceCollector, type Span } from '../support/trace-collector.js';

const EMAIL = 'canary@example.com';

let fixture: FleetFixture;
let collector: TraceCollector;
let api: Member;
let worker: Member;
let planId: string;

beforeAll(async () => {
  fixture = await FleetFixture.open();
  await fixture.redis.start();
  [planId] = (await fixture.addPlans(fixture.people.slice(0, 1), 1)) as [string];
  collector = await TraceCollector.start();
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    RATE_LIMIT: '1000/10s',
  };
  [api, worker] = await Promise.all([
    fixture.fleet.start('api', settings),
    fixture.fleet.start('worker', settings),
  ]);
}, REDIS_START_LIMIT_MS);

afterAll(async () => {
  await fixture.close();
  await collector.stop();
});

/** The span of the request with an id. */
function spanOf(requestId: string): Promise<Span> {
  return eventually(() => {
    const span = collector.spans.find((each) => attributeOf(each, 'wes.request_id') === requestId);
    if (!span) throw new Error(`There is no span of ${requestId}.`);
    return span;
  });
}

const logged = (member: Member, part: object) =>
  eventually(() => {
    expect(member.log).toContainEqual(expect.objectContaining(part));
  });

describe('the trace of a request', () => {
  it('has a span with the route, and the statements and commands of Redis as its children', async () => {
    const requestId = 'request-1';
    await clientOf(api.baseUrl, fixture.people[0]!).request('GET', `${PLANS}/${planId}`, {
      headers: { 'X-Request-Id': requestId },
    });
    const span = await spanOf(requestId);
    expect(span).toMatchObject({ name: `GET ${PLANS}/:planId`, kind: 2 });
    expect(attributeOf(span, 'http.route')).toBe(`${PLANS}/:planId`);
    expect(attributeOf(span, 'http.response.status_code')).toBe(200);
    await eventually(() => {
      const children = collector.childrenOf(span);
      expect(children).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^pg\.query/) }));
      expect(children.map((child) => attributeOf(child, 'db.query.text'))).toContainEqual(
        expect.stringContaining('FROM action_plan'),
      );
      expect(children.map((child) => attributeOf(child, 'db.system.name'))).toContain('redis');
    });
    await logged(api, { msg: 'request', requestId, traceId: span.traceId });
  });

  it('continues that of the caller', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await clientOf(api.baseUrl, fixture.people[0]!).request('GET', PLANS, {
      headers: { 'X-Request-Id': 'request-2', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    expect(await spanOf('request-2')).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  });

  it('contains nothing of the path, the query or the caller', async () => {
    await clientOf(api.baseUrl, fixture.people[0]!).request('GET', `/api/v1/${EMAIL}?email=${EMAIL}`, {
      headers: { 'X-Request-Id': 'request-3' },
    });
    expect((await spanOf('request-3')).name).toBe('GET unmatched');
    expect(collector.received).not.toMatch(/canary|manager-1@/);
    const { userId, companyId, sessionId } = fixture.people[0]!;
    for (const secret of [userId, companyId, sessionId]) expect(collector.received).not.toContain(secret);
  });
});

describe('the trace of an export', () => {
  it('goes from the request to the worker, with its statements', async () => {
    const requestId = 'request-4';
    await clientOf(api.baseUrl, fixture.people[0]!).request('POST', `${PLANS}/${planId}/excel`, {
      headers: { 'X-Request-Id': requestId },
    });
    await fixture.allSent(20_000);
    const { traceId } = await spanOf(requestId);
    const job = await eventually(() => {
      const span = collector.spans.find(({ name }) => name === 'job');
      if (!span) throw new Error('There is no span of an export.');
      return span;
    });
    expect(job).toMatchObject({ traceId, kind: 5 });
    expect(attributeOf(job, 'wes.job_result')).toBe('done');
    await eventually(() => {
      const texts = collector.childrenOf(job).map((child) => attributeOf(child, 'db.query.text'));
      expect(texts).toContainEqual(expect.stringContaining('UPDATE plan_export'));
    });
    await logged(worker, { msg: 'job', kind: 'plan-export', traceId });
  });

  it('is all there is of a worker: looking for work is not traced', () => {
    const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId);
    expect(roots.filter(({ name }) => !name.startsWith('GET') && !name.startsWith('POST'))).toEqual([]);
  });
});

describe('a process with traces', () => {
  it('sends the last ones before it ends, and ends without a collector, too', async () => {
    const requestId = 'request-5';
    await clientOf(api.baseUrl, fixture.people[0]!).request('GET', PLANS, {
      headers: { 'X-Request-Id': requestId },
    });
    expect(await api.stop()).toMatchObject({ code: 0, signal: null });
    await spanOf(requestId);
    await collector.stop();
    const { code, tookMs } = await worker.stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(15_000);
    expect(worker.stderr + api.stderr).toBe('');
  });
});
