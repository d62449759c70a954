import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { WesResult } from './run-wes.js';

const PROGRAM = resolve(import.meta.dirname, 'loaded-wes-process.js');

let loaded: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

afterAll(() => {
  loaded?.kill();
  loaded = undefined;
});

/**
 * Runs the built program like {@link runWes}, one run after the other in one process that keeps the modules loaded.
 * Loading them takes most of the time of a command. Signals, terminals and pipes need a process of their own.
 */
export function runWes(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = tmpdir(),
): Promise<WesResult> {
  const result = last.then(() => send({ args, env: { PATH: process.env['PATH'], ...env }, cwd }));
  last = result.catch(() => undefined);
  return result;
}

async function send(call: object): Promise<WesResult> {
  loaded ??= fork(PROGRAM, { execArgv: [] });
  const child = loaded;
  const waiting = new AbortController();
  const ended = once(child, 'exit', waiting).then(([exitCode, signal]) => {
    throw new Error(`The process of the program ended (${String(exitCode ?? signal)}).`);
  });
  try {
    child.send(call);
    const [result] = (await Promise.race([once(child, 'message', waiting), ended])) as [WesResult];
    return result;
  } finally {
    waiting.abort();
  }
}
