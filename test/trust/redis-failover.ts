import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../support/builders/plan.js';
import { TEMPLATES } from '../support/builders/template.js';
import { eventually } from '../support/eventually.js';
import type { Member, Person } from '../support/fleet.js';
import { RedisSentinels } from '../support/redis-sentinels.js';
import { Caller, isDone, repeat, type CallResult } from './harness/calls.js';
import { deploy } from './harness/deployment.js';
import { judgeMails, prepareExports, settle, type AcceptedExport } from './harness/export-load.js';
import type { Finding, TrustProgram } from './harness/program.js';

const PEOPLE = 21;
const REQUESTERS = 4;
const ANSWER_LIMIT_MS = 1_000;
const COUNTING_LIMIT_MS = 10_000;
const QUOTA = 100_000;

/** Exports are requested while the primary of a Redis with sentinels is replaced, killed and frozen in turn. */
export const redisFailover: TrustProgram = {
  summary: 'no accepted export is lost and no request waits while sentinels replace the primary of Redis',
  limit: { short: 240, whole: 900 },

  async run(stage) {
    const scale = stage.short
      ? { exports: 20, rounds: 1, pauseMs: 1_000, faultMs: 4_000 }
      : { exports: 1_000, rounds: 5, pauseMs: 3_000, faultMs: 15_000 };
    const redis = await stage.use(RedisSentinels.start(), (started) => started.stop());
    const deployment = await deploy(stage, {
      people: PEOPLE,
      settings: () => Promise.resolve({ ...redis.environment, RATE_LIMIT: `${QUOTA}/1h` }),
    });
    const { fleet, people, postgres } = deployment;
    const apis = await Promise.all([fleet.start('api'), fleet.start('api')]);
    await Promise.all([fleet.start('worker'), fleet.start('worker')]);
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const faults = kindsOfFaults(redis).slice(0, stage.short ? 1 : undefined);
    const expectedMs = scale.rounds * faults.length * (scale.pauseMs + scale.faultMs);

    const [counted, ...requesters] = people as [Person, ...Person[]];
    const outageExports = stage.short ? 0 : requesters.length;
    const wanted = await prepareExports(scale.exports + outageExports, requesters, ({ sessionId }, call) =>
      caller.send(apis[0].baseUrl, sessionId, call),
    );
    const results: CallResult[] = [];
    const accepted: AcceptedExport[] = [];
    const over = new AbortController();
    const requestNext = async (index: number): Promise<void> => {
      const { person, planId } = wanted.pop()!;
      const { baseUrl } = apis[index % apis.length]!;
      const call = { method: 'POST', path: `${PLANS}/${planId}/excel` } as const;
      const result = await caller.send(baseUrl, person.sessionId, call);
      results.push(result);
      if (isDone(result)) accepted.push({ id: idOf(result), email: person.email });
    };
    const requesting = repeat(REQUESTERS, over.signal, async (index) => {
      if (wanted.length > outageExports) await requestNext(index);
      await sleep((0.8 * REQUESTERS * expectedMs) / scale.exports);
    });
    for (let round = 1; round <= scale.rounds; round++) {
      for (const { name, strike } of faults) {
        await sleep(scale.pauseMs);
        await strike();
        stage.note(`${name}, ${accepted.length} exports accepted`);
      }
    }
    const lastFaultAt = performance.now();
    while (results.length < scale.exports) await sleep(50);
    over.abort();
    await requesting;
    const left = await settle(postgres.url, lastFaultAt);
    const settledMs = performance.now() - lastFaultAt;
    const together = await countedTogether(caller, apis, counted);

    const outage: Finding[] = [];
    if (!stage.short) {
      redis.pause();
      while (wanted.length > 0) await requestNext(wanted.length);
      const begunAt = performance.now();
      const unsent = await settle(postgres.url, begunAt);
      redis.resume();
      const seconds = Math.round((performance.now() - begunAt) / 1_000);
      outage.push({
        promise: 'with all of Redis frozen, workers take exports from the database within 60 s',
        seen: `${outageExports - unsent} of ${outageExports} sent, after ${seconds} s`,
        holds: unsent === 0,
      });
    }

    const slowestMs = Math.max(...results.map(({ tookMs }) => tookMs));
    const count = scale.rounds * faults.length;
    return [
      {
        promise:
          `POST …/excel answers 200 within 1 s during ${count} ` +
          `failover${count === 1 ? '' : 's'}${stage.short ? '' : ' and an outage'}`,
        seen: `${accepted.length} of ${results.length} accepted, slowest ${Math.round(slowestMs)} ms`,
        holds: accepted.length === scale.exports + outageExports && slowestMs <= ANSWER_LIMIT_MS,
      },
      {
        promise: 'all exports are sent within 60 s after the last failover',
        seen: `${left} are not, ${(settledMs / 1_000).toFixed(1)} s`,
        holds: left === 0,
      },
      together,
      ...outage,
      ...(await judgeMails(deployment, accepted)),
      {
        promise: 'no process ends by itself',
        seen:
          `${fleet.running('api').length} of 2 API processes and ${fleet.running('worker').length} of 2 ` +
          'workers run',
        holds: fleet.running('api').length === 2 && fleet.running('worker').length === 2,
      },
    ];
  },
};

interface Fault {
  readonly name: string;
  strike(): Promise<void>;
}

function kindsOfFaults(redis: RedisSentinels): Fault[] {
  const lose = async (
    fail: (primary: Awaited<ReturnType<RedisSentinels['primary']>>) => Promise<void> | void,
  ) => {
    await redis.becomeReady();
    const primary = await redis.primary();
    await fail(primary);
    await redis.replaced(primary);
    return primary;
  };
  return [
    { name: 'kill -9 of the primary', strike: async () => (await lose((primary) => primary.stop())).start() },
    {
      name: 'SENTINEL FAILOVER',
      strike: async () => {
        await redis.becomeReady();
        await redis.failOver();
      },
    },
    { name: 'frozen primary', strike: async () => (await lose((primary) => primary.pause())).resume() },
  ];
}

function idOf({ headers }: CallResult): string {
  return headers.location!.split('/').at(-1)!;
}

/** True if both processes count the requests of a person, who has sent none before, in the new primary. */
async function countedTogether(
  caller: Caller,
  apis: readonly Member[],
  { sessionId }: Person,
): Promise<Finding> {
  let sent = 0;
  const remaining = async (): Promise<number> => {
    const { baseUrl } = apis[sent++ % apis.length]!;
    const { headers } = await caller.send(baseUrl, sessionId, { method: 'GET', path: TEMPLATES });
    return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  };
  const counts = await eventually(async () => {
    const seen = [await remaining(), await remaining(), await remaining()];
    if (seen[0]! - seen[1]! !== 1 || seen[1]! - seen[2]! !== 1) throw new Error(seen.join(', '));
    return seen;
  }, COUNTING_LIMIT_MS).catch((error: unknown) => String(error));
  return {
    promise: 'the rate limits of both API processes are counted together afterwards',
    seen: typeof counts === 'string' ? counts : `${counts.join(', ')} of ${QUOTA} left`,
    holds: typeof counts !== 'string',
  };
}
