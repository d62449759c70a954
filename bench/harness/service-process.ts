import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { becomeChild, type ChildTask } from './become-child.js';

export interface ServiceInput {
  /** Address of a module that the service loads first. */
  readonly probe?: string;
  /** Of a mail server; without one mails are written to the log. */
  readonly smtpUrl?: string;
  /** Of an empty database in place of an embedded one. */
  readonly databaseUrl?: string;
  /** File of a certificate that the service trusts; with it the service sends requests to this machine, too. */
  readonly authority?: string;
}

export interface Service {
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string;
}

/** A bench is one client that sends more than its share. The requests are counted nevertheless, as in production. */
const HIGH_RATE_LIMITS = {
  RATE_LIMIT: '1000000000/10s',
  RATE_LIMIT_EXPENSIVE: '1000000000/10s',
  RATE_LIMIT_SEARCH: '1000000000/10s',
  RATE_LIMIT_PEOPLE: '1000000000/10s',
  EXPORT_LIMIT: '1000000000/1h',
  WRITE_LIMIT: '9999GiB/1h',
};
const PROJECT = new URL('../../', import.meta.url);
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;
const POLL_MS = 50;

/**
 * Runs the built service with an embedded database in a temporary folder, or with a database of the bench. The service
 * would survive a harness that is killed; this process does not.
 */
async function start(input: ServiceInput): Promise<ChildTask> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-bench-'));
  const log = join(folder, 'service.log');
  let service: ChildProcess | undefined;
  let database: EmbeddedPostgres | undefined;
  const end = async (): Promise<void> => {
    if (service) await stop(service);
    await database?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const running = (service = await spawnService(folder, log, input));
    const baseUrl = await startedAt(running, log, input.databaseUrl === undefined);
    let { databaseUrl } = input;
    if (databaseUrl === undefined) {
      // As a further user of the server this process stops it even if the service is killed.
      database = await EmbeddedPostgres.open({
        directory: join(folder, 'data', 'postgres'),
        role: 'command',
      });
      databaseUrl = database.url;
    }
    running.once('exit', () => process.kill(process.pid, 'SIGTERM'));
    const ready: Service = { pid: running.pid!, baseUrl, databaseUrl };
    return { ready, answer: () => askProbe(running), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function spawnService(
  folder: string,
  log: string,
  { probe, smtpUrl, databaseUrl, authority }: ServiceInput,
): Promise<ChildProcess> {
  // Writing the log to a file costs the service as much as writing to the pipe of a container.
  const output = await open(log, 'a');
  const command = [...(probe === undefined ? [] : ['--import', probe]), ...(await startCommand())];
  const service = spawn(process.execPath, command, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      ...HIGH_RATE_LIMITS,
      ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, MIGRATE_ON_START: 'true' }),
      ...(authority !== undefined && {
        NODE_EXTRA_CA_CERTS: authority,
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
      }),
    },
    cwd: folder, // has no `.env`
    stdio: ['ignore', output.fd, output.fd, ...(probe === undefined ? [] : ['ipc' as const])],
  });
  await once(service, 'spawn');
  await output.close();
  return service;
}

/** The options and the file with which `npm start` starts Node. */
async function startCommand(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', PROJECT), 'utf8')) as {
    scripts: { start: string };
  };
  const parts = scripts.start.split(' ').slice(2); // after `exec node`
  return parts.map((part) => (part.startsWith('--') ? part : fileURLToPath(new URL(part, PROJECT))));
}

/** Waits for the last line of the start, or for the box that follows it with demo data. @returns the base URL */
async function startedAt(service: ChildProcess, log: string, hasDemo: boolean): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && service.exitCode === null) {
    const output = await readFile(log, 'utf8');
    const isReady = output.includes(hasDemo ? '╯' : '"msg":"ready"');
    const port = /(?:│ *Base URL +|"baseUrl":")[^\s"]+:(\d+)/.exec(output)?.[1];
    // `localhost` costs a look-up and may have two addresses.
    if (port !== undefined && isReady) return `http://127.0.0.1:${port}`;
    await delay(POLL_MS);
  }
  throw new Error(`the service did not start:\n${(await readFile(log, 'utf8')).slice(-4_000)}`);
}

async function askProbe(service: ChildProcess): Promise<unknown> {
  const answered = once(service, 'message') as Promise<[unknown]>;
  service.send('read');
  const [answer] = await answered;
  return answer;
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  const deadline = setTimeout(() => service.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(deadline);
}

becomeChild(start);
