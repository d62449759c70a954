import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { siblingUrl } from './databases.js';
import { eventually } from './eventually.js';
import { freePort } from './free-ports.js';
import { ensureInstalled, SYSTEM_PACKAGES } from './system-packages.js';

/** The program, and the arguments before its own. */
export type PoolerProgram = readonly [file: string, ...args: string[]];

export interface PoolerOptions {
  readonly mode: 'session' | 'transaction';
  /** Most connections to one database. */
  readonly poolSize: number;
  /** Further settings of its section `pgbouncer`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Another program than that of the system, which is installed if necessary. */
  readonly program?: PoolerProgram;
}

/** PgBouncer does not run as root. */
const ACCOUNT = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

const runFile = promisify(execFile);

/** A PgBouncer in front of the server of a database, with every database of that server. */
export class PgBouncer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    /** Address of the database through the pooler. */
    readonly url: string,
  ) {}

  static async start(databaseUrl: string, options: PoolerOptions): Promise<PgBouncer> {
    const program = options.program ?? [await ensureInstalled(SYSTEM_PACKAGES.pgbouncer)];
    const port = await freePort();
    const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
    const folder = await mkdtemp(join(tmpdir(), 'wes-pgbouncer-'));
    const file = join(folder, 'pgbouncer.ini');
    const users = join(folder, 'users.txt');
    const settings = {
      ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
      ...{ auth_type: 'scram-sha-256', auth_file: users, admin_users: username },
      ...{ pool_mode: options.mode, default_pool_size: options.poolSize, max_client_conn: 500 },
      query_wait_timeout: 3,
      ...options.settings,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const server = `* = host=${hostname} port=${serverPort || '5432'}`;
    await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
    await writeFile(file, ['[databases]', server, '[pgbouncer]', ...lines, ''].join('\n'));
    await chmod(folder, 0o755);
    const [command, ...args] = program;
    const child = spawn(command, [...args, ...ACCOUNT, '-q', file], { stdio: 'ignore' });
    const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
    const pooler = new PgBouncer(child, folder, url);
    try {
      await eventually(async () => {
        if (child.exitCode !== null) throw new Error(`PgBouncer ended (${child.exitCode}).`);
        await pooler.show('VERSION');
      });
    } catch (error) {
      await pooler.stop();
      throw error;
    }
    return pooler;
  }

  /** The rows of a SHOW command of its console. */
  show<Row extends pg.QueryResultRow>(what: string): Promise<Row[]> {
    return query<Row>(siblingUrl(this.url, 'pgbouncer'), `SHOW ${what}`);
  }

  /** Closes each connection to the server as soon as it is free, so that new ones get the stored settings. */
  async reconnect(): Promise<void> {
    await query(siblingUrl(this.url, 'pgbouncer'), 'RECONNECT');
  }

  /** Runs a statement through the pooler. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return query<Row>(this.url, text);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Without the parameters that a pooler refuses. */
async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The version of a PgBouncer, like 1.18 as [1, 18]. */
export async function poolerVersion([command, ...args]: PoolerProgram): Promise<readonly [number, number]> {
  const { stdout } = await runFile(command, [...args, '--version']);
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return [Number(major), Number(minor)];
}
