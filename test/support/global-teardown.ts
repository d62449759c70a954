import { rm } from 'node:fs/promises';
import { runSql } from './databases.js';
import { demoFolderOf } from './environment.js';
import { heldResources } from './global-resources.js';

export default async function globalTeardown(): Promise<void> {
  const resources = heldResources();
  if (!resources) return;
  const { embedded, directory, serverUrl, workerUrls, prefix } = resources;
  await rm(demoFolderOf(prefix), { recursive: true, force: true });
  if (embedded && directory !== undefined) {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
    return;
  }
  for (const url of [serverUrl, ...workerUrls]) {
    const rows = await runSql<{ datname: string }>(
      url,
      `SELECT datname FROM pg_database WHERE datname LIKE $1`,
      [`${prefix.replaceAll('_', '\\_')}%`],
    );
    for (const { datname } of rows) await runSql(url, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
}
