import { setTimeout as sleep } from 'node:timers/promises';
import type { Member, Person } from '../support/fleet.js';
import { S3Server } from '../support/s3-server.js';
import { Caller, repeat, type Call, type CallResult } from './harness/calls.js';
import { deploy, type Deployment } from './harness/deployment.js';
import {
  judgeMails,
  prepareExports,
  requestExport,
  settle,
  type AcceptedExport,
} from './harness/export-load.js';
import { Ledger, type Entry } from './harness/ledger.js';
import type { TrustProgram } from './harness/program.js';

const PEOPLE = 20;
const WRITERS = 8;
const REQUESTERS = 4;
/** Duration of the refusals of a mail server or a store. */
const REFUSAL_MS = 1_500;

/** Exports are requested and objects written while everything that the service depends on fails in turn. */
export const exportsSurvive: TrustProgram = {
  summary: 'no accepted export and no acknowledged write is lost under faults of every kind',
  limit: { short: 420, whole: 1_500 },

  async run(stage) {
    const scale = stage.short
      ? { exports: 40, writes: 200, rounds: 1, pauseMs: 1_000 }
      : { exports: 1_000, writes: 5_000, rounds: 7, pauseMs: 3_000 };
    const store = await stage.use(S3Server.start(), (server) => server.stop());
    const deployment = await deploy(stage, {
      people: PEOPLE,
      settings: () => Promise.resolve(store.environment),
    });
    const { fleet, people, postgres } = deployment;
    const apis = await Promise.all([fleet.start('api'), fleet.start('api')]);
    await Promise.all([fleet.start('worker'), fleet.start('worker')]);
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const send = (person: Person, call: Call): Promise<CallResult> => {
      const { baseUrl } = apis[Math.floor(Math.random() * apis.length)]!;
      return caller.send(baseUrl, person.sessionId, call);
    };
    const faults = kindsOfFaults(deployment, store, apis);
    const expectedMs = scale.rounds * faults.length * (scale.pauseMs + 1_500);

    const [admin] = people;
    const ledger = new Ledger((call) => send(admin!, call));
    const requests = await prepareExports(scale.exports, people, send);
    const over = new AbortController();
    const accepted: AcceptedExport[] = [];
    const requesting = repeat(REQUESTERS, over.signal, async () => {
      const next = requests.pop();
      if (next) accepted.push(await requestExport(next, send));
      await sleep((0.8 * REQUESTERS * expectedMs) / scale.exports);
    });
    const owned = Array.from({ length: WRITERS }, (): Entry[] => []);
    const writing = repeat(WRITERS, over.signal, async (index) => {
      await ledger.write(owned[index]!);
      await sleep((0.8 * WRITERS * expectedMs) / scale.writes);
    });

    let count = 0;
    for (let round = 1; round <= scale.rounds; round++) {
      for (const { name, strike } of faults) {
        await sleep(scale.pauseMs);
        await strike();
        count++;
        if (stage.short) stage.note(name);
      }
      stage.note(
        `${count} faults, ${accepted.length} exports accepted, ${ledger.acknowledged} writes acknowledged`,
      );
    }
    const lastFaultAt = performance.now();
    while (accepted.length < scale.exports || ledger.acknowledged < scale.writes) await sleep(50);
    over.abort();
    await Promise.all([requesting, writing]);

    const left = await settle(postgres.url, lastFaultAt);
    const settledMs = performance.now() - lastFaultAt;
    const missing = await ledger.missing();
    const { unexpected } = ledger;
    return [
      {
        promise: `no acknowledged write is missing after ${count} faults`,
        seen:
          `${ledger.acknowledged} writes of ${ledger.objects} objects acknowledged, ${ledger.unanswered} ` +
          `refused or unanswered, ${missing.length} missing${missing.length > 0 ? ` (${missing[0]})` : ''}`,
        holds: missing.length === 0,
      },
      {
        promise: 'writes are answered with success or 503',
        seen:
          [...unexpected].map(([status, times]) => `${times} × ${status}`).join(', ') || 'no other status',
        holds: unexpected.size === 0,
      },
      {
        promise: 'all exports are sent within 60 s after the last fault',
        seen: `${left} are not, ${(settledMs / 1_000).toFixed(1)} s`,
        holds: left === 0,
      },
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

/** @param apis - replaced when they are killed */
function kindsOfFaults(
  { fleet, redis, mail, postgres }: Deployment,
  store: S3Server,
  apis: Member[],
): Fault[] {
  const refused = new Set<string | undefined>();
  return [
    {
      name: 'kill -9 of an API process',
      strike: async () => {
        const index = Math.floor(Math.random() * apis.length);
        await apis[index]!.kill();
        apis[index] = await fleet.start('api');
      },
    },
    {
      name: 'kill -9 of a worker',
      strike: async () => {
        await fleet.running('worker')[Math.floor(Math.random() * 2)]!.kill();
        await fleet.start('worker');
      },
    },
    {
      name: 'kill -9 of Redis',
      strike: async () => {
        await redis.stop();
        await sleep(1_000);
        await redis.start();
      },
    },
    { name: 'FLUSHALL', strike: () => redis.flushAll() },
    { name: 'immediate restart of PostgreSQL', strike: () => postgres.restartImmediately() },
    {
      name: 'mail server refuses',
      strike: async () => {
        mail.refusal = 'Try again later';
        await sleep(REFUSAL_MS);
        mail.refusal = undefined;
      },
    },
    {
      name: 'mail server greylists',
      strike: async () => {
        mail.beforeAccepting = async ({ message: { messageId } }) => {
          if (refused.has(messageId)) return;
          refused.add(messageId);
          throw Object.assign(new Error('Greylisted'), { responseCode: 451 });
        };
        await sleep(REFUSAL_MS);
        mail.beforeAccepting = undefined;
      },
    },
    {
      name: 'mail server ends connections in the middle of messages',
      strike: async () => {
        mail.isHangingUp = true;
        await sleep(REFUSAL_MS);
        mail.isHangingUp = false;
      },
    },
    {
      name: 'store is full',
      strike: async () => {
        store.isFull = true;
        await sleep(REFUSAL_MS);
        store.isFull = false;
      },
    },
  ];
}
