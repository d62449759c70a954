import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Settings } from '../../src/platform/config/settings.js';
import { Cluster } from '../../src/platform/database/embedded/cluster.js';
import { Programs } from '../../src/platform/database/embedded/programs.js';
import { migrate } from '../../src/platform/database/migrate.js';

/** A PostgreSQL of its own with a migrated database, which can be frozen, killed and restarted. */
export class PostgresServer {
  private isFrozen = false;

  private constructor(
    private readonly folder: string,
    private readonly cluster: Cluster,
    readonly url: string,
  ) {}

  static async start(): Promise<PostgresServer> {
    const folder = await newFolder();
    const cluster = new Cluster(folder, {}, () => undefined);
    const server = new PostgresServer(folder, cluster, await cluster.run());
    await migrate(server.url, { url: server.url, settings: Settings.from({}) });
    return server;
  }

  /** Starts a replica with a copy of its files, for which it stops for a moment. */
  async replicate(): Promise<PostgresServer> {
    const folder = await newFolder();
    const programs = await Programs.load(this.folder);
    await programs.run('pg_ctl', 'stop', '-D', 'data', '-m', 'fast', '-w');
    const copy = new Cluster(folder, {}, () => undefined);
    await promisify(execFile)('cp', ['-aT', this.folder, folder]); // with the owner
    await this.cluster.run();
    const { hostname, port, username, password } = new URL(this.url);
    const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
    await appendFile(join(copy.data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    await writeFile(join(copy.data, 'standby.signal'), '');
    await rm(join(copy.data, 'postmaster.opts')); // has the port of the original
    return new PostgresServer(folder, copy, await copy.run());
  }

  /** Stops all its processes where they are: connections stay open, and nothing is answered. */
  async freeze(): Promise<void> {
    this.isFrozen = true;
    await this.signal('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.signal('SIGCONT');
    this.isFrozen = false;
  }

  /** Ends it like a crash and starts it again at the same address: it recovers from its log. */
  async restartImmediately(): Promise<void> {
    await this.stop();
    await this.cluster.run();
  }

  async close(): Promise<void> {
    if (this.isFrozen) await this.thaw();
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async stop(): Promise<void> {
    const programs = await Programs.load(this.folder);
    await programs.run('pg_ctl', 'stop', '-D', 'data', '-m', 'immediate', '-w');
  }

  /** The postmaster first, so that it does not start others meanwhile. */
  private async signal(signal: NodeJS.Signals): Promise<void> {
    const [pid] = (await readFile(join(this.cluster.data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), signal);
    for (const child of await childrenOf(Number(pid))) {
      try {
        process.kill(child, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-postgres-'));
  await chmod(folder, 0o755); // the account that root lends the server passes through
  return folder;
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name in parentheses may contain anything.
    const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) === parent) children.push(Number(pid));
  }
  return children;
}
