import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MAX_UNREAD_LOG_BYTES, Output } from '../../src/platform/logging/output.js';

let folder: string;
let reader: number;
let output: Output;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wes-output-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  output = new Output({ fd, isTTY: false, on: () => undefined });
});

afterEach(async () => {
  closeSync(reader);
  await rm(folder, { recursive: true });
});

/** Everything that is written until nothing more comes for a while. */
async function read(): Promise<string> {
  const chunks: Buffer[] = [];
  for (let quietMs = 0; quietMs < 500; quietMs += 20) {
    const chunk = Buffer.alloc(MAX_UNREAD_LOG_BYTES);
    try {
      chunks.push(chunk.subarray(0, readSync(reader, chunk)));
      quietMs = 0;
    } catch {
      await setTimeout(20); // the pipe is empty
    }
  }
  return Buffer.concat(chunks).toString();
}

it('has written a line when it returns, so that a kill does not lose it', () => {
  output.write('one\n');
  const chunk = Buffer.alloc(100);
  expect(chunk.toString('utf8', 0, readSync(reader, chunk))).toBe('one\n');
});

it('keeps the lines of a reader that has stopped for a while, in order', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `${index} ${'ü'.repeat(50)}\n`);
  for (const line of lines) output.write(line);
  expect((await read()) === lines.join('')).toBe(true);
});

it('drops whole lines beyond the limit, and goes on when the reader does', async () => {
  const line = `${'x'.repeat(1_023)}\n`;
  for (let bytes = 0; bytes < 2 * MAX_UNREAD_LOG_BYTES; bytes += line.length) output.write(line);
  const text = await read();
  expect(text.length).toBeGreaterThanOrEqual(MAX_UNREAD_LOG_BYTES);
  expect(text.length).toBeLessThan(MAX_UNREAD_LOG_BYTES * 1.2);
  expect(text === line.repeat(text.length / line.length)).toBe(true);
  output.write('last\n');
  expect(await read()).toBe('last\n');
});
