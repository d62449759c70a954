import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { handOver } from './account.js';
import type { Binaries } from './binaries.js';
import { codeOf, EmbeddedPostgresUnavailable } from './errors.js';
import type { Launcher, Outcome } from './launcher.js';

/** The superuser of the cluster. */
export const SUPERUSER = 'wes';

const WORKSHOP = 'initialising-';
const WORKSHOP_LIFETIME_MS = 10 * 60_000;

/**
 * The files of one embedded server:
 *
 * - `data/`: the cluster, there completely or not at all, with the password in `data/wes.password`
 * - `server.log`: what the server says
 * - `initialising-<pid>-<random>/`: a cluster in the making
 */
export class Cluster {
  readonly data: string;
  readonly log: string;

  constructor(readonly directory: string) {
    this.data = join(directory, 'data');
    this.log = join(directory, 'server.log');
  }

  async createDirectory(): Promise<void> {
    await makeFolder(this.directory);
  }

  async exists(): Promise<boolean> {
    return stat(join(this.data, 'PG_VERSION')).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      },
    );
  }

  async isOwnedBy(uid: number): Promise<boolean> {
    return (await stat(this.data).catch(() => undefined))?.uid === uid;
  }

  /** @throws EmbeddedPostgresUnavailable when the folder is a cluster of other making */
  async password(): Promise<string> {
    const path = join(this.data, 'wes.password');
    const password = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new EmbeddedPostgresUnavailable(
        `${path} is missing, so the database in ${this.data} cannot be opened: put the file back, or choose another DATA_DIR.`,
        error,
      );
    });
    return password.trim();
  }

  /**
   * Creates the cluster unless another process is faster. It is made aside and renamed into place, so that a
   * kill in the middle or two first starts at once never leave half a cluster.
   *
   * @param durable whether the new files must survive a crash of the machine
   * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot make one
   */
  async initialise(binaries: Binaries, launcher: Launcher, durable: boolean): Promise<void> {
    const workshop = await mkdtemp(join(this.directory, `${WORKSHOP}${process.pid}-`));
    try {
      const made = join(workshop, 'data');
      const password = join(workshop, 'password');
      await writeFile(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: durable });
      await handOver(password, launcher.account);
      await handOver(workshop, launcher.account);
      await initdb(binaries, launcher, [
        '-D',
        made,
        `--pwfile=${password}`,
        ...(durable ? [] : ['--no-sync']),
      ]);
      await rename(password, join(made, 'wes.password'));
      if (durable) await flushFolder(made);
      await this.moveIntoPlace(made);
      if (durable) await flushFolder(this.directory);
    } finally {
      await removeFolder(workshop);
    }
  }

  /** Removes what killed initialisations left behind. */
  async removeLeftovers(): Promise<void> {
    for (const entry of await readdir(this.directory)) {
      const [, pid] = /^initialising-(\d+)-/.exec(entry) ?? [];
      if (!pid) continue;
      const path = join(this.directory, entry);
      const begun = await stat(path).catch(() => undefined);
      // The number of a dead process may be given to another one, in containers nearly always.
      const abandoned = begun && Date.now() - begun.mtimeMs > WORKSHOP_LIFETIME_MS;
      if (abandoned || !processExists(Number(pid))) await removeFolder(path);
    }
  }

  private async moveIntoPlace(made: string): Promise<void> {
    try {
      await rename(made, this.data);
    } catch (error) {
      if (await this.exists()) return;
      throw new EmbeddedPostgresUnavailable(
        `${this.data} is neither empty nor a database: move it away, or choose another DATA_DIR.`,
        error,
      );
    }
  }
}

/** Whether some process has this number; it need not be the one that was meant. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Texts are folded and compared by ICU; the C library only classifies characters, for pg_trgm among others,
 * which would take letters beyond ASCII for punctuation under the plain C locale.
 */
function characterTypes(): readonly string[] {
  if (process.platform === 'win32') return ['C'];
  return process.platform === 'darwin' ? ['en_US.UTF-8', 'C'] : ['C.UTF-8', 'C'];
}

async function initdb(binaries: Binaries, launcher: Launcher, args: readonly string[]): Promise<void> {
  let outcome: Outcome = { succeeded: false, output: '' };
  for (const characterType of characterTypes()) {
    outcome = await launcher.run(binaries.initdb, [
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      ...args,
    ]);
    if (outcome.succeeded) return;
    if (!/locale name/.test(outcome.output)) break;
  }
  const reason =
    /(?:error|FATAL|PANIC): *(.*)/.exec(outcome.output)?.[1] ?? outcome.output.split('\n').at(-1);
  throw new EmbeddedPostgresUnavailable(
    `The embedded database cannot be created (${reason || 'initdb failed'}): choose another DATA_DIR, or set DATABASE_URL.`,
    new Error(outcome.output),
  );
}

async function flushFolder(path: string): Promise<void> {
  // Windows opens no folders, and flushes the names with the files.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** An initialisation that is still dying may add files meanwhile; the next start removes those. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/**
 * Makes a folder and the ones above it. Node's own recursion never ends where a file system answers ENOENT for a
 * folder whose parent is there, as below /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}
