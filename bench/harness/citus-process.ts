import { runSql } from '../../test/support/databases.js';
import { InstalledPostgres } from '../../test/support/installed-postgres.js';
import { CITUS_SETTINGS, CitusServers } from '../../test/trust/citus/servers.js';
import { becomeChild, type ChildTask } from './become-child.js';

export interface CitusInput {
  /** The folder of the programs of a PostgreSQL with the extension. */
  readonly programs: string;
}

/** Addresses of two empty databases. */
export interface CitusDatabases {
  /** On a server of the same version with the same settings, without the extension. */
  readonly plain: string;
  readonly coordinator: string;
  readonly workers: readonly string[];
}

/** Runs one server, and a coordinator with two workers. */
async function start({ programs }: CitusInput): Promise<ChildTask> {
  const closers: (() => Promise<unknown>)[] = [];
  const stage = {
    use: async <T>(starting: Promise<T>, close: (started: T) => Promise<unknown>): Promise<T> => {
      const started = await starting;
      closers.push(() => close(started));
      return started;
    },
  };
  const end = async (): Promise<void> => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const settings = { ...CITUS_SETTINGS, shared_preload_libraries: '' };
    const one = await stage.use(InstalledPostgres.start(settings, programs), (started) => started.stop());
    await runSql(one.url('postgres'), 'CREATE DATABASE wes TEMPLATE template0');
    const several = await CitusServers.open(stage, []);
    const ready: CitusDatabases = {
      plain: one.url('wes'),
      coordinator: several.databaseUrl,
      workers: several.workers.map(({ url }) => url),
    };
    return { ready, end };
  } catch (error) {
    await end();
    throw error;
  }
}

becomeChild(start);
