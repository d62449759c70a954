import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { eventually } from './eventually.js';
import { freePort } from './free-ports.js';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from './system-packages.js';

/** Time for a hook that starts Redis, which the first time may have to be installed. */
export const REDIS_START_LIMIT_MS = INSTALLATION_LIMIT_MS + 30_000;

/** Stores nothing on disk, and listens on loopback only. */
const ARGUMENTS = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no'];

/** A Redis for tests: the one that REDIS_URL names, or a process of its own. */
export interface TestRedis {
  readonly url: string;
  /** Empties the database; of a server of its own, all of them. */
  flushAll(): Promise<void>;
  /** Ends a server of its own. */
  stop(): Promise<void>;
}

/** The Redis that REDIS_URL names if it is set, in the database that it names; else a process of its own. */
export async function startRedis(): Promise<TestRedis> {
  const url = process.env['REDIS_URL'];
  if (!url) return RedisServer.start();
  return {
    url,
    flushAll: async () => {
      await command(url, 'FLUSHDB');
    },
    stop: () => Promise.resolve(),
  };
}

/** A Redis process on a free port, which it keeps. It can be stopped, frozen and started again. */
export class RedisServer implements TestRedis {
  private child: ChildProcess | undefined;
  private folder: string | undefined;

  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /**
   * A server that does not run yet.
   * @param options - further arguments of the program
   */
  static async reserve(...options: string[]): Promise<RedisServer> {
    return new RedisServer(await freePort(), options);
  }

  /** A server that runs. */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = await RedisServer.reserve(...options);
    await server.start();
    return server;
  }

  /** A Redis Cluster of one node, which has all slots and refuses a command on keys of several. */
  static async startCluster(): Promise<RedisServer> {
    const busPort = String(await freePort());
    const server = await RedisServer.start('--cluster-enabled', 'yes', '--cluster-port', busPort);
    await command(server.url, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await eventually(() => command(server.url, 'DEL', 'any')); // refused until the cluster knows that it is complete
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Starts it, empty, at the port that it had; a missing program is installed where it can be. */
  async start(): Promise<void> {
    if (this.child) throw new Error('This Redis runs already.');
    const program = await ensureInstalled(SYSTEM_PACKAGES.redis);
    this.folder = await mkdtemp(join(tmpdir(), 'wes-redis-'));
    const child = spawn(program, ['--port', String(this.port), ...ARGUMENTS, ...this.options], {
      cwd: this.folder,
      stdio: 'ignore',
    });
    this.child = child;
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended (${child.exitCode}).`);
      await command(this.url, 'PING');
    });
  }

  /** Kills it; its data is lost. */
  async stop(): Promise<void> {
    const { child, folder } = this;
    this.child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async flushAll(): Promise<void> {
    await command(this.url, 'FLUSHALL');
  }

  /** Removes one key. @throws when there is none */
  async remove(key: string): Promise<void> {
    const removed = await command(this.url, 'DEL', key);
    if (removed !== ':1') throw new Error(`Redis has no ${key}.`);
  }

  /** Freezes it: connections stay open and nothing is answered, as after a loss of the network. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }
}

/**
 * Gives a Redis one command; without a client, whose reconnecting would get in the way of the tests.
 * @returns its answer
 */
async function command(address: string, ...words: string[]): Promise<string | undefined> {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const target = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || '6379') };
  const socket =
    protocol === 'rediss:' ? connectSecurely({ ...target, servername: target.host }) : connect(target);
  const credentials = [username, password].filter(Boolean).map(decodeURIComponent);
  const commands = [
    ...(credentials.length > 0 ? [['AUTH', ...credentials]] : []),
    ['SELECT', pathname.slice(1) || '0'],
    words,
  ];
  try {
    socket.setEncoding('utf8').setTimeout(5_000, () => socket.destroy(new Error('Redis does not answer.')));
    socket.write(commands.map(encode).join(''));
    return await readAnswers(socket, commands.length);
  } finally {
    socket.destroy();
  }
}

/** One command in the protocol of Redis. */
function encode(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

/** Waits for answers of one line each. @returns the last. @throws the first that is an error */
async function readAnswers(chunks: AsyncIterable<unknown>, count: number): Promise<string | undefined> {
  let text = '';
  for await (const chunk of chunks) {
    text += String(chunk);
    const answers = text.split('\r\n').slice(0, -1);
    const refusal = answers.find((answer) => answer.startsWith('-'));
    if (refusal !== undefined) throw new Error(`Redis: ${refusal.slice(1)}`);
    if (answers.length >= count) return answers[count - 1];
  }
  throw new Error('Redis closed the connection.');
}
