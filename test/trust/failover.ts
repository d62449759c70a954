import { setTimeout as sleep } from 'node:timers/promises';
import { runWes } from '../support/run-wes.js';
import { addManagers, Fleet } from '../support/fleet.js';
import { runSql } from '../support/databases.js';
import { Caller, isDone, repeat, type CallResult } from './harness/calls.js';
import { Ledger, type Entry } from './harness/ledger.js';
import { PatroniCluster, type Node } from './harness/patroni.js';
import type { Finding, TrustProgram } from './harness/program.js';

const WRITERS = 16;
const ANSWER_LIMIT_MS = 5_000;
const RECOVERY_LIMIT_MS = 10_000;

/** Patroni notices a primary that is gone after 20 s. */
const PROMOTION_LIMIT_MS = 60_000;

/** The primary of PostgreSQL is replaced while two API processes write. */
export const failover: TrustProgram = {
  summary: 'no acknowledged write is lost by a switchover or a killed primary (Patroni, etcd, haproxy)',
  limit: { short: 600, whole: 900 },

  async run(stage) {
    const cluster = await PatroniCluster.start(stage);
    const { exitCode, stderr } = await runWes(['migrate'], { DATABASE_URL: cluster.url });
    if (exitCode !== 0) throw new Error(stderr);
    const [admin] = await addManagers(cluster.url, 1);
    await runSql(cluster.url, `UPDATE user_account SET role = 'ADMIN'`);
    const fleet = await stage.use(Fleet.gather(cluster.url, {}), (started) => started.disband());
    const apis = await Promise.all([fleet.start('api'), fleet.start('api')]);
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());

    const results: CallResult[] = [];
    const ledger = new Ledger(async (call) => {
      const { baseUrl } = apis[Math.floor(Math.random() * apis.length)]!;
      const result = await caller.send(baseUrl, admin!.sessionId, call);
      results.push(result);
      return result;
    });
    const over = new AbortController();
    const owned = Array.from({ length: WRITERS }, (): Entry[] => []);
    const writing = repeat(WRITERS, over.signal, async (index) => {
      await ledger.write(owned[index]!);
      await sleep(50);
    });

    const findings: Finding[] = [];
    for (const { name, strike } of [switchover, killedPrimary]) {
      stage.note(name);
      await cluster.isSynchronous();
      await sleep(5_000);
      const before = results.length;
      const old = await cluster.primary(0);
      const struckAt = performance.now();
      await strike(cluster, old);
      const promotedAt = await promotionOf(cluster.other(old));
      await sleep(RECOVERY_LIMIT_MS + 5_000);
      findings.push(...judge(name, results.slice(before), { struckAt, promotedAt }));
      if (!old.isRunning) old.run();
    }
    over.abort();
    await writing;

    const missing = await ledger.missing();
    const { unexpected } = ledger;
    return [
      ...findings,
      {
        promise: 'no acknowledged write is missing',
        seen:
          `${ledger.acknowledged} writes of ${ledger.objects} objects acknowledged, ${ledger.unanswered} ` +
          `refused, ${missing.length} missing${missing.length > 0 ? ` (${missing[0]})` : ''}`,
        holds: missing.length === 0,
      },
      {
        promise: 'writes are answered with success or 503',
        seen:
          [...unexpected].map(([status, times]) => `${times} × ${status}`).join(', ') || 'no other status',
        holds: unexpected.size === 0,
      },
    ];
  },
};

interface Fault {
  readonly name: string;
  strike(cluster: PatroniCluster, primary: Node): Promise<void>;
}

const switchover: Fault = { name: 'switchover', strike: (cluster) => cluster.switchOver() };

const killedPrimary: Fault = { name: 'killed primary', strike: (_, primary) => primary.kill() };

/** Waits until a replica is the primary. @returns when it was first seen */
async function promotionOf(node: Node): Promise<number> {
  const limit = performance.now() + PROMOTION_LIMIT_MS;
  while (!(await node.isPrimary())) {
    if (performance.now() > limit) throw new Error('The replica was not promoted.');
    await sleep(50);
  }
  return performance.now();
}

function judge(
  name: string,
  results: readonly CallResult[],
  { struckAt, promotedAt }: { readonly struckAt: number; readonly promotedAt: number },
): Finding[] {
  const refused = results.filter((result) => !isDone(result));
  const slowestMs = Math.max(...results.map(({ tookMs }) => tookMs));
  const normalMs = Math.max(0, ...refused.map(({ startedAt, tookMs }) => startedAt + tookMs - promotedAt));
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return [
    {
      promise: `${name}: every answer within 5 s`,
      seen: `${results.length} answers, ${refused.length} of them refused, slowest ${seconds(slowestMs)}`,
      holds: slowestMs < ANSWER_LIMIT_MS,
    },
    {
      promise: `${name}: normal within 10 s after the promotion`,
      seen: `promoted after ${seconds(promotedAt - struckAt)}, last refusal ${seconds(normalMs)} after it`,
      holds: normalMs < RECOVERY_LIMIT_MS,
    },
  ];
}
