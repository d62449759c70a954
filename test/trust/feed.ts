import { setTimeout as sleep } from 'node:timers/promises';
import { InstalledPostgres } from '../support/installed-postgres.js';
import { FeedCompany } from './feed/company.js';
import type { Follower } from './feed/follower.js';
import { longTransaction, WRITERS, type Target } from './feed/writers.js';
import { Caller, repeat } from './harness/calls.js';
import { counted } from './harness/failures.js';
import { openFleet } from './harness/open-fleet.js';
import type { Finding, TrustProgram } from './harness/program.js';

const COMPANIES = 2;
const LONG_TRANSACTIONS = 2;
const SHORT = { roundMs: 10_000, rounds: 2 };
const WHOLE = { roundMs: 20_000, rounds: 6 };

/**
 * Writers of every kind, with transactions that stay open for seconds, while processes and PostgreSQL are killed, and
 * then a dump that is restored into a new server. Clients that only follow the feed end with what the tables have.
 */
export const feed: TrustProgram = {
  summary:
    'clients that only follow the change feed end equal to the tables, under kills and a restored dump',
  limit: { short: 300, whole: 900 },

  async run(stage) {
    const { roundMs, rounds } = stage.short ? SHORT : WHOLE;
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const server = await stage.use(InstalledPostgres.start(), (started) => started.stop());
    const first = await openFleet(stage, server);
    const companies: FeedCompany[] = [];
    for (let number = 1; number <= COMPANIES; number++) {
      companies.push(await FeedCompany.create(first.databaseUrl, `Company ${number}`));
    }
    const findings: Finding[] = [];
    const target = { ...first, companies, caller, acknowledged: 0, refused: 0 };

    stage.note(`${rounds} rounds, in each of which a process is killed, in every second one PostgreSQL`);
    await underLoad(target, async () => {
      for (let round = 0; round < rounds; round++) {
        await sleep(roundMs);
        await target.fleet.running('api')[0]!.kill();
        if (round % 2 === 1) await server.restartImmediately();
        await target.fleet.start('api');
      }
    });
    findings.push(...(await judge('after kills of processes and of PostgreSQL', target)));

    stage.note('a dump while everybody writes, restored into a new server');
    await underLoad(target, async () => {
      await sleep(roundMs / 2);
      await server.run('pg_dump', '--format=custom', '--file=feed.dump', target.databaseUrl);
      await sleep(roundMs / 2);
    });
    await first.fleet.disband();
    const other = await stage.use(InstalledPostgres.start(), (started) => started.stop());
    await other.restoreFrom(server, 'feed.dump', 'wes');
    const second = await openFleet(stage, other, false);
    const before = expired(companies);
    Object.assign(target, second);
    await underLoad(target, () => sleep(roundMs));
    const after = expired(companies);
    const followers = companies.flatMap(({ followers: own }) => own).length;
    return [
      ...findings,
      ...(await judge('after the restore', target)),
      {
        promise: 'every cursor from before the restore is answered 410, and none before it',
        seen: `${before} of them before, ${after - before} after it, ${followers} clients`,
        holds: before === 0 && after === followers,
      },
      {
        promise: 'writes go on',
        seen: `${counted(target.acknowledged)} acknowledged, ${counted(target.refused)} refused or unanswered`,
        holds: target.acknowledged > target.refused,
      },
    ];
  },
};

/** Writes and follows while something is done. */
async function underLoad(target: Target, work: () => Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const running = [
    ...target.companies.flatMap((company) =>
      WRITERS.map((write) => repeat(1, over.signal, () => write(target, company))),
    ),
    repeat(LONG_TRANSACTIONS, over.signal, () => longTransaction(target)),
    ...target.companies.flatMap(({ followers }) =>
      followers.map((follower) => repeat(1, over.signal, () => follower.step(target))),
    ),
  ];
  try {
    await work();
  } finally {
    over.abort();
    await Promise.all(running);
  }
}

/** Reads each feed to its end, and compares what its client knows with the tables. */
async function judge(when: string, target: Target): Promise<Finding[]> {
  const followers: readonly Follower[] = target.companies.flatMap((company) => company.followers);
  const differences: string[] = [];
  const kinds = new Map<string, number>();
  for (const follower of followers) {
    while (!(await follower.step(target)));
    const stored = await follower.readAll(target);
    for (const key of new Set([...stored.keys(), ...follower.known.keys()])) {
      const [kind = ''] = key.split(' ');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (stored.get(key) !== follower.known.get(key)) differences.push(`${follower.name}: ${key}`);
    }
  }
  const changes = followers.reduce((sum, follower) => sum + follower.changes, 0);
  const numbers = [...kinds].map(([kind, number]) => `${counted(number)} × ${kind}`).join(', ');
  return [
    {
      promise: `${when}, clients that follow the feed know what the tables have`,
      seen: `${counted(changes)} changes read by ${followers.length} clients; ${numbers}; ${differences.length} differ${differences.length > 0 ? ` (${differences[0]})` : ''}`,
      holds: differences.length === 0 && kinds.size === 8,
    },
  ];
}

function expired(companies: readonly FeedCompany[]): number {
  return companies.flatMap(({ followers }) => followers).reduce((sum, follower) => sum + follower.expired, 0);
}
