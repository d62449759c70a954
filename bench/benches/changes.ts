import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '../../src/shared-kernel/id.js';
import { openClient } from '../../test/support/databases.js';
import { newApiKey } from '../../test/support/new-credential.js';
import { settle } from '../data/tables.js';
import { timesheetRecords } from '../data/timesheets.js';
import { importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { answerOf, drive, type Target } from '../harness/load.js';
import { processorTime, serverTime } from '../harness/processor-time.js';
import type { Stage } from '../harness/stage.js';
import { spread, type Spread } from '../harness/statistics.js';

const PATH = '/api/v1/public/company/changes';
const ENTRIES = 1_000_000;
const FEW = 500;
const PAGE = 500;
const WAITING = 1_000;
const WAIT_S = 25;
const IDLE_MS = 15_000;
const MAX_P50_MS = 10;
const MAX_IDLE_SHARE = 0.02;

interface FeedCompany {
  readonly id: string;
  readonly headers: { readonly serviceAPIKey: string };
}

/** Pages of the feed of a company with a million changes, and of one with few; 1,000 companies that wait. */
export const changes: Bench = {
  name: 'changes',
  summary: `GET ${PATH}: pages of ${PAGE} of a million changes; ${WAITING} companies that wait`,
  effort: { connections: 1 },

  async run(stage, effort) {
    const client = await openClient(stage.service.databaseUrl);
    try {
      const [large, small] = [await addCompany(client), await addCompany(client)];
      const [begin, beginSmall] = [await cursorOf(stage, large), await cursorOf(stage, small)];
      await importLines(stage.service, large.id, 'timesheet', timesheetRecords(ENTRIES));
      await importLines(stage.service, small.id, 'timesheet', timesheetRecords(FEW, 1));
      await settle(stage.service);
      const target = (name: string, { headers }: FeedCompany, cursor: string): Target => ({
        name,
        url: `${stage.service.baseUrl}${PATH}?after=${cursor}&limit=${PAGE}`,
        headers,
      });
      const targets = [
        target('first page of 1,000,000', large, begin),
        target('page at 500,000', large, await cursorOf(stage, large, begin, ENTRIES / 2 / PAGE)),
        target('the only page of a small company', small, beginSmall),
      ];
      const turns = await drive(stage.driver, targets, effort);
      const idle = await idleShare(stage, client);
      return {
        notes: [
          `${PAGE} changes per page, 1 connection.`,
          `${WAITING} requests of ${WAITING} companies wait, and nothing changes: processor time of service and database beyond that of none.`,
        ],
        rows: [...turns.rows, { name: 'waiting', figures: { 'of a core': idle } }],
        goals: [
          ...targets.map((one) => turns.goal('p50', one, { atMost: MAX_P50_MS })),
          { name: 'waiting, of a core', value: idle, atMost: MAX_IDLE_SHARE },
        ],
      };
    } finally {
      await client.end();
    }
  },
};

async function addCompany(client: pg.Client): Promise<FeedCompany> {
  const [id, keyId] = [newId(), newId()];
  await client.query(`INSERT INTO company (id, name, time_zone) VALUES ($1, 'Bench', 'UTC')`, [id]);
  const { credential, digest } = await newApiKey(
    async (text) => (await client.query(text)).rows as never,
    keyId,
  );
  await client.query(
    `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
     INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
     VALUES ($1, $2, $3, 'Bench', $4, now() + interval '1 day')`,
    [keyId, id, digest, ['changes:read', 'employees:read', 'segmentation:read', 'timesheets:read']],
  );
  return { id, headers: { serviceAPIKey: credential } };
}

/** The cursor of now, or after some pages. */
async function cursorOf(
  { service }: Stage,
  { headers }: FeedCompany,
  after?: string,
  pages = 1,
): Promise<string> {
  let cursor = after;
  for (let page = 0; page < pages; page++) {
    const query = cursor === undefined ? '' : `?after=${cursor}&limit=${PAGE}`;
    const answer = await answerOf({ name: 'cursor', url: `${service.baseUrl}${PATH}${query}`, headers });
    ({ cursor } = (await answer.json()) as { cursor: string });
  }
  return cursor ?? '';
}

/** Share of a core that service and database use more while requests wait than while none does. */
async function idleShare(stage: Stage, client: pg.Client): Promise<Spread> {
  const { service } = stage;
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid ?? 0;
  const used = async (): Promise<number> => (await processorTime(service.pid)) + (await serverTime(backend));
  const companies: FeedCompany[] = [];
  for (let number = 0; number < WAITING; number++) companies.push(await addCompany(client));
  const cursors = new Map<FeedCompany, string>();
  for (const company of companies) cursors.set(company, await cursorOf(stage, company));
  const shareNow = async (): Promise<number> => {
    const before = await used();
    await delay(IDLE_MS);
    return ((await used()) - before) / IDLE_MS;
  };
  const shares: number[] = [];
  for (let round = 0; round < 3; round++) {
    const alone = await shareNow();
    const waiting = companies.map(async (company) => {
      const url = `${service.baseUrl}${PATH}?after=${cursors.get(company)}&wait=${WAIT_S}`;
      await (await fetch(url, { headers: company.headers })).text();
    });
    await delay((WAIT_S * 1_000 - IDLE_MS) / 2);
    shares.push((await shareNow()) - alone);
    await Promise.all(waiting);
  }
  return spread(shares);
}
