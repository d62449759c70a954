import type { Client } from 'pg';
import type { PersonQueries } from '../../src/privacy/application/person.queries.js';
import type { PersonKey } from '../../src/privacy/domain/person-key.js';
import type { HeldKeysQueries } from '../../src/persons/application/held-keys.queries.js';
import type { Statement } from '../../src/platform/database/sql.js';
import { openClient, runSql } from '../../test/support/databases.js';
import { someEmployees } from '../data/employees.js';
import { settle } from '../data/tables.js';
import type { Bench } from '../harness/bench.js';
import { percentile, spread } from '../harness/statistics.js';
import { createEmployees, EMPLOYEES } from './employees.js';

const FORMER = 10;
const LOOK_UPS = 200;
const MAX_MS = 5;

type Queries = Pick<PersonQueries, 'get'>;

const built = async <Module>(path: string): Promise<Module> =>
  (await import(new URL(`../../dist/modules/src/${path}`, import.meta.url).href)) as Module;

/** Look-ups of the person of a key, as an erasure or an access makes them. */
export const personKeys: Bench = {
  name: 'person-keys',
  summary: `who has or had a key, of ${EMPLOYEES} employees with ${FORMER} former keys each`,
  effort: { rounds: 3 },

  async run(stage, { rounds }) {
    const { companyId } = await createEmployees(stage);
    const { databaseUrl } = stage.service;
    await runSql(databaseUrl, FORMER_KEYS, [companyId, FORMER]);
    await settle(stage.service);
    const client = await openClient(databaseUrl);
    const queries = await queriesOf(client);
    const times = new Map<string, { p50: number[]; p99: number[] }>();
    for (let round = 0; round <= rounds; round++)
      for (const [kind, keyOf] of Object.entries(KEYS)) {
        const ms = await lookUps(queries, companyId, keyOf);
        if (round === 0) continue;
        const known = times.get(kind) ?? { p50: [], p99: [] };
        known.p50.push(percentile(ms, 50));
        known.p99.push(percentile(ms, 99));
        times.set(kind, known);
      }
    await client.end();
    return {
      notes: [
        `${LOOK_UPS} look-ups of each kind in a round, one after the other, each with all its statements.`,
      ],
      rows: [...times].map(([name, { p50, p99 }]) => ({
        name,
        figures: { 'p50, ms': spread(p50), 'p99, ms': spread(p99) },
      })),
      goals: [...times].map(([name, { p50 }]) => ({
        name: `${name}: p50, ms`,
        value: spread(p50),
        atMost: MAX_MS,
      })),
    };
  },
};

/** `$1` company, `$2` how many of each employee: e-mail addresses and external ids in turn, over some years. */
const FORMER_KEYS = `
  INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since, until)
  SELECT e.company_id,
    CASE WHEN n % 2 = 0 THEN 'former.' || n || '.' || coalesce(e.email_key, e.id) ELSE 'F' || n || '-' || coalesce(e.external_id, e.id) END,
    CASE WHEN n % 2 = 0 THEN 'email' ELSE 'externalId' END,
    e.id, false, now() - n * interval '100 days', now() - n * interval '100 days' + interval '50 days'
  FROM employee e CROSS JOIN generate_series(1, $2) n
  WHERE e.company_id = $1`;

interface Known {
  readonly email: string;
  readonly externalId: string;
}

const KEYS: Readonly<Record<string, (known: Known) => PersonKey>> = {
  'e-mail address': ({ email }) => ({ email }),
  'former e-mail address': ({ email }) => ({ email: `former.4.${email}` }),
  'external id': ({ externalId }) => ({ externalId }),
  'former external id': ({ externalId }) => ({ externalId: `F7-${externalId}` }),
};

async function queriesOf(client: Client): Promise<Queries> {
  const sql = {
    query: async (statement: Statement, values: unknown[]) =>
      (await client.query<Record<string, unknown>>({ ...statement, values })).rows,
  };
  const keys = await built<{ HeldKeysQueries: new (sql: object) => HeldKeysQueries }>(
    'persons/application/held-keys.queries.js',
  );
  const people = await built<{ PersonQueries: new (sql: object, keys: HeldKeysQueries) => Queries }>(
    'privacy/application/person.queries.js',
  );
  return new people.PersonQueries(sql, new keys.HeldKeysQueries(sql));
}

/** @returns milliseconds, ascending */
async function lookUps(
  queries: Queries,
  companyId: string,
  keyOf: (known: Known) => PersonKey,
): Promise<number[]> {
  const times: number[] = [];
  for (const person of someEmployees(LOOK_UPS)) {
    const begun = performance.now();
    const { employeeIds } = await queries.get(companyId, keyOf(person));
    times.push(performance.now() - begun);
    if (employeeIds.length !== 1) throw new Error(`${employeeIds.length} employees have the key.`);
  }
  return times.sort((one, other) => one - other);
}
