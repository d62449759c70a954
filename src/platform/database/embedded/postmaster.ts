import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresUnavailable } from './errors.js';
import type { Launcher } from './launcher.js';
import { lifeOf, readPostmasterFile, type PostmasterFile } from './postmaster-file.js';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 8 * 1024;
const POLL_MS = 5;
const STOP_LIMIT_MS = 60_000;
const PORT_ATTEMPTS = 10;
/** A server that was killed under load replays up to max_wal_size of its log first. */
const RECOVERY_LIMIT_MS = 5 * 60_000;

export interface StartOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** The one port that will do; otherwise the port of last time if it is free, else any. */
  readonly port: number | undefined;
}

type Ending = 'ready' | 'port-taken' | 'occupied';

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/**
 * Starts the server and waits until it answers.
 *
 * `pg_ctl start` is not used: it looks only ten times a second, passes the settings through a shell, and its
 * caller learns of a failure from the log. The server starts in a session of its own all the same.
 *
 * @returns `false` when another process was faster, or remains of a killed server are still dying: look again
 * @throws EmbeddedPostgresUnavailable when the server cannot run, with the tail of its log as cause
 */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  launcher: Launcher,
  { settings, port: required }: StartOptions,
): Promise<boolean> {
  let port = required ?? (await lastPort(cluster)) ?? (await freePort());
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const ending = await startOn(port, cluster, binaries, launcher, settings);
    if (ending !== 'port-taken') return ending === 'ready';
    if (required !== undefined) return false;
    port = await freePort();
  }
  return false;
}

/**
 * Stops the server: sessions end, transactions in flight are rolled back, nothing committed is lost.
 *
 * @throws EmbeddedPostgresUnavailable when it is still there after a minute
 */
export async function stopPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  launcher: Launcher,
): Promise<void> {
  const running = await readPostmasterFile(cluster.data);
  if (!running) return;
  const { succeeded, output } = await launcher.run(binaries.pgCtl, [
    'stop',
    '--no-wait',
    '--mode=fast',
    '-D',
    cluster.data,
  ]);
  const deadline = Date.now() + STOP_LIMIT_MS;
  // Looked at here, because pg_ctl looks only ten times a second.
  while (await isStillThere(running, cluster)) {
    if (!succeeded || Date.now() > deadline) {
      throw new EmbeddedPostgresUnavailable(
        `The embedded database in ${cluster.directory} did not stop; see ${cluster.log}.`,
        new Error(output),
      );
    }
    await sleep(POLL_MS);
  }
}

/** The file goes a moment before the process, and stays when the server was killed meanwhile. */
async function isStillThere(server: PostmasterFile, cluster: Cluster): Promise<boolean> {
  const life = await lifeOf(server, cluster.data);
  if (life !== 'unknown') return life === 'alive';
  return (await readPostmasterFile(cluster.data))?.pid === server.pid;
}

async function startOn(
  port: number,
  cluster: Cluster,
  binaries: Binaries,
  launcher: Launcher,
  settings: Readonly<Record<string, string>>,
): Promise<Ending> {
  // The account's folder is not a place where root follows links.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = await open(cluster.log, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    const { account } = launcher;
    if (account) await log.chown(account.uid, account.gid);
    if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate(0);
    const { size: logStart } = await log.stat();
    const args = Object.entries({
      ...settings,
      listen_addresses: '127.0.0.1',
      port: String(port),
      // A socket's path must be shorter than many a checkout's.
      unix_socket_directories: '',
      logging_collector: 'off',
      log_destination: 'stderr',
      // Its own news and fatal ends, but no errors of statements: those repeat values of the data.
      log_min_messages: 'log',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = launcher.start(binaries.postgres, ['-D', cluster.data, ...args], log.fd);
    const end = await untilReady(child, cluster);
    return end ? judgeEnd(end, await tail(cluster.log, logStart), cluster) : 'ready';
  } finally {
    await log.close();
  }
}

/** @returns how the server ended, if it did that instead */
async function untilReady(child: ChildProcess, cluster: Cluster): Promise<End | undefined> {
  const ended = new Promise<End>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
  });
  const deadline = Date.now() + RECOVERY_LIMIT_MS;
  while (Date.now() < deadline) {
    const end = await Promise.race([ended, sleep(POLL_MS)]);
    if (end) return end;
    const file = await readPostmasterFile(cluster.data);
    if (file?.status === 'ready' && file.pid === child.pid) return undefined;
  }
  return { code: null, signal: null, error: new Error('it takes too long') };
}

function judgeEnd({ code, signal, error }: End, said: string, cluster: Cluster): Ending {
  // Somebody stopped or killed it before it was seen to be ready.
  if (code === 0 || signal === 'SIGKILL') return 'occupied';
  if (/could not bind|could not create any TCP\/IP sockets/.test(said)) return 'port-taken';
  // The second is what the backends of a killed server hold for a moment; the third, a file between two states.
  if (/lock file ".*" already exists|pre-existing shared memory block|lock file ".*" is empty/.test(said)) {
    return 'occupied';
  }
  const complaint = [...said.matchAll(/(?:FATAL|PANIC|ERROR): +(.*)/g)].at(-1)?.[1];
  const reason =
    error?.message ?? complaint ?? signal ?? (said.trim().split('\n').at(-1) || 'it ended at once');
  throw new EmbeddedPostgresUnavailable(
    `The embedded database in ${cluster.directory} does not start: ${reason}; see ${cluster.log}.`,
    error ?? new Error(said),
  );
}

async function tail(path: string, from: number): Promise<string> {
  const content = await readFile(path);
  const start = from <= content.length ? from : 0;
  return content.subarray(Math.max(start, content.length - LOG_TAIL_BYTES)).toString('utf8');
}

/** The server notes its command line; the same port again keeps the connections of other tools valid. */
async function lastPort(cluster: Cluster): Promise<number | undefined> {
  const commandLine = await readFile(join(cluster.data, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"port=(\d+)"/.exec(commandLine)?.[1]) || undefined;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
