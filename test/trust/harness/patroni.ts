import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runSql } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { freePorts } from '../../support/free-ports.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../../support/system-packages.js';
import type { Stage } from './stage.js';

const CLUSTER = 'wes';
const PASSWORD = 'secret';
const START_LIMIT_MS = 90_000;

/** The shortest times that Patroni takes: a primary that is gone is replaced after `ttl`. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 3 };

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** A PostgreSQL server and the Patroni that runs it. */
export class Node {
  private child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    readonly port: number,
    readonly restPort: number,
    private readonly folder: string,
    private readonly start: (file: string) => ChildProcess,
  ) {}

  run(): void {
    this.child = this.start(join(this.folder, `${this.name}.json`));
  }

  get isRunning(): boolean {
    return this.child !== undefined;
  }

  get adminUrl(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/postgres`;
  }

  async isPrimary(): Promise<boolean> {
    const rows = await runSql<{ isReplica: boolean }>(
      this.adminUrl,
      'SELECT pg_is_in_recovery() AS "isReplica"',
    ).catch(() => []);
    return rows[0]?.isReplica === false;
  }

  /** Ends Patroni and PostgreSQL without warning, like a machine that loses its power. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    const file = await readFile(join(this.folder, this.name, 'postmaster.pid'), 'utf8').catch(() => '');
    const [pid = ''] = file.split('\n');
    try {
      if (pid !== '') process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Two PostgreSQL servers, the second a synchronous replica, run by Patroni and etcd, behind haproxy. */
export class PatroniCluster {
  private constructor(
    readonly nodes: readonly Node[],
    /** Address of the service's database on the primary. */
    readonly url: string,
  ) {}

  /** Starts everything, with an empty database for the role `wes`. */
  static async start(stage: Stage): Promise<PatroniCluster> {
    const { patroni, etcd, haproxy, postgresql } = SYSTEM_PACKAGES;
    const programs = {
      postgres: await realpath(await ensureInstalled(postgresql)), // its other programs are beside it
      etcd: await ensureInstalled(etcd),
      patroni: await ensureInstalled(patroni),
      haproxy: await ensureInstalled(haproxy),
    };
    const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-patroni-')), (path) =>
      rm(path, { recursive: true, force: true, maxRetries: 10 }),
    );
    const account = await accountOfPostgres();
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid!);
    const run = (program: string, ...args: string[]): ChildProcess =>
      spawn(program, args, { cwd: folder, stdio: 'ignore', ...account });

    const [client, peer, front, ...others] = (await freePorts(7)) as [number, number, number, ...number[]];
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const store = run(
      programs.etcd,
      ...['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=${peerUrl}`],
      ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    );
    await stage.use(Promise.resolve(store), end);
    const nodes = ['one', 'two'].map((name, index) => {
      const [port, restPort] = others.slice(2 * index) as [number, number];
      return new Node(name, port, restPort, folder, (file) => run(programs.patroni, file));
    });
    for (const node of nodes) {
      const settings = nodeSettings(node, {
        folder,
        etcd: `127.0.0.1:${client}`,
        binaries: dirname(programs.postgres),
      });
      await writeFile(join(folder, `${node.name}.json`), JSON.stringify(settings)); // JSON is YAML
      await stage.use(Promise.resolve(node), (started) => started.kill());
    }
    const cluster = new PatroniCluster(nodes, `postgres://wes:${PASSWORD}@127.0.0.1:${front}/wes`);
    nodes[0]!.run();
    const primary = await cluster.primary(START_LIMIT_MS);
    nodes[1]!.run();
    await cluster.isSynchronous();
    await runSql(primary.adminUrl, `CREATE ROLE wes LOGIN PASSWORD '${PASSWORD}'`);
    await runSql(primary.adminUrl, 'CREATE DATABASE wes OWNER wes');

    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, balancerSettings(front, nodes));
    await stage.use(Promise.resolve(run(programs.haproxy, '-f', file)), end);
    await eventually(() => runSql(cluster.url, 'SELECT 1'), START_LIMIT_MS);
    return cluster;
  }

  /** Waits until there is a primary. */
  async primary(limitMs: number): Promise<Node> {
    return eventually(async () => {
      const states = await Promise.all(this.nodes.map(async (node) => (await node.isPrimary()) && node));
      const found = states.find((node) => node !== false);
      if (!found) throw new Error('There is no primary.');
      return found;
    }, limitMs);
  }

  /** Waits until a commit on the primary waits for the replica. */
  async isSynchronous(): Promise<void> {
    await eventually(async () => {
      const { adminUrl } = await this.primary(0);
      const rows = await runSql(adminUrl, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      if (rows.length === 0) throw new Error('The replica is not synchronous.');
    }, START_LIMIT_MS);
  }

  /** Asks Patroni to make the replica the primary; returns when it agrees. */
  async switchOver(): Promise<void> {
    const leader = await this.primary(0);
    const candidate = this.other(leader);
    const response = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    });
    if (!response.ok) throw new Error(`Patroni refuses the switchover: ${await response.text()}`);
  }

  other(node: Node): Node {
    return this.nodes.find((each) => each !== node)!;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** PostgreSQL refuses root. */
async function accountOfPostgres(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

interface ClusterContext {
  readonly folder: string;
  readonly etcd: string;
  readonly binaries: string;
}

function nodeSettings(
  { name, port, restPort }: Node,
  { folder, etcd, binaries }: ClusterContext,
): Readonly<Record<string, unknown>> {
  const rest = `127.0.0.1:${restPort}`;
  const server = `127.0.0.1:${port}`;
  const access = [
    'host replication replicator 127.0.0.1/32 scram-sha-256',
    'host all all 127.0.0.1/32 scram-sha-256',
  ];
  return {
    scope: CLUSTER,
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: access,
    },
    postgresql: {
      listen: server,
      connect_address: server,
      data_dir: join(folder, name),
      bin_dir: binaries,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
      pg_hba: access,
      parameters: { unix_socket_directories: folder, password_encryption: 'scram-sha-256' },
    },
  };
}

/** haproxy sends connections to the server that Patroni calls the primary, and ends those to another one. */
function balancerSettings(front: number, nodes: readonly Node[]): string {
  const servers = nodes.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  );
  return `defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
