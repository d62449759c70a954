import { join } from 'node:path';
import type pg from 'pg';
import { EmbeddedPostgres } from '../../../src/platform/database/embedded/index.js';
import { openClient } from '../../support/databases.js';
import { demoDataDir } from '../../support/demo-folder.js';
import { isTestRun } from '../../support/environment.js';
import { endServices, ServiceProcess } from '../../support/service-process.js';
import { Administration } from './administration.js';

/** The programs measure the service, not its rate limits. */
const WITHOUT_RATE_LIMITS = {
  RATE_LIMIT: 'off',
  RATE_LIMIT_EXPENSIVE: 'off',
  RATE_LIMIT_SEARCH: 'off',
  RATE_LIMIT_PEOPLE: 'off',
  EXPORT_LIMIT: 'off',
  WRITE_LIMIT: 'off',
};

/**
 * The built service in a process of its own, with an embedded database and the demo companies in a temporary folder.
 */
export class Service extends Administration {
  private constructor(
    readonly process: ServiceProcess,
    private readonly server: EmbeddedPostgres,
    private readonly client: pg.Client,
  ) {
    super(server.url, client, process.baseUrl, process.dataDir);
  }

  /** @param env - settings, as in the environment */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<Service> {
    const service = await ServiceProcess.start({
      env: { ...WITHOUT_RATE_LIMITS, ...env },
      ...(isTestRun() && { dataDir: await demoDataDir() }),
    });
    const directory = join(service.dataDir, 'postgres');
    const server = await EmbeddedPostgres.open({ directory, role: 'command' });
    const database = await openClient(server.url);
    return new Service(service, server, database);
  }

  /** Stops the processes and removes the folders. */
  async close(): Promise<void> {
    await this.client.end();
    await this.process.stop();
    await this.server.close();
    await endServices();
  }
}
