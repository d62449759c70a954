import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../support/databases.js';
import { Fleet } from '../support/fleet.js';
import { MailServer } from '../support/mail-server.js';
import { runWes } from '../support/run-wes.js';
import { Answers } from './citus/answers.js';
import { Load } from './citus/load.js';
import { canaryOf, OperationsWalk } from './citus/operations.js';
import { CitusServers, type CitusServer } from './citus/servers.js';
import { FeedCompany } from './feed/company.js';
import { followersEndEqual } from './feed/judge.js';
import type { Target } from './feed/writers.js';
import { Administration } from './harness/administration.js';
import { Caller } from './harness/calls.js';
import { counted } from './harness/failures.js';
import type { Finding, TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';
import { addCompany, type Company } from './isolation/company.js';

const SHORT = { companies: 20, withCanaries: 3, roundMs: 5_000, moves: 1 };
const WHOLE = { companies: 50, withCanaries: 6, roundMs: 15_000, moves: 8 };
const FOLLOWED = 8;
/** Time for which a server is down. */
const DOWN_MS = 5_000;
const SETTLE_LIMIT_MS = 60_000;

/**
 * The service on a coordinator and two workers of Citus: every operation and import, then writers and clients that
 * follow the change feeds, while processes and servers are killed, companies move and a server joins.
 */
export const citus: TrustProgram = {
  summary: 'everything works with companies on several servers (Citus), under kills and moves of companies',
  limit: { short: 420, whole: 1_200 },

  async run(stage) {
    const form = stage.short ? SHORT : WHOLE;
    const servers = await CitusServers.open(stage, stage.servers);
    if (!servers.areOwn) stage.note('the servers are those of --servers: none is killed, and none added');
    const { databaseUrl } = servers;
    const { exitCode, stderr } = await runWes(['migrate'], {
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: servers.coordinator.url,
    });
    if (exitCode !== 0) throw new Error(stderr);
    const mail = await stage.use(MailServer.start(), (started) => started.close());
    const fleet = await stage.use(Fleet.gather(databaseUrl, { SMTP_URL: mail.url }), (started) =>
      started.disband(),
    );
    const [api] = await Promise.all([fleet.start('api'), fleet.start('api'), fleet.start('worker')]);

    const findings = await everyOperation(stage, servers, api.baseUrl, mail, form.withCanaries);
    const answers = new Answers();
    const caller = await stage.use(Promise.resolve(new Caller(answers.observe)), (opened) => opened.close());
    const companies: FeedCompany[] = [];
    for (let number = form.withCanaries + 1; number <= form.companies; number++)
      companies.push(await addFollowed(databaseUrl, `Company ${number}`, answers));
    const target = {
      databaseUrl,
      fleet,
      companies,
      caller,
      acknowledged: 0,
      refused: 0,
      kinds: new Set<string>(),
    };
    const load = new Load(target, companies.slice(0, FOLLOWED), caller);
    const settled = async (when: string): Promise<void> => {
      findings.push(...(await followersEqual(when, servers, target, load)));
    };

    stage.note(
      `16 writers in ${companies.length} companies, ${load.followers.length} clients follow the feeds`,
    );
    await load.during(async () => {
      for (const { name, strike } of faultsOf(servers, fleet)) {
        await sleep(form.roundMs);
        stage.note(name);
        await strike();
      }
      await sleep(form.roundMs);
    });
    await settled('after kills of processes and servers');

    stage.note('groups of companies move, then a server joins');
    const before = { refused: answers.refusals, acknowledged: target.acknowledged };
    await load.during(async () => {
      for (let number = 0; number < form.moves; number++) await servers.move(number);
      if (servers.areOwn) await servers.join(stage);
      await servers.rebalance();
    });
    await settled('after moves');
    const spread = await servers.spread();
    const writes = target.acknowledged - before.acknowledged;
    findings.push({
      promise: 'companies move to other servers, also to a new one, and writes go on meanwhile',
      seen:
        `${form.moves} moves, then ${spread.join(' + ')} groups of companies on ${servers.workers.length} ` +
        `workers; ${counted(writes)} writes, ${answers.refusals - before.refused} answers 503`,
      holds: spread.length === servers.workers.length && writes > 0,
    });
    findings.push({
      promise: 'no process ends by itself',
      seen: `${fleet.running('api').length} of 2 API processes and ${fleet.running('worker').length} of 1 workers run`,
      holds: fleet.running('api').length === 2 && fleet.running('worker').length === 1,
    });
    return [...findings, ...(await load.findings()), ...answers.findings()];
  },
};

interface Fault {
  readonly name: string;
  strike(): Promise<unknown>;
}

/** Kills of processes, and of servers where this program has started them. */
function faultsOf({ coordinator, workers }: CitusServers, fleet: Fleet): Fault[] {
  const killed = (entry: 'api' | 'worker'): Fault => ({
    name: `kill a process (${entry})`,
    strike: async () => {
      await fleet.running(entry)[0]!.kill();
      await fleet.start(entry);
    },
  });
  const down = (name: string, { process: server }: CitusServer): Fault[] =>
    server === undefined
      ? []
      : [
          {
            name: `kill ${name}`,
            strike: async () => {
              await server.crash();
              await sleep(DOWN_MS);
              await server.startAgain();
            },
          },
        ];
  return [
    killed('api'),
    ...down('the first worker of Citus', workers[0]!),
    killed('worker'),
    ...down('the coordinator', coordinator),
    ...down('the second worker of Citus', workers[1]!),
  ];
}

/** Sends every operation and runs every kind of import for some companies. */
async function everyOperation(
  stage: Stage,
  { databaseUrl }: CitusServers,
  baseUrl: string,
  mail: MailServer,
  count: number,
): Promise<Finding[]> {
  const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-citus-')), (path) =>
    rm(path, { recursive: true }),
  );
  const client = await openClient(databaseUrl);
  try {
    const service = new Administration(databaseUrl, client, baseUrl, folder);
    const companies: Company[] = [];
    for (let number = 0; number < count; number++)
      companies.push(await addCompany(service, canaryOf(number)));
    return await new OperationsWalk(service, mail, companies).run();
  } finally {
    await client.end();
  }
}

async function addFollowed(databaseUrl: string, name: string, answers: Answers): Promise<FeedCompany> {
  const company = await FeedCompany.create(databaseUrl, name);
  answers.add(company.key, name);
  for (const { sessionId } of company.people) {
    answers.add(sessionId, name);
    answers.add({ SessionId: sessionId }, name);
  }
  return company;
}

/** Waits until killed servers have caught up, and compares what the clients know with the tables. */
async function followersEqual(
  when: string,
  servers: CitusServers,
  target: Target & { readonly kinds: Set<string> },
  { followers }: Load,
): Promise<Finding[]> {
  const left = await servers.settle(SETTLE_LIMIT_MS);
  return [
    {
      promise: `${when}, no transaction stays between its two phases`,
      seen: `${left} on ${servers.workers.length + 1} servers`,
      holds: left === 0,
    },
    ...(await followersEndEqual(when, target, followers, 0)),
  ];
}
