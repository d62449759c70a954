import { join } from 'node:path';
import type pg from 'pg';
import { EmbeddedPostgres } from '../../../src/platform/database/embedded/index.js';
import { SCOPES, type Role, type Scope } from '../../../src/shared-kernel/actor.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { openClient } from '../../support/databases.js';
import { demoDataDir } from '../../support/demo-folder.js';
import { isTestRun } from '../../support/environment.js';
import { newApiKey, newSessionId } from '../../support/new-credential.js';
import { runWes } from '../../support/run-wes.js';
import { endServices, ServiceProcess } from '../../support/service-process.js';

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
export class Service {
  private constructor(
    readonly process: ServiceProcess,
    readonly baseUrl: string,
    private readonly server: EmbeddedPostgres,
    private readonly database: pg.Client,
  ) {}

  /** @param env - settings, as in the environment */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<Service> {
    const service = await ServiceProcess.start({
      env: { ...WITHOUT_RATE_LIMITS, ...env },
      ...(isTestRun() && { dataDir: await demoDataDir() }),
    });
    const directory = join(service.dataDir, 'postgres');
    const server = await EmbeddedPostgres.open({ directory, role: 'command' });
    const database = await openClient(server.url);
    return new Service(service, service.baseUrl, server, database);
  }

  /** Stops the processes and removes the folders. */
  async close(): Promise<void> {
    await this.database.end();
    await this.process.stop();
    await this.server.close();
    await endServices();
  }

  get databaseUrl(): string {
    return this.server.url;
  }

  /** Runs statements on a connection of its own, one after the other. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.query<Row>(text, values)).rows;
  }

  /** Runs the operator's command. @throws when it does not succeed */
  async wes(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: this.databaseUrl });
    if (exitCode !== 0) throw new Error(`wes ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
    return stdout;
  }

  async addCompany(name: string): Promise<string> {
    const id = newId();
    await this.sql(`INSERT INTO company (id, name, time_zone) VALUES ($1, $2, 'UTC')`, [id, name]);
    return id;
  }

  /** Adds a user with a session of a day. */
  async addUser(
    companyId: string,
    role: Role,
    { name = 'User', email = `${newId()}@example.com` } = {},
  ): Promise<{ userId: string; sessionId: string }> {
    const userId = newId();
    const { credential: sessionId, digest } = await newSessionId((text) => this.sql(text));
    await this.sql(
      `WITH person AS (
         INSERT INTO user_account (id, company_id, email, email_key, name, role, language)
         VALUES ($1, $2, $3, lower($3), $4, $5, 'en')
       ), digest AS (
         INSERT INTO credential_digest (digest, company_id) VALUES ($7, $2)
       )
       INSERT INTO session (id, digest, company_id, user_id, expires_at)
       VALUES ($6, $7, $2, $1, now() + interval '1 day')`,
      [userId, companyId, email, name, role, newId(), digest],
    );
    return { userId, sessionId };
  }

  /** Adds an API key of a day. */
  async addApiKey(
    companyId: string,
    scopes: readonly Scope[] = SCOPES,
    name = 'Integration',
  ): Promise<string> {
    const id = newId();
    const { credential, digest } = await newApiKey((text) => this.sql(text), id);
    await this.sql(
      `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
       INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + interval '1 day')`,
      [id, companyId, digest, name, scopes],
    );
    return credential;
  }
}
