import { setTimeout as sleep } from 'node:timers/promises';
import { CHANGE_KINDS } from '../../src/changes/index.js';
import { InstalledPostgres } from '../support/installed-postgres.js';
import { FeedCompany } from './feed/company.js';
import type { Follower } from './feed/follower.js';
import { followersEndEqual } from './feed/judge.js';
import { longTransaction, WRITERS, type Target } from './feed/writers.js';
import { Caller, repeat } from './harness/calls.js';
import { counted } from './harness/failures.js';
import { openFleet } from './harness/open-fleet.js';
import type { TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';

const COMPANIES = 2;
const LONG_TRANSACTIONS = 2;
const SHORT = { roundMs: 10_000, rounds: 2 };
const WHOLE = { roundMs: 20_000, rounds: 6 };

/**
 * Writers of every kind, with transactions that stay open for seconds, while processes and PostgreSQL are killed; then
 * a replica takes over from its primary, and a dump is restored into a new server. Clients that only follow the feed
 * end with what the tables have.
 */
export const feed: TrustProgram = {
  summary:
    'clients that only follow the change feed end equal to the tables, under kills, a failover and a restored dump',
  limit: { short: 420, whole: 1_200 },

  async run(stage) {
    const { roundMs, rounds } = stage.short ? SHORT : WHOLE;
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const primary = await stage.use(InstalledPostgres.start(), stop);
    const first = await openFleet(stage, primary);
    const companies: FeedCompany[] = [];
    for (let number = 1; number <= COMPANIES; number++) {
      companies.push(await FeedCompany.create(first.databaseUrl, `Company ${number}`));
    }
    const target = { ...first, companies, caller, acknowledged: 0, refused: 0, kinds: new Set<string>() };

    stage.note(`${rounds} rounds, in each of which a process is killed, in every second one PostgreSQL`);
    await underLoad(target, async () => {
      for (let round = 0; round < rounds; round++) {
        await sleep(roundMs);
        await target.fleet.running('api')[0]!.kill();
        if (round % 2 === 1) await primary.restartImmediately();
        await target.fleet.start('api');
      }
    });
    const findings = await followersEndEqual(
      'after kills of processes and of PostgreSQL',
      target,
      followersOf(target),
      0,
    );

    stage.note('an asynchronous replica takes over while everybody writes');
    const replica = await stage.use(primary.replicate(), stop);
    await underLoad(target, async () => {
      await sleep(roundMs / 2);
      await primary.kill();
      await sleep(1_000);
    });
    await replica.promote();
    await moveTo(stage, target, replica);
    await underLoad(target, () => sleep(roundMs));
    findings.push(...(await followersEndEqual('after the failover', target, followersOf(target), 1)));

    stage.note('a dump while everybody writes, restored into a new server');
    await underLoad(target, async () => {
      await sleep(roundMs / 2);
      await replica.run('pg_dump', '--format=custom', '--file=feed.dump', target.databaseUrl);
      await sleep(roundMs / 2);
    });
    const other = await stage.use(InstalledPostgres.start(), stop);
    await other.restoreFrom(replica, 'feed.dump', 'wes');
    await moveTo(stage, target, other);
    await underLoad(target, () => sleep(roundMs));
    findings.push(...(await followersEndEqual('after the restore', target, followersOf(target), 2)));
    return [
      ...findings,
      {
        promise: 'every kind of the feed was written',
        seen: [...target.kinds].sort().join(', '),
        holds: target.kinds.size === CHANGE_KINDS.length,
      },
      {
        promise: 'writes go on',
        seen: `${counted(target.acknowledged)} acknowledged, ${counted(target.refused)} refused or unanswered`,
        holds: target.acknowledged > target.refused,
      },
    ];
  },
};

const followersOf = ({ companies }: Target): readonly Follower[] =>
  companies.flatMap((company) => company.followers);

const stop = (server: InstalledPostgres): Promise<void> => server.stop();

/** Goes on with new processes on another server. */
async function moveTo(stage: Stage, target: Target, server: InstalledPostgres): Promise<void> {
  await target.fleet.disband();
  Object.assign(target, await openFleet(stage, server, false));
}

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
