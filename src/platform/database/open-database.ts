import { join } from 'node:path';
import type { Settings } from '../config/settings.js';
import { StartupError } from '../errors/startup-error.js';
import { explainConnectionError } from './connection-errors.js';
import { EmbeddedPostgres } from './embedded/index.js';
import { migrate } from './migrate.js';

/** A database that a process may use until it closes it. */
export interface OpenDatabase {
  readonly url: string;
  readonly isEmbedded: boolean;
  /** Names of the migrations that opening it has carried out. */
  readonly migrations: readonly string[];
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** `service` is refused when another service uses the embedded database. */
  readonly role: 'service' | 'command';
  /** The setting decides when left out. */
  readonly migrate?: boolean;
  /** True creates the embedded database where there is none, which is the default. */
  readonly create?: boolean;
  readonly onEvent?: (message: string) => void;
  /** The embedded server has ended or cut the connection: end the process. */
  readonly onLost?: (error: unknown) => void;
}

/**
 * Opens the configured database or, without one, the embedded database below the data folder, and migrates it if the
 * settings ask for it.
 */
export async function openDatabase(settings: Settings, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const database = await connect(settings, options);
  try {
    const isMigrating = options.migrate ?? settings.migrateOnStart;
    const migrations = isMigrating ? await migrateFor(database.url, settings) : [];
    return { ...database, migrations };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function migrateFor(url: string, settings: Settings): Promise<string[]> {
  const { directUrl } = settings.database;
  try {
    return await migrate(directUrl ?? url, { url, settings });
  } catch (error) {
    const explanation = explainConnectionError(error);
    if (directUrl === undefined || explanation === undefined) throw error;
    throw new StartupError(`DATABASE_DIRECT_URL: ${explanation}`, { cause: error });
  }
}

async function connect(
  { database, dataDir }: Settings,
  options: OpenDatabaseOptions,
): Promise<Omit<OpenDatabase, 'migrations'>> {
  if (database.url !== undefined) {
    return { url: database.url, isEmbedded: false, close: () => Promise.resolve() };
  }
  const embedded = await EmbeddedPostgres.open({ directory: join(dataDir, 'postgres'), ...options });
  return { url: embedded.url, isEmbedded: true, close: () => embedded.close() };
}
