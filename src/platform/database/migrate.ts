import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { migrations } from '../../../migrations/index.js';
import type { Settings } from '../config/settings.js';
import { distribute, ONE_CONNECTION } from './distribution.js';
import { limitTransaction, storeSessionSettings } from './session-settings.js';

/** Any fixed number: the key of the lock that processes which migrate at the same time wait for. */
export const MIGRATION_LOCK = 7_205_119_340;

/** A server that accepts connections and stays silent is not waited for. */
const CONNECT_TIMEOUT_MS = 4_000;

/** The service for whose sessions the database is prepared. */
export interface MigratedService {
  /** Address that it connects to; its role may be another one than that of the migrations. */
  readonly url: string;
  readonly settings: Settings;
}

/**
 * Brings a database to the newest migration, distributes its tables where it has the extension Citus, and stores the
 * settings of the service's sessions in it. Any number of processes may call it at once: one works, the others wait and
 * find nothing left to do. The lock, too, ends with a transaction, so that it holds through a pooler.
 * @returns the names of the migrations that this call carried out
 */
export async function migrate(url: string, service?: MigratedService): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations,
    poolSize: 2,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    // The default logger writes a failed migration to standard output, which is reserved for results of commands.
    logger: 'debug',
  });
  await dataSource.initialize();
  try {
    return await runUnlimited(dataSource, async (lock) => {
      await lock.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      const done = await runPending(dataSource, lock);
      await runUnlimited(dataSource, ({ manager }) => distribute(manager));
      if (service) await storeSessionSettings(lock, service.url, service.settings);
      return done;
    });
  } finally {
    await dataSource.destroy();
  }
}

/** Runs each migration in a transaction of its own. */
async function runPending(dataSource: DataSource, lock: QueryRunner): Promise<string[]> {
  const pending = await new MigrationExecutor(dataSource, lock).getPendingMigrations();
  for (const migration of pending) {
    await runUnlimited(dataSource, (runner) =>
      new MigrationExecutor(dataSource, runner).executeMigration(migration),
    );
  }
  return pending.map(({ name }) => name);
}

/** A transaction without the time limits that the role may have. */
function runUnlimited<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  return dataSource.transaction(async ({ queryRunner }) => {
    if (!queryRunner) throw new Error('The transaction has no connection.');
    await queryRunner.query(limitTransaction(0));
    await queryRunner.query(ONE_CONNECTION);
    return work(queryRunner);
  });
}
