import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANS } from '../support/builders/plan.js';
import { dashboardQueries, metricsIn } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { FleetFixture } from '../support/fleet-fixture.js';
import { clientOf, type Member } from '../support/fleet.js';
import { metricsText, scrape } from '../support/metrics.js';
import { OPS, promtool } from '../support/prometheus.js';
import { REDIS_START_LIMIT_MS } from '../support/redis-server.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../support/system-packages.js';

const SETTINGS = { METRICS_PORT: '0', EXPORT_LIMIT: '2/1h' };
const EMAIL = 'canary@example.com';

let fixture: FleetFixture;
let api: Member;
let worker: Member;
let planId: string;

beforeAll(async () => {
  await ensureInstalled(SYSTEM_PACKAGES.prometheus);
  fixture = await FleetFixture.open();
  await fixture.redis.start();
  [planId] = (await fixture.addPlans(fixture.people.slice(0, 1), 1)) as [string];
  [api, worker] = await Promise.all([
    fixture.fleet.start('api', SETTINGS),
    fixture.fleet.start('worker', SETTINGS),
  ]);
}, 2 * REDIS_START_LIMIT_MS);

afterAll(() => fixture.close());

const readiness = async ({ metricsUrl }: Member) => {
  const answer = await fetch(`${metricsUrl}/health/ready`);
  return { status: answer.status, body: await answer.json() };
};

describe('the metrics of an API process', () => {
  it('count requests by route and class of status', async () => {
    const client = clientOf(api.baseUrl, fixture.people[0]!);
    await client.get(`${PLANS}/${planId}`);
    await client.get(`${PLANS}/${planId}`);
    await client.get(`${PLANS}/${EMAIL}`);
    await client.get(`/api/v1/${EMAIL}?email=${EMAIL}`);
    await eventually(async () => {
      const values = await scrape(api.metricsUrl);
      const count = (labels: string) => values.get(`wes_http_request_duration_seconds_count{${labels}}`);
      expect(count(`method="GET",route="${PLANS}/:planId",status="2xx"`)).toBe(2);
      expect(count(`method="GET",route="${PLANS}/:planId",status="4xx"`)).toBe(1);
      expect(count('method="GET",route="unmatched",status="4xx"')).toBe(1);
      expect(values.get('wes_http_requests_in_flight')).toBe(0);
      expect(values.get('wes_http_unsent_bytes')).toBe(0);
    });
  });

  it('count refusals by the policy of the rate limit', async () => {
    const client = clientOf(api.baseUrl, fixture.people[1]!);
    const answers = [];
    for (let request = 0; request < 3; request++)
      answers.push((await client.post(`${PLANS}/${planId}/excel`)).status);
    expect(answers).toEqual([200, 200, 429]);
    const values = await scrape(api.metricsUrl);
    expect(values.get('wes_rate_limited_requests_total{policy="exports"}')).toBe(1);
    expect(values.get('wes_rate_limited_requests_total{policy="default"}')).toBe(0);
  });

  it('show the pool, the streams, the event loop and the dependencies', async () => {
    const values = await scrape(api.metricsUrl);
    expect(values.get('wes_database_connections_limit')).toBe(6);
    expect(values.get('wes_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(values.get('wes_database_connections{state="busy"}')).toBeDefined();
    expect(values.get('wes_database_connection_waiters')).toBe(0);
    expect(values.get('wes_database_share_waiters')).toBe(0);
    expect(values.get('wes_database_streams{purpose="answer"}')).toBe(0);
    expect(values.get('wes_dependency_up{dependency="database"}')).toBe(1);
    expect(values.get('wes_dependency_up{dependency="redis"}')).toBe(1);
    expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });
});

describe('the stored bytes', () => {
  it('are those of each table, with its partitions and indexes', async () => {
    const values = await scrape(api.metricsUrl);
    const [size] = await fixture.sql<{ bytes: number }>(
      `SELECT sum(pg_total_relation_size(inhrelid))::float8 AS bytes FROM pg_inherits
       WHERE inhparent = 'timesheet_entry'::regclass`,
    );
    expect(values.get('wes_stored_bytes{table="timesheet_entry"}')).toBe(size!.bytes);
    expect(values.get('wes_stored_bytes{table="timesheet_entry_0"}')).toBeUndefined();
    expect(values.get('wes_stored_bytes{table="action_plan"}')).toBeGreaterThan(0);
    expect(values.get('wes_stored_bytes{table="audit_record"}')).toBeGreaterThan(0);
  });
});

describe('the metrics of a worker', () => {
  it('measure attempts at exports and count mails', async () => {
    await fixture.allSent(20_000);
    fixture.mail.refusal = 'not now';
    await fixture.request(api.baseUrl, fixture.people[2]!, planId);
    await eventually(async () => {
      const values = await scrape(worker.metricsUrl);
      const attempts = (result: string) =>
        values.get(`wes_job_attempt_duration_seconds_count{kind="plan-export",result="${result}"}`);
      expect(attempts('done')).toBeGreaterThan(0);
      expect(attempts('failed')).toBe(1);
      expect(attempts('given-up')).toBe(0);
      expect(values.get('wes_mails_total{result="sent"}')).toBe(attempts('done'));
      expect(values.get('wes_mails_total{result="failed"}')).toBe(1);
    });
    fixture.mail.refusal = undefined;
    await fixture.allSent(20_000);
  });

  it('are served with its health', async () => {
    expect(await (await fetch(`${worker.metricsUrl}/health/live`)).json()).toEqual({ status: 'ok' });
    expect(await readiness(worker)).toEqual({
      status: 200,
      body: { status: 'ok', dependencies: { database: 'up', redis: 'up' } },
    });
    expect((await fetch(`${worker.metricsUrl}/`)).status).toBe(404);
  });
});

describe('the metrics of both', () => {
  it('pass "promtool check metrics", and name no company, person, plan or address', async () => {
    for (const { metricsUrl } of [api, worker]) {
      const text = await metricsText(metricsUrl);
      expect(await promtool(['check', 'metrics'], text)).toEqual({ exitCode: 0, output: '' });
      expect(text).not.toMatch(/[0-9a-f]{24}|@|127\.0\.0\.1/);
    }
  });

  it('are listed in docs/observability.md', async () => {
    const page = readFileSync('docs/observability.md', 'utf8');
    const listed = page.match(/(?<=^\| `)wes_\w+/gm);
    const texts = await Promise.all([api, worker].map(({ metricsUrl }) => metricsText(metricsUrl)));
    const served = new Set(texts.join('\n').match(/(?<=^# HELP )wes_\w+/gm));
    expect([...served].sort()).toEqual(listed?.sort());
  });

  it('are all that the alert rules and the dashboard read', async () => {
    const texts = await Promise.all([api, worker].map(({ metricsUrl }) => metricsText(metricsUrl)));
    const rules = readFileSync(join(OPS, 'alerts.yml'), 'utf8');
    const queries = dashboardQueries('1m').map(({ expression }) => expression);
    const read = metricsIn([rules, ...queries].join('\n'));
    expect(read.length).toBeGreaterThan(15);
    const metrics = texts.join('\n');
    // A process that has not collected garbage yet has the histogram, but no series of it.
    const parts = [...metrics.matchAll(/^# TYPE (\w+) histogram$/gm)].flatMap(([, name]) =>
      ['_bucket', '_sum', '_count'].map((part) => `${name}${part}`),
    );
    const series = new Set([...parts, ...(metrics.match(/^\w+(?=[ {])/gm) ?? [])]);
    expect(read.filter((metric) => !series.has(metric))).toEqual([]);
  });

  it('show how many exports wait, and for how long, also without a worker', async () => {
    const links = (): Promise<unknown[]> => fixture.sql('SELECT FROM plan_export_link');
    const { length: before } = await links();
    fixture.mail.delayMs = 3_000;
    await fixture.request(api.baseUrl, fixture.people[3]!, planId);
    await eventually(async () => expect(await links()).toHaveLength(before + 1));
    const stopping = worker.stop();
    await eventually(async () =>
      expect(await readiness(worker)).toMatchObject({ status: 503, body: { status: 'stopping' } }),
    );
    expect((await stopping).code).toBe(0);
    fixture.mail.delayMs = 0;

    await fixture.request(api.baseUrl, fixture.people[4]!, planId);
    await fixture.redis.stop();
    const [row] = await fixture.sql<{ seconds: number }>(
      `UPDATE job SET due_at = due_at - interval '1 minute' WHERE kind = 'plan-export' AND finished_at IS NULL
       RETURNING extract(epoch FROM now() - due_at)::float8 AS seconds`,
    );
    await eventually(async () => {
      const values = await scrape(api.metricsUrl);
      expect(values.get('wes_jobs_unfinished{kind="plan-export",state="due"}')).toBe(1);
      expect(values.get('wes_jobs_unfinished{kind="plan-export",state="running"}')).toBe(0);
      expect(values.get('wes_jobs_oldest_due_seconds{kind="plan-export"}')).toBeGreaterThanOrEqual(
        Math.floor(row!.seconds),
      );
      expect(values.get('wes_database_connection_waiters')).toBe(0); // the scrape's own query is not counted
      expect(values.get('wes_dependency_up{dependency="redis"}')).toBe(0);
    });
    expect(await readiness(api)).toMatchObject({ status: 200, body: { status: 'degraded' } });
    await fixture.redis.start();
    worker = await fixture.fleet.start('worker', SETTINGS);
  });
});

describe('a process whose METRICS_PORT is in use', () => {
  it('does not start, and names the setting', async () => {
    const { port } = new URL(api.metricsUrl);
    const member = fixture.fleet.launch('worker', { METRICS_PORT: port });
    await member.exited;
    expect(member.stderr).toBe(`METRICS_PORT: ${port} is in use; choose another one\n`);
  });
});
