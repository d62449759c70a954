import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { runSql } from '../../support/databases.js';
import type { Fleet } from '../../support/fleet.js';
import type { InstalledPostgres } from '../../support/installed-postgres.js';
import { metricsText } from '../../support/metrics.js';
import type { RedisServer } from '../../support/redis-server.js';
import type { S3Server } from '../../support/s3-server.js';
import type { TraceCollector } from '../../support/trace-collector.js';
import type { Place } from './search.js';

/** Servers and processes that may keep something about a person. */
export interface Places {
  readonly postgres: InstalledPostgres;
  readonly databaseUrl: string;
  readonly s3: S3Server;
  readonly redis: RedisServer;
  readonly traces: TraceCollector;
  readonly fleet: Fleet;
}

/** A dump of a database as a place. */
export async function dumpOf(postgres: InstalledPostgres, databaseUrl: string): Promise<Place> {
  const dump = await postgres.run('pg_dump', databaseUrl);
  return { name: 'the database', content: Buffer.from(dump) };
}

/** All that the deployment keeps and has printed. */
export async function placesOf(deployment: Places): Promise<Place[]> {
  const { postgres, databaseUrl, s3, redis, traces, fleet } = deployment;
  const members = fleet.members.map(({ entry, stdout, stderr }, number) => ({
    name: `the output of ${entry} ${number}`,
    content: Buffer.from(stdout + stderr),
  }));
  const running = fleet.members.filter(({ isRunning }) => isRunning);
  const metrics = running.map(async ({ metricsUrl }) => metricsText(metricsUrl));
  return [
    await dumpOf(postgres, databaseUrl),
    ...(await filesIn('the data folder', fleet.dataDir)),
    ...(await filesIn('S3', s3.folder)),
    ...(await keysOf(redis)),
    ...members,
    { name: 'the metrics', content: Buffer.from((await Promise.all(metrics)).join('\n')) },
    { name: 'the traces', content: Buffer.from(traces.received) },
  ];
}

/** Files, with their names. */
export async function filesIn(name: string, folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      return { name: `${name}, ${path.slice(folder.length + 1)}`, content: await readFile(path) };
    }),
  );
}

/** Keys of Redis as it stores them, which is uncompressed. */
async function keysOf(server: RedisServer): Promise<Place[]> {
  const redis = new Redis(server.url);
  try {
    const places: Place[] = [];
    for (const key of await redis.keys('*')) {
      const content = await redis.dumpBuffer(key);
      places.push({ name: `Redis, ${key}`, content: Buffer.concat([Buffer.from(key), content]) });
    }
    return places;
  } finally {
    redis.disconnect();
  }
}

/** Rows of all tables as texts, sorted, by the table. */
export async function rowsOf(databaseUrl: string): Promise<Map<string, string[]>> {
  const tables = await runSql<{ name: string }>(
    databaseUrl,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await runSql<{ row: string }>(
      databaseUrl,
      `SELECT to_jsonb(t)::text AS row FROM ${name} t`,
    );
    rows.set(name, found.map(({ row }) => row).sort());
  }
  return rows;
}
