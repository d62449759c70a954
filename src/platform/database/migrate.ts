import { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/index.js';

/** Any fixed number: the key of the lock that processes which migrate at the same time wait for. */
const MIGRATION_LOCK = 7_205_119_340;

/** A server that accepts connections and stays silent is not waited for. */
const CONNECT_TIMEOUT_MS = 4_000;

/**
 * Brings a database to the newest migration. Any number of processes may call it at once: one works, the others
 * wait and find nothing left to do.
 * @returns the names of the migrations that this call carried out
 */
export async function migrate(url: string): Promise<string[]> {
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
    const lock = dataSource.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map(({ name }) => name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await lock.release();
    }
  } finally {
    await dataSource.destroy();
  }
}
