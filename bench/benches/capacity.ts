import { Client } from 'pg';
import { employeeRecords, segmentation, someEmployees } from '../data/employees.js';
import { planRecords } from '../data/plans.js';
import { settle } from '../data/tables.js';
import { timesheetRecords } from '../data/timesheets.js';
import { createCompany, importDocument, importLines, type Company } from '../data/wes.js';
import type { Bench, Effort, Row } from '../harness/bench.js';
import { logProgress, type Load, type Target, type Turn } from '../harness/load.js';
import { processorTime, serverTime } from '../harness/processor-time.js';
import { ResidentMemory } from '../harness/resident-memory.js';
import type { Stage } from '../harness/stage.js';
import { spread } from '../harness/statistics.js';

const PLANS_PATH = '/api/v1/company/action-plans';
const EMPLOYEES_PATH = '/api/v1/public/company/employees';
const TIMESHEETS_PATH = '/api/v1/public/company/timesheets';
const TEMPLATES_PATH = '/api/v1/company/announcements/templates';

const COUNTS = { plans: 1_000, employees: 10_000, timesheets: 200_000 } as const;
const REQUESTED = 100;
/** With fewer rows, the size of a table does not show the size of a row. */
const FEW = 500;

/** Tables with company data, by bytes; the partitions of a table as one. */
const SIZES = `
  SELECT root.name, sum(pg_table_size(c.oid))::float8 AS rows, sum(pg_indexes_size(c.oid))::float8 AS indexes
  FROM pg_class c
    CROSS JOIN LATERAL (SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text) AS root (name)
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY root.name HAVING sum(pg_relation_size(c.oid)) > 0 ORDER BY 2 DESC`;

export const capacity: Bench = {
  name: 'capacity',
  summary: 'processor time per operation, bytes per row and memory of a company, for docs/capacity.md',
  effort: { rounds: 3, connections: 8 },

  async run(stage, effort) {
    const { service } = stage;
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const backend = rows[0]!.pid;
      const company = await createCompany(service);
      const imports = await importAll(stage, company, () => serverTime(backend));
      await settle(service);
      const memory = await ResidentMemory.watch(service.pid);
      const operations: Row[] = [];
      for (const target of await targetsOf(service.baseUrl, company)) {
        operations.push(await measure(stage, target, effort, backend));
      }
      const peak = memory.before + (await memory.growth());
      return {
        notes: [
          `${COUNTS.plans} plans with 5 actions and 10 notes each, ${COUNTS.employees} employees and ` +
            `${COUNTS.timesheets} timesheet entries.`,
          'Times are processor time in ms per operation, per record for imports.',
        ],
        rows: [
          ...operations,
          ...imports,
          ...(await sizesOf(client)),
          { name: 'service', figures: { 'peak memory, MiB': spread([peak]) } },
        ],
        goals: [],
      };
    } finally {
      await client.end();
    }
  },
};

async function importAll(
  { service }: Stage,
  { companyId, userId }: Company,
  databaseTime: () => Promise<number>,
): Promise<Row[]> {
  await importDocument(service, companyId, segmentation);
  const lists = [
    { type: 'employee', count: COUNTS.employees, records: employeeRecords(COUNTS.employees) },
    { type: 'plan', count: COUNTS.plans, records: planRecords(COUNTS.plans, userId) },
    { type: 'timesheet', count: COUNTS.timesheets, records: timesheetRecords(COUNTS.timesheets) },
  ];
  const rows: Row[] = [];
  for (const { type, count, records } of lists) {
    const before = await databaseTime();
    const cost = await importLines(service, companyId, type, records);
    rows.push({
      name: `import, one ${type}`,
      figures: {
        'database, ms': spread([((await databaseTime()) - before) / count]),
        'elapsed, ms': spread([cost.ms / count]),
        'peak memory, MiB': spread([cost.peakMemory]),
      },
    });
  }
  return rows;
}

async function targetsOf(url: string, { session, apiKey, userId }: Company): Promise<Target[]> {
  const plansOf = async (query: string): Promise<string[]> => {
    const answer = await fetch(`${url}${PLANS_PATH}?to=${REQUESTED}${query}`, { headers: session });
    const { result } = (await answer.json()) as { result: readonly { id: string }[] };
    return result.map(({ id }) => `${PLANS_PATH}/${id}`);
  };
  const own = await plansOf(`&createdBy=${userId}`);
  const emails = someEmployees(20).map(({ email }) => `${EMPLOYEES_PATH}/email/${email}`);
  const deep = COUNTS.timesheets - REQUESTED;
  return [
    { name: 'template list', url: url + TEMPLATES_PATH, headers: session },
    { name: 'page of 10 plans', url: url + PLANS_PATH, headers: session },
    { name: 'one plan', url, paths: await plansOf(''), headers: session },
    { name: 'page of plans by status', url: `${url}${PLANS_PATH}?status=PENDING`, headers: session },
    {
      name: 'new action',
      url,
      headers: session,
      method: 'POST',
      paths: own.map((path) => `${path}/actions`),
      body: JSON.stringify({ title: { defaultValue: 'Publish the rota earlier' } }),
    },
    { name: 'employee by e-mail', url, paths: emails, headers: apiKey },
    { name: `list of ${COUNTS.employees} employees`, url: url + EMPLOYEES_PATH, headers: apiKey },
    { name: 'page of 10 timesheets', url: url + TIMESHEETS_PATH, headers: apiKey },
    {
      name: `page of ${REQUESTED} timesheets, the last`,
      url: `${url}${TIMESHEETS_PATH}?from=${deep}&to=${deep + REQUESTED}`,
      headers: apiKey,
    },
  ];
}

/** Drives one target, and divides the processor time by the requests. */
async function measure(
  { service, driver }: Stage,
  target: Target,
  { rounds, seconds, connections }: Effort,
  backend: number,
): Promise<Row> {
  const [node, database, perSecond]: number[][] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    const before = [await processorTime(service.pid), await serverTime(backend)] as const;
    const turn = await driver.ask<Turn>({ target, connections, seconds } satisfies Load);
    if (turn.failures > 0) throw new Error(`${target.name}: ${turn.failures} requests failed`);
    logProgress(round, rounds, `${target.name} ${Math.round(turn.requestsPerSecond)} requests/s`);
    if (round === 0) continue;
    node!.push(((await processorTime(service.pid)) - before[0]) / turn.requests);
    database!.push(((await serverTime(backend)) - before[1]) / turn.requests);
    perSecond!.push(turn.requestsPerSecond);
  }
  return {
    name: target.name,
    figures: {
      'service, ms': spread(node!),
      'database, ms': spread(database!),
      'requests/s': spread(perSecond!),
    },
  };
}

async function sizesOf(client: Client): Promise<Row[]> {
  const { rows } = await client.query<{ name: string; rows: number; indexes: number }>(SIZES);
  const sizes: Row[] = [];
  for (const { name, rows: bytes, indexes } of rows) {
    const { rows: counted } = await client.query<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM ${name}`,
    );
    const { count } = counted[0]!;
    if (count < FEW) continue;
    sizes.push({
      name: `table ${name}`,
      figures: {
        rows: spread([count]),
        'row, bytes': spread([bytes / count]),
        'its indexes, bytes': spread([indexes / count]),
      },
    });
  }
  return sizes;
}
