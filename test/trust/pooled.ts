import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '../../migrations/index.js';
import type { DemoCredentials } from '../../src/demo/welcome-box.js';
import { byExternalId, EMPLOYEES, INVITE } from '../support/builders/employee.js';
import { PLANS } from '../support/builders/plan.js';
import { HIERARCHY } from '../support/builders/segmentation.js';
import { TEMPLATES } from '../support/builders/template.js';
import { TIMESHEETS } from '../support/builders/timesheet.js';
import { runSql, siblingUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { Fleet } from '../support/fleet.js';
import { PgBouncer } from '../support/pg-bouncer.js';
import { PostgresServer } from '../support/postgres-server.js';
import { runWes } from '../support/run-wes.js';
import { repeat } from './harness/calls.js';
import { Failures } from './harness/failures.js';
import { newerPgBouncer } from './harness/newer-pg-bouncer.js';
import type { Finding, TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';
import { WireClient, type WireRequest } from './harness/wire-client.js';

/** Connections of the pooler, fewer than those of the processes: 18, and one for each command. */
const POOL_SIZE = 12;
const PROCESS_POOL_SIZE = 6;
const CLIENTS = 24;
const IMPORTED = 5_000;
const EXPORTS_LIMIT_MS = 60_000;

/** Settings of a session of the server, after a pause in which the other sessions are asked, too. */
const SESSION = `
  SELECT pg_backend_pid() AS pid, pg_sleep(1)::text AS slept,
    current_setting('statement_timeout') || ', ' || current_setting('idle_in_transaction_session_timeout') || ', jit '
      || current_setting('jit') AS settings,
    (SELECT count(*)::integer FROM pg_prepared_statements) AS prepared,
    (SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks,
    (SELECT count(*)::integer FROM pg_class WHERE relpersistence = 't') AS tables`;

interface Session extends Record<string, unknown> {
  readonly pid: number;
  readonly settings: string;
  readonly prepared: number;
  readonly locks: number;
  readonly tables: number;
}

/** Two API processes, a worker and commands on PgBouncer in transaction mode. */
export const pooled: TrustProgram = {
  summary: 'everything works through PgBouncer in transaction mode, with fewer connections than clients',
  limit: { short: 900, whole: 1_200 },

  async run(stage) {
    const program = await newerPgBouncer(stage.note);
    const postgres = await stage.use(PostgresServer.start(), (server) => server.close());
    await runSql(postgres.url, 'CREATE DATABASE pooled TEMPLATE template0');
    const directUrl = siblingUrl(postgres.url, 'pooled');
    const options = { mode: 'transaction', poolSize: POOL_SIZE, program } as const;
    const settings = { max_prepared_statements: '200' };
    const pooler = await stage.use(PgBouncer.start(directUrl, { ...options, settings }), (started) =>
      started.stop(),
    );
    const findings = [await migrateAtOnce(pooler, directUrl)];
    await pooler.reconnect(); // the commands have opened connections before the limits were stored
    const wes = async (...args: string[]): Promise<string> => {
      const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: pooler.url });
      if (exitCode !== 0) throw new Error(`wes ${args[0]} ended with ${exitCode}: ${stderr}`);
      return stdout;
    };
    const { companies } = JSON.parse(await wes('demo', '--yes', '--json')) as {
      companies: DemoCredentials[];
    };
    const fleet = await stage.use(
      Fleet.gather(pooler.url, { DATABASE_POOL_SIZE: String(PROCESS_POOL_SIZE) }),
      (started) => started.disband(),
    );
    const apis = await Promise.all([fleet.start('api'), fleet.start('api')]);
    await fleet.start('worker');
    const load = await Load.open(
      stage,
      apis.map(({ baseUrl }) => baseUrl),
      companies[0]!,
    );
    const file = await employeesFile(stage);
    const over = new AbortController();
    let imports = 0;
    const working = Promise.all([
      repeat(CLIENTS, over.signal, () => load.send()),
      repeat(1, over.signal, async () => {
        await wes(
          'import',
          file,
          '--company',
          companies[1]!.companyId,
          ...(imports++ % 2 ? ['--dry-run'] : []),
        );
      }),
    ]);
    await Promise.race([working, sleep(stage.short ? 15_000 : 60_000)]);
    over.abort();
    await working;
    const sessions = await sessionsOf(pooler);
    return [...findings, ...load.judge(imports), await exportsAreSent(directUrl), ...judge(sessions)];
  },
};

/** Five commands at once; the first has the direct address, the others have the pooler alone. */
async function migrateAtOnce(pooler: PgBouncer, directUrl: string): Promise<Finding> {
  const runs = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      runWes(['migrate', '--json'], {
        DATABASE_URL: pooler.url,
        ...(index === 0 && { DATABASE_DIRECT_URL: directUrl }),
      }),
    ),
  );
  const done = runs.flatMap(({ exitCode, stdout, stderr }) => {
    if (exitCode !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as { migrations: string[] }).migrations;
  });
  return {
    promise: 'five commands that migrate at once carry out each migration once',
    seen: `${done.length} of ${migrations.length} migrations`,
    holds: done.length === migrations.length,
  };
}

async function employeesFile(stage: Stage): Promise<string> {
  const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-pooled-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const file = join(folder, 'employees.ndjson');
  const people = Array.from({ length: IMPORTED }, (_, n) => ({
    type: 'employee',
    externalId: `pooled-${n}`,
  }));
  await writeFile(file, people.map((person) => `${JSON.stringify(person)}\n`).join(''));
  return file;
}

/** Reads, streams, writes and requests for exports, sent to the processes in turn. */
class Load {
  private readonly failures = new Failures();
  private count = 0;
  private slowestMs = 0;
  private streams = 0;

  private constructor(
    private readonly clients: readonly WireClient[],
    private readonly requests: readonly WireRequest[],
  ) {}

  static async open(
    stage: Stage,
    baseUrls: readonly string[],
    { adminSessionId, apiKey }: DemoCredentials,
  ): Promise<Load> {
    const clients = baseUrls.map((url) => new WireClient(url));
    await stage.use(Promise.resolve(clients), async (all) => all.forEach((client) => client.close()));
    const session = { SessionId: adminSessionId, 'Content-Type': 'application/json' };
    const key = { serviceAPIKey: apiKey, 'Content-Type': 'application/json' };
    const send = (method: string, path: string, headers: typeof session | typeof key, body?: object) => ({
      ...{ method, path, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const created = async (request: WireRequest): Promise<string> => {
      const { status, body, text } = await clients[0]!.send(request);
      if (status !== 200) throw new Error(`${request.path} answered ${status}: ${text}`);
      return body.id as string;
    };
    const title = { defaultValue: 'Pooled' };
    const plan = `${PLANS}/${await created(send('POST', PLANS, session, { title }))}`;
    const action = `${plan}/actions/${await created(send('POST', `${plan}/actions`, session, { title }))}`;
    await created(send('POST', INVITE, key, { externalId: 'pooled', name: 'Pooled' }));
    const filters = ['status=PENDING', 'q=the', 'overdue=true', 'status=PENDING&q=the', 'overdue=true&q=a'];
    return new Load(clients, [
      send('GET', PLANS, session),
      send('GET', EMPLOYEES, key),
      send('POST', PLANS, session, { title }),
      send('GET', TEMPLATES, session),
      send('PATCH', plan, session, { description: title }),
      send('GET', `${TIMESHEETS}?from=100&to=150`, key),
      ...filters.map((filter) => send('GET', `${PLANS}?${filter}`, session)),
      send('GET', HIERARCHY, key),
      send('PUT', byExternalId('pooled'), key, { name: 'Pooled again' }),
      send('PATCH', action, session, { title }), // further actions would make the pages ever larger
      send('GET', `${EMPLOYEES}?activated=false`, key),
      send('POST', `${plan}/excel`, session),
    ]);
  }

  async send(): Promise<void> {
    const index = this.count++;
    const request = this.requests[index % this.requests.length]!;
    const sentAt = performance.now();
    const { status, text } = await this.clients[index % this.clients.length]!.send(request);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - sentAt);
    if (request.path.startsWith(EMPLOYEES) && request.method === 'GET') this.streams++;
    if (status !== 200) this.failures.add(`${request.method} ${request.path} answered ${status}`, text);
  }

  /** @throws when a request was not answered with 200 */
  judge(imports: number): Finding[] {
    this.failures.expectNone();
    return [
      {
        promise: `${CLIENTS} clients get no error while files are imported`,
        seen:
          `${this.count} requests, ${this.streams} of them streams, and ${imports} imports of ${IMPORTED} ` +
          `employees, slowest answer ${Math.round(this.slowestMs)} ms`,
        holds: true,
      },
    ];
  }
}

async function exportsAreSent(url: string): Promise<Finding> {
  const counts = await eventually(async () => {
    const rows = await runSql<{ all: number; sent: number }>(
      url,
      `SELECT count(*)::integer AS "all", count(*) FILTER (WHERE status = 'SENT')::integer AS sent FROM plan_export`,
    );
    const [found] = rows as [{ all: number; sent: number }];
    if (found.sent < found.all) throw new Error(`${found.all - found.sent} exports are not sent.`);
    return found;
  }, EXPORTS_LIMIT_MS);
  return {
    promise: 'exports are sent',
    seen: `${counts.sent} of ${counts.all}`,
    holds: counts.all > 0,
  };
}

/** All connections to the server, each seen at least once. */
async function sessionsOf(pooler: PgBouncer): Promise<Session[]> {
  const rows = await Promise.all(
    Array.from({ length: 2 * POOL_SIZE }, async () => (await pooler.query<Session>(SESSION))[0]!),
  );
  return [...new Map(rows.map((session) => [session.pid, session])).values()];
}

function judge(sessions: readonly Session[]): Finding[] {
  const settings = new Set(sessions.map((session) => session.settings));
  const left = sessions.filter(({ locks, tables }) => locks + tables > 0).length;
  const most = Math.max(...sessions.map(({ prepared }) => prepared));
  return [
    {
      promise: 'no setting, lock or temporary table is left on a connection',
      seen: `${sessions.length} connections with ${[...settings].join(' or ')}; ${left} with locks or tables`,
      holds: settings.size === 1 && settings.has('3s, 5s, jit off') && left === 0,
    },
    {
      promise: 'statements are prepared once for each connection',
      seen: `at most ${most} on a connection`,
      holds: most > 0 && most < 200,
    },
  ];
}
