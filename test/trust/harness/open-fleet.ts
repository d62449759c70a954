import { runSql } from '../../support/databases.js';
import { Fleet } from '../../support/fleet.js';
import type { InstalledPostgres } from '../../support/installed-postgres.js';
import { runWes } from '../../support/run-wes.js';
import type { Stage } from './stage.js';

export interface OpenFleet {
  readonly databaseUrl: string;
  readonly fleet: Fleet;
}

/** Processes on a database of a server, which is made where it is new. Two API processes and a worker to begin with. */
export async function openFleet(stage: Stage, server: InstalledPostgres, isNew = true): Promise<OpenFleet> {
  const databaseUrl = server.url('wes');
  if (isNew) await runSql(server.url('postgres'), 'CREATE DATABASE wes');
  const { exitCode, stderr } = await runWes(['migrate'], { DATABASE_URL: databaseUrl });
  if (exitCode !== 0) throw new Error(stderr);
  const fleet = await stage.use(Fleet.gather(databaseUrl, {}), (started) => started.disband());
  await Promise.all([fleet.start('api'), fleet.start('api'), fleet.start('worker')]);
  return { databaseUrl, fleet };
}
