import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createDistributedTemplate, findWorkers } from './citus-servers.js';
import { runSql, siblingUrl, templateName } from './databases.js';
import { adoptersServerUrl, publishTestRun } from './environment.js';
import { holdResources } from './global-resources.js';
import { temporaryFolder } from './temporary-folder.js';

/** One server per run with a migrated template database; nothing on it must survive a crash, so it need not wait. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

export default async function globalSetup(): Promise<void> {
  process.env['TMPDIR'] = temporaryFolder(); // of the workers, too
  const prefix = `wes_test_${randomBytes(4).toString('hex')}`;
  const adopters = adoptersServerUrl();
  const directory = adopters === undefined ? await mkdtemp(join(tmpdir(), 'wes-test-')) : undefined;
  const embedded =
    directory === undefined
      ? undefined
      : await EmbeddedPostgres.open({
          directory: join(directory, 'postgres'),
          role: 'service',
          settings: SETTINGS,
        });
  const serverUrl = adopters ?? siblingUrl(embedded!.url, 'postgres');
  const run = { serverUrl, workerUrls: await findWorkers(serverUrl), prefix };
  holdResources({ embedded, directory, ...run });
  await runSql(serverUrl, `CREATE DATABASE ${templateName(prefix)} TEMPLATE template0`);
  await migrate(siblingUrl(serverUrl, templateName(prefix)));
  if (run.workerUrls.length > 0) await createDistributedTemplate(run);
  publishTestRun(run);
}
