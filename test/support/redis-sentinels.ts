import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort } from './free-ports.js';
import { RedisServer } from './redis-server.js';
import { ensureInstalled, SYSTEM_PACKAGES } from './system-packages.js';

const MASTER = 'mymaster';
const SENTINELS = 3;
const QUORUM = 2;
const DOWN_AFTER_MS = 1_000;
/** A sentinel turns a restarted primary into a replica only after some seconds. */
const CHANGE_LIMIT_MS = 60_000;

interface Sentinel {
  readonly port: number;
  readonly child: ChildProcess;
}

/** A primary and a replica, and three sentinels that replace a primary which is silent for a second. */
export class RedisSentinels {
  private constructor(
    private readonly servers: readonly RedisServer[],
    private readonly sentinels: readonly Sentinel[],
    private readonly folder: string,
  ) {}

  static async start(): Promise<RedisSentinels> {
    const program = await ensureInstalled(SYSTEM_PACKAGES.redis);
    const primary = await RedisServer.start();
    const replica = await RedisServer.start('--replicaof', '127.0.0.1', String(primary.port));
    await eventually(async () => {
      const answer = await call(replica.port, 'INFO', 'replication');
      if (!String(answer).includes('master_link_status:up')) throw new Error('The replica is not connected.');
    }); // a sentinel asks for it once in ten seconds
    const folder = await mkdtemp(join(tmpdir(), 'wes-sentinels-'));
    const sentinels: Sentinel[] = [];
    for (let number = 1; number <= SENTINELS; number++) {
      const port = await freePort();
      const file = join(folder, `${port}.conf`);
      await writeFile(file, configuration(port, primary.port));
      const child = spawn(program, [file, '--sentinel'], { cwd: folder, stdio: 'ignore' });
      sentinels.push({ port, child });
    }
    const started = new RedisSentinels([primary, replica], sentinels, folder);
    await started.becomeReady();
    return started;
  }

  /** The same as settings of the service. */
  get environment(): Record<string, string> {
    return { REDIS_SENTINELS: this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',') };
  }

  /** The server that the sentinels name. */
  async primary(): Promise<RedisServer> {
    const [sentinel] = this.sentinels;
    const [, port] = (await ask(sentinel!.port, 'get-master-addr-by-name', MASTER)) as [string, string];
    return this.servers.find((server) => server.port === Number(port))!;
  }

  /** Has the sentinels swap the primary and the replica. */
  async failOver(): Promise<void> {
    const former = await this.primary();
    await ask(this.sentinels[0]!.port, 'failover', MASTER);
    await this.replaced(former);
  }

  /** Waits until the sentinels name another primary. */
  async replaced(former: RedisServer): Promise<void> {
    await eventually(async () => {
      if ((await this.primary()) === former) throw new Error('The primary is the same.');
    }, CHANGE_LIMIT_MS);
  }

  /** Waits until all sentinels know each other, the primary and a replica that could take over. */
  async becomeReady(): Promise<void> {
    await eventually(async () => {
      for (const { port } of this.sentinels) {
        const [primary] = (await ask(port, 'masters')) as string[][];
        const replicas = (await ask(port, 'replicas', MASTER)) as string[][];
        const usable = replicas.filter(
          (replica) =>
            valueOf(replica, 'flags') === 'slave' && valueOf(replica, 'master-link-status') === 'ok',
        );
        if (
          usable.length !== 1 ||
          valueOf(primary!, 'flags') !== 'master' ||
          valueOf(primary!, 'num-other-sentinels') !== String(SENTINELS - 1)
        )
          throw new Error('The sentinels do not know all servers.');
      }
    }, CHANGE_LIMIT_MS);
  }

  /** Freezes both servers, so that the sentinels have none to name. */
  pause(): void {
    for (const server of this.servers) server.pause();
  }

  resume(): void {
    for (const server of this.servers) server.resume();
  }

  async stop(): Promise<void> {
    for (const { child } of this.sentinels) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    for (const server of this.servers) await server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function configuration(port: number, primaryPort: number): string {
  return `bind 127.0.0.1
port ${port}
sentinel monitor ${MASTER} 127.0.0.1 ${primaryPort} ${QUORUM}
sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}
sentinel failover-timeout ${MASTER} 3000
`;
}

function ask(port: number, ...words: string[]): Promise<unknown> {
  return call(port, 'SENTINEL', ...words);
}

/** Gives a server one command, on a connection of its own. */
async function call(port: number, ...[command, ...words]: [string, ...string[]]): Promise<unknown> {
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined); // the command rejects, too
  try {
    return await client.call(command, ...words);
  } finally {
    client.disconnect();
  }
}

/** A value in a list of names, each followed by its value. */
function valueOf(list: readonly string[], name: string): string | undefined {
  return list[list.indexOf(name) + 1];
}
