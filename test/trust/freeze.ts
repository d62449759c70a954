import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Person } from '../support/fleet.js';
import { PLANS } from '../support/builders/plan.js';
import { TEMPLATES } from '../support/builders/template.js';
import { TcpProxy } from '../process/tcp-proxy.js';
import { Caller, isDone, repeat, type Call, type CallResult } from './harness/calls.js';
import { deploy, type Deployment } from './harness/deployment.js';
import type { Finding, TrustProgram } from './harness/program.js';
import { SlowProxy } from '../support/slow-proxy.js';
import type { Stage } from './harness/stage.js';

const ANSWER_LIMIT_MS = 5_000;

/** The short form runs beside other tests, which delay everything. */
const RECOVERY_LIMIT_MS = { whole: 5_000, short: 10_000 };
const EXPORT_ANSWER_LIMIT_MS = 1_000;

/** PostgreSQL, then Redis, are frozen, cut off or stopped while requests go on. */
export const freeze: TrustProgram = {
  summary: '503 within 5 s while PostgreSQL is frozen or cut off; Redis delays no request for an export',
  limit: { short: 300, whole: 600 },

  async run(stage) {
    const { short } = stage;
    let proxy!: TcpProxy;
    let slow!: SlowProxy;
    const deployment = await deploy(stage, {
      people: 8,
      settings: async ({ postgres, redis }) => {
        proxy = await stage.use(TcpProxy.to(postgres.url), (opened) => opened.close());
        slow = await stage.use(SlowProxy.to(redis.url), (opened) => opened.close());
        return { DATABASE_URL: proxy.databaseUrl, REDIS_URL: `redis://127.0.0.1:${slow.port}/0` };
      },
    });
    const { postgres, fleet } = deployment;
    const { baseUrl } = await fleet.start('api', { DATABASE_POOL_SIZE: '10' });
    await fleet.start('worker');
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const lastsMs = short ? 7_000 : 20_000;
    const outages: readonly Outage[] = [
      {
        name: 'PostgreSQL frozen',
        lastsMs,
        begin: () => postgres.freeze(),
        end: () => postgres.thaw(),
      },
      {
        name: 'PostgreSQL cut off in both directions',
        lastsMs,
        begin: async () => proxy.freeze(),
        end: async () => proxy.thaw(),
      },
      {
        name: 'all connections to PostgreSQL dead, new ones work',
        lastsMs: 0,
        begin: async () => proxy.forget(),
        end: async () => undefined,
      },
    ];
    const findings: Finding[] = [];
    for (let round = 0; round < (short ? 1 : 3); round++) {
      for (const outage of outages) {
        stage.note(`${outage.name} for ${outage.lastsMs / 1_000} s, 32 clients`);
        findings.push(
          ...(await suffer(outage, {
            caller,
            baseUrl,
            people: deployment.people,
            recoveryMs: RECOVERY_LIMIT_MS[short ? 'short' : 'whole'],
          })),
        );
      }
    }
    return [...findings, ...(await exportsWithoutRedis(stage, deployment, { caller, baseUrl, slow }))];
  },
};

interface Outage {
  readonly name: string;
  readonly lastsMs: number;
  begin(): Promise<void>;
  end(): Promise<void>;
}

interface Target {
  readonly caller: Caller;
  readonly baseUrl: string;
  readonly people: readonly Person[];
  /** Longest time after the outage in which requests may be refused. */
  readonly recoveryMs: number;
}

/** A mix of reads and writes. */
function nextCall(index: number): Call {
  const title = { defaultValue: `Plan ${index}` };
  const calls: readonly Call[] = [
    { method: 'GET', path: `${PLANS}?to=10` },
    { method: 'GET', path: TEMPLATES },
    { method: 'POST', path: PLANS, json: { title, visibility: 'PUBLIC' } },
  ];
  return calls[index % calls.length]!;
}

/** Sends requests before, during and after an outage. */
async function suffer(outage: Outage, { caller, baseUrl, people, recoveryMs }: Target): Promise<Finding[]> {
  const results: CallResult[] = [];
  const over = new AbortController();
  let count = 0;
  const load = repeat(32, over.signal, async (index) => {
    const { sessionId } = people[index % people.length]!;
    results.push(await caller.send(baseUrl, sessionId, nextCall(count++)));
    await sleep(20);
  });
  await sleep(1_000);
  const begunAt = performance.now();
  await outage.begin();
  await sleep(outage.lastsMs);
  await outage.end();
  const endedAt = performance.now();
  await sleep(recoveryMs + 3_000);
  over.abort();
  await load;
  return judge(outage.name, results, { begunAt, endedAt, recoveryMs });
}

function judge(
  name: string,
  results: readonly CallResult[],
  { begunAt, endedAt, recoveryMs }: { begunAt: number; endedAt: number; recoveryMs: number },
): Finding[] {
  const overlapping = results.filter(({ startedAt, tookMs }) => startedAt + tookMs > begunAt);
  const refused = overlapping.filter(
    ({ status, headers }) => status === 503 && Number(headers['retry-after']) > 0,
  );
  const wrong = results.filter((result) => !isDone(result) && !refused.includes(result));
  const slowestMs = Math.max(...results.map(({ tookMs }) => tookMs));
  const late = results.filter((result) => result.startedAt > endedAt + recoveryMs && !isDone(result)).length;
  const normalMs = Math.max(
    0,
    ...results.filter((result) => !isDone(result)).map(({ startedAt }) => startedAt - endedAt),
  );
  return [
    {
      promise: `${name}: answers are 2xx, or 503 with Retry-After`,
      seen: `${results.length} answers, ${refused.length} of them 503, ${wrong.length} others${describe(wrong)}`,
      holds: wrong.length === 0 && refused.length > 0,
    },
    {
      promise: `${name}: every answer within 5 s`,
      seen:
        `slowest ${(slowestMs / 1_000).toFixed(2)} s, ` +
        `${results.filter(({ tookMs }) => tookMs > ANSWER_LIMIT_MS).length} later than 5 s`,
      holds: slowestMs <= ANSWER_LIMIT_MS,
    },
    {
      promise: `${name}: normal within ${recoveryMs / 1_000} s after it`,
      seen: `last request that was refused sent ${(normalMs / 1_000).toFixed(2)} s after`,
      holds: late === 0,
    },
  ];
}

function describe(results: readonly CallResult[]): string {
  const kinds = new Set(results.map(({ status, failure }) => failure ?? String(status)));
  return kinds.size === 0 ? '' : ` (${[...kinds].join(', ')})`;
}

interface ExportTarget {
  readonly caller: Caller;
  readonly baseUrl: string;
  readonly slow: SlowProxy;
}

async function exportsWithoutRedis(
  stage: Stage,
  { redis, people, postgres }: Deployment,
  { caller, baseUrl, slow }: ExportTarget,
): Promise<Finding[]> {
  const requests = stage.short ? 8 : 40;
  const findings: Finding[] = [];
  const conditions = [
    { name: 'frozen', begin: async () => redis.pause(), end: async () => redis.resume() },
    { name: 'stopped', begin: () => redis.stop(), end: () => redis.start() },
    {
      name: 'slow (1 s each way)',
      begin: async () => void (slow.delayMs = 1_000),
      end: async () => void (slow.delayMs = 0),
    },
  ];
  for (const { name, begin, end } of conditions) {
    stage.note(`Redis ${name}, ${requests} exports`);
    await begin();
    await sleep(500);
    const results: CallResult[] = [];
    for (let index = 0; index < requests; index++) {
      const { sessionId } = people[index % people.length]!;
      const json = { title: { defaultValue: `Export ${name} ${index}` }, visibility: 'PUBLIC' };
      const plan = await caller.send(baseUrl, sessionId, { method: 'POST', path: PLANS, json });
      const { id } = JSON.parse(plan.body) as { id: string };
      results.push(await caller.send(baseUrl, sessionId, { method: 'POST', path: `${PLANS}/${id}/excel` }));
      await sleep(50);
    }
    await end();
    const slowestMs = Math.max(...results.map(({ tookMs }) => tookMs));
    findings.push({
      promise: `Redis ${name}: POST …/excel answers 200 within 1 s`,
      seen: `${results.filter(isDone).length} of ${requests} accepted, slowest ${Math.round(slowestMs)} ms`,
      holds: results.every(isDone) && slowestMs <= EXPORT_ANSWER_LIMIT_MS,
    });
  }
  const begun = performance.now();
  const unsent = async (): Promise<number> => {
    const [row] = await runSql<{ count: number }>(
      postgres.url,
      `SELECT count(*)::integer AS count FROM plan_export WHERE status <> 'SENT'`,
    );
    return row!.count;
  };
  await eventually(async () => {
    await sleep(100);
    if ((await unsent()) > 0) throw new Error('Exports are not sent.');
  }, 60_000).catch(() => undefined);
  const left = await unsent();
  findings.push({
    promise: 'all exports are sent within 60 s after Redis is back',
    seen: `${3 * requests - left} of ${3 * requests}, after ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
    holds: left === 0,
  });
  return findings;
}
