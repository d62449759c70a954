import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSql } from '../../support/databases.js';
import { runWes } from '../../support/run-wes.js';
import type { Stage } from '../harness/stage.js';
import type { Deployment } from './deployment.js';
import { dumpOf } from './places.js';
import type { Place } from './search.js';

/** Restores a dump into another database, and migrates it, with the files that the deployment has now. */
export async function restoredDump(
  stage: Stage,
  { postgres, settings, fleet, service }: Deployment,
  dump: string,
): Promise<Place> {
  const databaseUrl = postgres.url('restored');
  await runSql(postgres.url('postgres'), 'CREATE DATABASE restored');
  const file = join(service.folder, 'dump.sql');
  await writeFile(file, dump);
  await chmod(service.folder, 0o755); // another account runs psql
  await postgres.run('psql', '--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`, databaseUrl);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: fleet.dataDir, ...settings };
  const { exitCode, stdout, stderr } = await runWes(['migrate'], env);
  stage.note(`wes migrate of the restored dump: ${stdout.trim().split('\n').at(-1) ?? ''}`);
  if (exitCode !== 0) throw new Error(stderr);
  return dumpOf(postgres, databaseUrl);
}
