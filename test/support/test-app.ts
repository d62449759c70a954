import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApi } from '../../src/api.module.js';
import { TooManyApiKeys } from '../../src/identity/index.js';
import { Settings } from '../../src/platform/config/settings.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import type { Role, Scope } from '../../src/shared-kernel/actor.js';
import { ApiClient } from './api-client.js';
import { freshDatabase, runSql } from './databases.js';
import { NO_RATE_LIMITS } from './environment.js';
import { TestIdentity } from './test-identity.js';

/** A running service on a database of its own, with access to both. */
export class TestApp {
  private sequence = 0;
  /** Keys by their companies and scopes. */
  private readonly keys = new Map<string, string>();

  private constructor(
    readonly app: NestExpressApplication,
    readonly baseUrl: string,
    readonly databaseUrl: string,
    /** Its DATA_DIR, removed at the end. */
    readonly dataDir: string,
  ) {}

  /**
   * Starts the whole application on a free port; settings are given like in the environment.
   * @param isWorker - whether it does the work that requests put off, as `npm start` does
   */
  static async start(
    environment: Record<string, string> = {},
    databaseUrl?: string,
    { isWorker = true } = {},
  ): Promise<TestApp> {
    const { DATABASE_STATEMENT_TIMEOUT: statementTimeout } = environment;
    const url = databaseUrl ?? (await freshDatabase('main', statementTimeout));
    const dataDir = await mkdtemp(join(tmpdir(), 'wes-app-'));
    const settings = Settings.from({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_POOL_WAIT: '20s', // a busy machine must not make it 503
      ...NO_RATE_LIMITS,
      ...environment,
      DATABASE_URL: url,
    });
    const app = await createApi({ settings, databaseUrl: url, isWorker }, createLogger(settings));
    await app.listen(0, '127.0.0.1');
    return new TestApp(app, (await app.getUrl()).replace(/\/$/, ''), url, dataDir);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  get identity(): TestIdentity {
    return new TestIdentity(this.app);
  }

  /** A caller without a credential. */
  anonymous(): ApiClient {
    return new ApiClient(this.baseUrl);
  }

  async company(): Promise<string> {
    const { id } = await this.identity.createCompany({ name: `Company ${++this.sequence}` });
    return id;
  }

  /** A caller with a session of a new user. */
  async user(role: Role, companyId?: string): Promise<ApiClient & { userId: string; sessionId: string }> {
    const { id: userId } = await this.identity.createUser({
      companyId: companyId ?? (await this.company()),
      email: `user-${++this.sequence}@example.com`,
      name: `User ${this.sequence}`,
      role,
    });
    const { sessionId } = await this.identity.issueSession(userId, 3_600_000);
    return Object.assign(new ApiClient(this.baseUrl, { SessionId: sessionId }), { userId, sessionId });
  }

  /** A caller with an API key: a new one, or one of before where the company has as many as it may have. */
  async integration(scopes?: readonly Scope[], companyId?: string): Promise<ApiClient & { key: string }> {
    const company = companyId ?? (await this.company());
    const kind = `${company} ${String(scopes)}`;
    const input = { companyId: company, name: 'integration', scopes, lifetimeMs: 3_600_000 };
    const key = await this.identity.issueApiKey(input).then(
      (issued) => issued.key,
      (error: unknown) => {
        const before = this.keys.get(kind);
        if (!(error instanceof TooManyApiKeys) || before === undefined) throw error;
        return before;
      },
    );
    this.keys.set(kind, key);
    return Object.assign(new ApiClient(this.baseUrl, { serviceAPIKey: key }), { key });
  }

  /** Runs a statement on the database. */
  sql<Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    return runSql<Row>(this.databaseUrl, text, values);
  }
}
