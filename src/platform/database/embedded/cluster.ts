import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { property } from '../../errors/sql-error-facts.js';
import { EmbeddedPostgresUnavailable } from './errors.js';
import { Programs } from './programs.js';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** The C library classifies characters; plain `C` knows letters of ASCII only. */
const CHARACTER_TYPES: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' };
/**
 * Messages of PostgreSQL for conditions that pass: another process starts or stops the server, a killed server is still
 * ending, or another program has taken the port.
 */
const TRANSIENT =
  /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block|could not bind|could not create any TCP\/IP sockets|received (?:fast|smart) shutdown request/;

/**
 * The files of one embedded server, and the programs that work on them:
 *
 * - `data/`: PostgreSQL's data folder, there completely or not at all, with the password in `data/wes.password`
 * - `server.log`: the log of the server
 * - `initialising-<random>/`: a data folder that is being created
 *
 * The programs run in `directory` and get relative paths, because `pg_ctl` passes them through a shell.
 */
export class Cluster {
  readonly data: string;
  readonly log: string;
  private loading: Promise<Programs> | undefined;

  /**
   * @param directory an existing folder, without symbolic links in its path
   * @param settings PostgreSQL settings for a server that is started here
   */
  constructor(
    readonly directory: string,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly onEvent: (message: string) => void,
  ) {
    this.data = join(directory, 'data');
    this.log = join(directory, 'server.log');
  }

  /** True of a folder with a database. A folder that cannot be read counts as one: opening it explains the reason. */
  static async existsIn(directory: string): Promise<boolean> {
    return await stat(join(directory, 'data', 'PG_VERSION')).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(property(error, 'code') ?? ''),
    );
  }

  /**
   * Creates the data folder and starts the server where necessary.
   *
   * @returns the address of the server, with the password
   * @throws EmbeddedPostgresUnavailable when it cannot run here; another error when it may be tried again
   */
  async run(): Promise<string> {
    if ((await this.read('PG_VERSION')) === undefined) await this.initialise();
    const password = await this.read('wes.password');
    if (password === undefined) {
      throw new EmbeddedPostgresUnavailable(
        `${this.data} is a database that this service has not made (it has no wes.password): put the file ` +
          'back, choose another DATA_DIR, or set DATABASE_URL.',
      );
    }
    const port = (await this.runningPort()) ?? (await this.start());
    return `postgres://wes:${password.trim()}@127.0.0.1:${port}/postgres?sslmode=disable`;
  }

  /** Stops the server: sessions end, transactions in flight are rolled back, nothing committed is lost. */
  async stop(): Promise<void> {
    const programs = await this.programs();
    const pid = await this.pid();
    const { succeeded, output } = await programs.run('pg_ctl', 'stop', '-D', 'data', '-m', 'fast', '-w');
    // pg_ctl also fails when it has ended and another process starts the next one at that moment.
    if (!succeeded && (await this.pid()) === pid && (await this.runningPort()) !== undefined) {
      throw new EmbeddedPostgresUnavailable(
        `The embedded database in ${this.directory} does not stop; see ${this.log}.`,
        new Error(output),
      );
    }
    this.onEvent('stopped the database server');
  }

  /** Creates the folder under another name and renames it: a kill, or two first starts at once, leave no half of it. */
  private async initialise(): Promise<void> {
    this.onEvent(`creating the database in ${this.directory}`);
    const programs = await this.programs();
    const staging = await mkdtemp(join(this.directory, 'initialising-'));
    const [created, password] = [join(staging, 'data'), join(staging, 'password')];
    let output: string;
    try {
      await writeFile(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
      await Promise.all([staging, password].map((path) => programs.chown(path)));
      const outcome = await programs.run(
        'initdb',
        '-D',
        `${basename(staging)}/data`,
        `--pwfile=${basename(staging)}/password`,
        '--username=wes',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=icu',
        '--icu-locale=und',
        '--locale=C',
        `--lc-ctype=${CHARACTER_TYPES[process.platform] ?? 'C'}`,
        ...(this.settings['fsync'] === 'off' ? ['--no-sync'] : []),
      );
      ({ output } = outcome);
      if (outcome.succeeded) {
        await rename(password, join(created, 'wes.password'));
        await rename(created, this.data);
      }
    } catch (error) {
      // Another process was faster, and may have removed the staging folder; or the data folder has other contents.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(property(error, 'code') ?? '')) throw error;
      output = `error: ${this.data} is neither empty nor a database`;
    }
    const isCreated = (await this.read('PG_VERSION')) !== undefined;
    // Also the staging folders of killed and slower processes.
    const leftovers = (await readdir(this.directory)).filter((entry) => entry.startsWith('initialising-'));
    for (const entry of isCreated ? leftovers : [basename(staging)]) {
      const options = { recursive: true, force: true, maxRetries: 3 };
      await rm(join(this.directory, entry), options).catch(() => undefined);
    }
    if (isCreated) return;
    const reason = /error: *(.*)/.exec(output)?.[1] ?? output.split('\n').at(-1);
    throw new EmbeddedPostgresUnavailable(
      `The embedded database cannot be created (${reason}): choose another DATA_DIR, or set DATABASE_URL.`,
      new Error(output),
    );
  }

  /** @returns the port on which the server then listens */
  private async start(): Promise<number> {
    const programs = await this.programs();
    const version = (await this.read('PG_VERSION'))?.trim();
    if (version !== programs.major) {
      throw new EmbeddedPostgresUnavailable(
        `${this.data} is a database of PostgreSQL ${version}, and this release brings PostgreSQL ` +
          `${programs.major}: run a PostgreSQL ${version} server on it (user wes, password in wes.password) ` +
          'and set DATABASE_URL; or move the data with pg_dump and psql to another database; or choose ' +
          'another DATA_DIR for a new database.',
      );
    }
    let { size: logStart } = await stat(this.log).catch(() => ({ size: 0 }));
    if (logStart > LOG_LIMIT_BYTES) {
      await rm(this.log);
      logStart = 0;
    }
    // The same port again keeps the settings of other tools valid. PostgreSQL stores its command line.
    const [, lastPort] = /port=(\d+)/.exec((await this.read('postmaster.opts')) ?? '') ?? [];
    const port = await freePort(Number(lastPort ?? 0));
    const options = Object.entries({
      shared_buffers: '256MB', // the default is for the smallest machines: an import takes a seventh longer
      ...this.settings,
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '', // its path must be shorter than those of many folders
      log_min_messages: 'log', // errors of statements would repeat values of the data
    }).map(([name, value]) => `-c ${name}=${value}`);
    const { succeeded } = await programs.run(
      'pg_ctl',
      // A server that was killed under load replays its log first.
      'start',
      '-D',
      'data',
      '-l',
      'server.log',
      '-w',
      '-t',
      '300',
      '-o',
      options.join(' '),
    );
    if (!succeeded) await this.explainFailure(logStart);
    this.onEvent('started the database server');
    return port;
  }

  private async explainFailure(logStart: number): Promise<never> {
    const log = (await readFile(this.log).catch(() => Buffer.of())).subarray(logStart).toString();
    if (TRANSIENT.test(log)) throw new Error('another process starts or stops it');
    if (log.trim() === '') throw new Error('the server ended before it logged anything');
    const reason = /(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1);
    throw new EmbeddedPostgresUnavailable(
      `The embedded database in ${this.directory} does not start: ${reason}; see ${this.log}.`,
      new Error(log),
    );
  }

  /**
   * The process id alone is not enough: after a crash of the machine, and nearly always in a restarted container, it
   * belongs to another process, and PostgreSQL would not start. On Linux the server is recognised by its current
   * folder.
   */
  private async runningPort(): Promise<number | undefined> {
    const file = await this.read('postmaster.pid');
    if (file === undefined) return undefined;
    const [pid = '', , , port = ''] = file.split('\n');
    try {
      if (process.platform !== 'linux') process.kill(Number(pid), 0);
      else if (!(await isSameFolder(`/proc/${pid}/cwd`, this.data))) {
        if ((await this.read('postmaster.pid')) === file) await rm(join(this.data, 'postmaster.pid'));
        return undefined;
      }
    } catch (error) {
      // Containers do not permit to see the folder of another account's process.
      if (property(error, 'code') !== 'EACCES') return undefined;
    }
    if (port === '') throw new Error('it is starting');
    return Number(port);
  }

  /** The server's process id: undefined without a server, empty while one starts. */
  private async pid(): Promise<string | undefined> {
    return (await this.read('postmaster.pid'))?.split('\n')[0];
  }

  /** Only a process that creates, starts or stops needs them. */
  private programs(): Promise<Programs> {
    this.loading ??= Programs.load(this.directory);
    return this.loading;
  }

  private async read(name: string): Promise<string | undefined> {
    return await readFile(join(this.data, name), 'utf8').catch((error: unknown) => {
      if (property(error, 'code') === 'ENOENT') return undefined;
      throw error;
    });
  }
}

/** Compared by inode: a path may lead through symbolic links and bind mounts. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.dev === b.dev && a.ino === b.ino;
}

/** @param preferred taken when it is free; 0 for any */
async function freePort(preferred: number): Promise<number> {
  const probe = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    if (preferred === 0) throw error;
    return await freePort(0);
  } finally {
    probe.close();
  }
}
