import { openClient } from '../../test/support/databases.js';
import { InstalledPostgres } from '../../test/support/installed-postgres.js';
import { EXTENSION } from '../../test/trust/citus/servers.js';
import { someEmployees } from '../data/employees.js';
import { planRecords } from '../data/plans.js';
import { settle } from '../data/tables.js';
import { importLines, issueKey } from '../data/wes.js';
import { NotPossible, type Bench, type Effort, type Goal, type Row } from '../harness/bench.js';
import type { CitusDatabases, CitusInput } from '../harness/citus-process.js';
import {
  answerOf,
  drive,
  REQUEST_NUMBER,
  type Load,
  type Target,
  type Turn,
  type Turns,
} from '../harness/load.js';
import { serverTime } from '../harness/processor-time.js';
import type { Service } from '../harness/service-process.js';
import type { Stage } from '../harness/stage.js';
import { spread } from '../harness/statistics.js';
import { createPlansToWrite, NEW_ACTIONS, PLAN_PATHS } from './actions.js';

const PLANS_PATH = '/api/v1/company/action-plans';
const PUBLIC_PATH = '/api/v1/public/company';
const SERVERS = new URL('../harness/citus-process.ts', import.meta.url);
const COUNTS = { plans: 1_000, employees: 10_000 } as const;
const REQUESTED = 20;
const PAGE = 100;
const MANY = 32;
/**
 * Of the time on several servers against one. A statement costs Citus several times as much before the service has a
 * part in it (docs/capacity.md); the goals notice when it becomes more.
 */
const MAX_SLOWER = { read: 2.5, write: 8 };

/** An operation on one server, and the same on several. */
interface Pair {
  readonly name: string;
  readonly one: Target;
  readonly several: Target;
  /** The goal of one that a person waits for. */
  readonly atMost: number | undefined;
}

interface Operation {
  readonly name: string;
  readonly target: Omit<Target, 'name' | 'url'>;
  readonly atMost?: number;
}

/** The usual operations with the companies on one server, and on several. */
export const citus: Bench = {
  name: 'citus',
  summary: 'the usual operations on three servers (Citus) against one server of the same PostgreSQL',
  effort: { connections: 1, seconds: 2 },

  async run(stage, effort) {
    const { one, several, servers, settleAll } = await startOnBoth(stage);
    const pairs = await pairsOf(one, several);
    await settleAll();
    const rows: Row[] = [];
    const goals: Goal[] = [];
    for (const connections of new Set([effort.connections, MANY])) {
      const targets = pairs.flatMap((pair) => [pair.one, pair.several]);
      const turns = await drive(stage.driver, targets, { ...effort, connections });
      rows.push(...pairs.map((pair) => rowOf(pair, turns, connections)));
      if (connections !== effort.connections) continue;
      goals.push(
        ...pairs
          .filter((pair): pair is Pair & { atMost: number } => pair.atMost !== undefined)
          .map(({ several: on, one: against, atMost }) => turns.ratioGoal('p50', on, against, { atMost })),
      );
    }
    const times = await processorTimes(stage, pairs, servers, effort);
    return {
      notes: [
        `${COUNTS.plans} plans with 5 actions and 10 notes, ${COUNTS.employees} employees; fsync is off on all servers.`,
        'A coordinator without companies and two workers, all on this machine, as is the server without Citus.',
        'Ratios are those of the rounds: Citus / one server. Processor times are those of PostgreSQL for each request.',
      ],
      rows: [...rows, ...times],
      goals,
    };
  },
};

function rowOf({ name, one, several }: Pair, turns: Turns, connections: number): Row {
  return {
    name: `${name}, ${connections} conn.`,
    figures: {
      'one: p50, ms': turns.spread('p50', one),
      'Citus: p50, ms': turns.spread('p50', several),
      'p50, ratio': turns.ratio('p50', several, one),
      'one: p99, ms': turns.spread('p99', one),
      'Citus: p99, ms': turns.spread('p99', several),
      'p99, ratio': turns.ratio('p99', several, one),
    },
  };
}

/** Processor time of the servers for a request, which other work on the machine does not change. */
async function processorTimes(
  { driver }: Stage,
  pairs: readonly Pair[],
  { plain, coordinator, workers }: CitusDatabases,
  { seconds }: Effort,
): Promise<Row[]> {
  const clients = await Promise.all([plain, coordinator, ...workers].map(openClient));
  try {
    const backends = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        return rows[0]!.pid;
      }),
    );
    const timesOf = async (target: Target): Promise<number[]> => {
      const before = await Promise.all(backends.map(serverTime));
      const turn = await driver.ask<Turn>({ target, connections: MANY, seconds } satisfies Load);
      if (turn.failures > 0) throw new Error(`${target.name}: ${turn.failures} requests failed`);
      const after = await Promise.all(backends.map(serverTime));
      return after.map((ms, index) => (ms - before[index]!) / turn.requests);
    };
    const times: Row[] = [];
    for (const { name, one, several } of pairs) {
      const [onOne = NaN] = await timesOf(one);
      const [, onCoordinator = NaN, ...onWorkers] = await timesOf(several);
      times.push({
        name: `${name}, processor time`,
        figures: {
          'one server, ms': spread([onOne]),
          'coordinator, ms': spread([onCoordinator]),
          'workers, ms': spread([onWorkers.reduce((sum, ms) => sum + ms, 0)]),
        },
      });
    }
    return times;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** The service on one server and on several, and the VACUUM of all of them. */
export async function startOnBoth(stage: Stage): Promise<{
  one: Service;
  several: Service;
  servers: CitusDatabases;
  settleAll: () => Promise<void>;
}> {
  const programs = InstalledPostgres.programsWith(EXTENSION);
  if (programs === undefined) throw new NotPossible('This bench needs an installed PostgreSQL with Citus.');
  const input: CitusInput = { programs };
  const servers = (await stage.start<CitusDatabases>('servers', SERVERS, input)).ready;
  const { plain, coordinator, workers } = servers;
  const one = await stage.startService('service on one server', { databaseUrl: plain });
  const several = await stage.startService('service on Citus', { databaseUrl: coordinator });
  const settleAll = async (): Promise<void> => {
    for (const databaseUrl of [plain, coordinator, ...workers]) await settle({ databaseUrl });
  };
  return { one, several, servers, settleAll };
}

async function pairsOf(one: Service, several: Service): Promise<Pair[]> {
  const onSeveral = await operationsOf(several);
  return (await operationsOf(one)).map(({ name, target, atMost }, index) => ({
    name,
    one: { name: `${name}, one server`, url: one.baseUrl, ...target },
    several: { name: `${name}, Citus`, url: several.baseUrl, ...onSeveral[index]!.target },
    atMost,
  }));
}

/** Fills a company, and names the requests. The plans that are changed are on the last pages. */
async function operationsOf(service: Service): Promise<Operation[]> {
  const { companyId, userId, session } = await createPlansToWrite(service, COUNTS.employees);
  const apiKey = { serviceAPIKey: await issueKey(service, companyId, 'changes:read,employees:read') };
  const changes = `${PUBLIC_PATH}/changes`;
  const now = await answerOf({ name: 'cursor', url: service.baseUrl + changes, headers: apiKey });
  const { cursor } = (await now.json()) as { cursor: string };
  await importLines(service, companyId, 'plan', planRecords(COUNTS.plans, userId, 'aaaa'));
  const planPaths = await firstPlans(service, session);
  const emails = someEmployees(REQUESTED).map(({ email }) => `${PUBLIC_PATH}/employees/email/${email}`);
  return [
    {
      name: 'page of 10 plans',
      target: { headers: session, paths: [PLANS_PATH] },
      atMost: MAX_SLOWER.read,
    },
    { name: 'one plan', target: { headers: session, paths: planPaths } },
    { name: 'new action', target: { headers: session, ...NEW_ACTIONS }, atMost: MAX_SLOWER.write },
    {
      name: 'change of a plan',
      target: {
        headers: session,
        method: 'PATCH',
        paths: PLAN_PATHS,
        body: JSON.stringify({ title: { defaultValue: `A better week ${REQUEST_NUMBER}` } }),
      },
      atMost: MAX_SLOWER.write,
    },
    {
      name: `page of ${PAGE} employees`,
      target: { headers: apiKey, paths: [`${PUBLIC_PATH}/employees?from=0&to=${PAGE}`] },
    },
    { name: 'employee by e-mail', target: { headers: apiKey, paths: emails } },
    {
      name: `page of ${PAGE} changes`,
      target: { headers: apiKey, paths: [`${changes}?after=${cursor}&limit=${PAGE}`] },
    },
  ];
}

async function firstPlans(
  { baseUrl }: Service,
  headers: Readonly<Record<string, string>>,
): Promise<string[]> {
  const url = `${baseUrl}${PLANS_PATH}?to=${REQUESTED}`;
  const { result } = (await (await answerOf({ name: 'plans', url, headers })).json()) as {
    result: readonly { id: string }[];
  };
  return result.map(({ id }) => `${PLANS_PATH}/${id}`);
}
