import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { becomeChild, type Part } from './become-child.js';
import type { Service, ServiceInput } from './service.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
const POLL_MS = 50;

/**
 * Runs the built service on an embedded database of its own in a temporary folder. This process stands between the
 * harness and the service, because the service itself would outlive a harness that is killed.
 */
async function start(input: ServiceInput): Promise<Part> {
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
    const running = await spawnService(input, folder, log);
    service = running;
    const box = await welcomeBox(service, log);
    // Being one more user of the server, this process stops it even where the service did not come to do so.
    database = await EmbeddedPostgres.open({ directory: join(folder, 'data', 'postgres'), role: 'command' });
    service.once('exit', () => process.kill(process.pid, 'SIGTERM'));
    const ready = { ...box, pid: service.pid!, databaseUrl: database.url } satisfies Service;
    return { ready, answer: (question) => askProbe(running, question), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function spawnService(
  { nodeArgs, probe }: ServiceInput,
  folder: string,
  log: string,
): Promise<ChildProcess> {
  // A file costs nobody anything to drain, and the service writes as much as to the pipe of a container.
  const output = await open(log, 'a');
  const service = spawn(
    process.execPath,
    [...nodeArgs, ...(probe === undefined ? [] : ['--import', probe]), MAIN],
    {
      env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0' },
      cwd: folder, // no `.env` there
      stdio: ['ignore', output.fd, output.fd, ...(probe === undefined ? [] : ['ipc' as const])],
    },
  );
  await once(service, 'spawn');
  await output.close();
  return service;
}

/** The box is printed last: the demo catalogue is there then. */
async function welcomeBox(service: ChildProcess, log: string): Promise<Omit<Service, 'pid' | 'databaseUrl'>> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && service.exitCode === null) {
    const output = await readFile(log, 'utf8');
    const valueOf = (label: string): string | undefined =>
      new RegExp(`│ *${label} +(\\S+)`).exec(output)?.[1];
    const baseUrl = valueOf('Base URL');
    const adminSessionId = valueOf('SessionId of an admin');
    const managerSessionId = valueOf('SessionId of a manager');
    const apiKey = valueOf('serviceAPIKey');
    if (baseUrl && adminSessionId && managerSessionId && apiKey && output.includes('╯')) {
      // The same address as the floors have: `localhost` costs a look-up and may be two.
      const { port } = new URL(baseUrl);
      return { baseUrl: `http://127.0.0.1:${port}`, adminSessionId, managerSessionId, apiKey };
    }
    await delay(POLL_MS);
  }
  throw new Error(`the service did not start:\n${(await readFile(log, 'utf8')).slice(-4_000)}`);
}

async function askProbe(service: ChildProcess, question: unknown): Promise<unknown> {
  const answered = once(service, 'message') as Promise<[unknown]>;
  service.send(question as string);
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
