import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freshDatabase } from '../support/databases.js';
import { NO_RATE_LIMITS } from '../support/environment.js';
import { eventually } from '../support/eventually.js';
import { freePorts } from '../support/free-ports.js';

const BUILT = resolve(import.meta.dirname, '../../dist/src');
const START_LIMIT_MS = 120_000;
/** `SHUTDOWN_TIMEOUT` of the process, and a margin for a busy machine. */
const STOP_LIMIT_MS = 2_000 + 8_000;

let folder: string;
let databaseUrl: string;
const children: ChildProcess[] = [];
const open = new Set<number>();
let pipes = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wes-output-'));
  databaseUrl = await freshDatabase('output');
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  for (const fd of open) closeSync(fd);
  open.clear();
  await rm(folder, { recursive: true, force: true });
});

/** A file as standard output and standard error. */
function opened(path: string, flags: string | number): number {
  const fd = openSync(path, flags);
  open.add(fd);
  return fd;
}

function close(fd: number): void {
  closeSync(fd);
  open.delete(fd);
}

/** A pipe whose reader reads nothing. */
function pipe(): { readonly reader: number; readonly writer: number } {
  const path = join(folder, `pipe-${++pipes}`);
  execFileSync('mkfifo', [path]);
  const reader = opened(path, constants.O_RDWR | constants.O_NONBLOCK);
  return { reader, writer: opened(path, constants.O_WRONLY) };
}

/** Outputs that fail or block. */
const OUTPUTS: readonly (readonly [name: string, open: () => number])[] = [
  ['a full disk', () => opened('/dev/full', 'w')],
  [
    'a closed pipe',
    () => {
      const { reader, writer } = pipe();
      close(reader);
      return writer;
    },
  ],
  [
    'a full pipe whose reader has stopped',
    () => {
      const { reader, writer } = pipe();
      const chunk = Buffer.alloc(4_096, '\n');
      expect(() => {
        for (;;) writeSync(reader, chunk);
      }).toThrow('EAGAIN');
      return writer;
    },
  ],
];

interface Started {
  readonly child: ChildProcess;
  /** Its address, unless it is a worker. */
  readonly url: string;
  /** Answers while the process serves. */
  readonly healthUrl: string;
}

async function start(entry: string, output: number, env: Record<string, string> = {}): Promise<Started> {
  const [port, metricsPort] = (await freePorts(2)) as [number, number];
  const child = spawn(process.execPath, [join(BUILT, `${entry}.js`)], {
    cwd: folder,
    env: {
      ...NO_RATE_LIMITS,
      PATH: '/usr/bin:/bin',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      SHUTDOWN_TIMEOUT: '2s',
      LOG_LEVLE: 'for a warning',
      ...env,
    },
    stdio: ['ignore', output, output],
  });
  children.push(child);
  const [url, healthUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}/health/ready`];
  return { child, url, healthUrl };
}

async function begins({ child, healthUrl }: Started): Promise<void> {
  await eventually(async () => {
    expect(child.exitCode).toBeNull();
    expect((await fetch(healthUrl)).status).toBe(200);
  }, START_LIMIT_MS);
}

async function end({ child }: Started, signal: NodeJS.Signals): Promise<void> {
  const askedAt = performance.now();
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(performance.now() - askedAt).toBeLessThan(STOP_LIMIT_MS);
}

describe.each(OUTPUTS)('with %s for its output', (_name, openOutput) => {
  it.each([
    { entry: 'api', format: 'json', signal: 'SIGTERM' },
    { entry: 'main', format: 'pretty', signal: 'SIGINT' },
  ] as const)(
    'a process ($entry) starts, serves with LOG_FORMAT=$format, and stops',
    async ({ entry, format, signal }) => {
      const service = await start(entry, openOutput(), { LOG_FORMAT: format, LOG_LEVEL: 'debug' });
      await begins(service);
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.url}/nowhere`)));
        expect(answers.every(({ status }) => status === 404)).toBe(true);
      }
      await end(service, signal);
    },
    180_000,
  );

  it('a process with wrong settings ends with status 1', async () => {
    const { child } = await start('main', openOutput(), { PORT: 'http' });
    expect(await once(child, 'close')).toEqual([1, null]);
  });
});

it('a reader that goes away while nothing happens does not keep the process from stopping', async () => {
  const { reader, writer } = pipe();
  const worker = await start('worker', writer);
  await begins(worker);
  close(reader);
  await end(worker, 'SIGTERM');
});
