import { NestFactory } from '@nestjs/core';
import { migrations } from '../../migrations/index.js';
import { Settings } from '../../src/platform/config/settings.js';
import { migrate, MIGRATION_LOCK } from '../../src/platform/database/migrate.js';
import { Sql } from '../../src/platform/database/sql.js';
import { managerOf } from '../../src/platform/database/typeorm-unit-of-work.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import {
  emptyDatabase,
  freshDatabase,
  openClient,
  runSql,
  sessionsWaitingForALock,
} from '../support/databases.js';
import { testRun } from '../support/environment.js';
import { eventually } from '../support/eventually.js';

const STORED = `
  SELECT rolname AS role, setconfig AS settings, s.xmin::text AS version
  FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = setrole JOIN pg_database d ON d.oid = setdatabase
  WHERE datname = current_database()`;

const [role, owner] = ['service', 'owner'].map((name) => `${testRun().prefix}_${name}`) as [string, string];

beforeAll(async () => {
  for (const name of [role, owner]) {
    await runSql(testRun().serverUrl, `CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
  }
});

afterAll(async () => {
  for (const name of [role, owner]) await runSql(testRun().serverUrl, `DROP ROLE ${name}`);
});

function as(name: string, databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), { username: name, password: 'secret' }).href;
}

/** The settings that a database stores for its roles. */
function storedIn(url: string): Promise<{ role: string; settings: string[]; version: string }[]> {
  return runSql(url, STORED);
}

function settings(statementTimeout: string): Settings {
  return Settings.from({ DATABASE_STATEMENT_TIMEOUT: statementTimeout });
}

describe('migrations store the limits of sessions', () => {
  it('for the role of the service, and write them again only when they change', async () => {
    const url = await emptyDatabase('limits');
    const service = { url: as(role, url), settings: settings('2s') };
    expect(await migrate(url, service)).toHaveLength(migrations.length);
    const stored = await storedIn(url);
    expect(stored).toMatchObject([
      { role, settings: ['statement_timeout=2000', 'idle_in_transaction_session_timeout=5000', 'jit=off'] },
    ]);
    expect(await migrate(url, service)).toEqual([]);
    expect(await storedIn(url)).toEqual(stored);
    await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url, { ...service, settings: settings('9s') })));
    expect(await storedIn(url)).toMatchObject([
      { role, settings: ['statement_timeout=9000', 'idle_in_transaction_session_timeout=9000', 'jit=off'] },
    ]);
  });

  it('or name the statements for a superuser, if the role that migrates may not', async () => {
    const url = await freshDatabase('limits');
    const name = new URL(url).pathname.slice(1);
    await runSql(url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${owner}`);
    const service = { url: as(role, url), settings: settings('2s') };
    const error = await migrate(as(owner, url), service).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ name: 'StartupError' });
    const [, statements = ''] = /^DATABASE_DIRECT_URL: .*; let a superuser run: (.*)$/.exec(
      (error as Error).message,
    )!;
    expect(statements.split('; ')).toContain(
      `ALTER ROLE "${role}" IN DATABASE "${name}" SET statement_timeout = '2000'`,
    );
    await runSql(url, statements);
    expect(await migrate(as(owner, url), service)).toEqual([]);
  });

  it('and are not limited by those of their own role', async () => {
    const url = await emptyDatabase('limits');
    await migrate(url, { url, settings: settings('100ms') });
    const other = await openClient(url);
    await other.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const waiting = migrate(url);
    await eventually(async () => expect(await sessionsWaitingForALock(url, 200)).toBe(1));
    await other.end();
    expect(await waiting).toEqual([]);
  });
});

describe('a process with a limit of its own', () => {
  it('has it in transactions, and leaves the connection as it was', async () => {
    const databaseUrl = await freshDatabase('limits');
    const environment = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '1' };
    const runtime = { settings: Settings.from(environment), databaseUrl, statementTimeoutMs: 3_600_000 };
    const module = PlatformModule.for(runtime);
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    try {
      const limits = `
        SELECT current_setting('statement_timeout') AS statement,
          current_setting('idle_in_transaction_session_timeout') AS idle`;
      const read = () => app.get(Sql).query({ name: 'test.limits', text: limits });
      const inside = await app
        .get(UnitOfWork)
        .run((transaction) => managerOf(transaction).query<unknown[]>(limits));
      expect(inside).toEqual([{ statement: '1h', idle: '1h' }]);
      expect(await read()).toEqual([{ statement: '3s', idle: '5s' }]);
    } finally {
      await app.close();
    }
  });
});
