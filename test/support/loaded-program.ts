import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { WesResult } from './run-wes.js';

const PROGRAM = resolve(import.meta.dirname, 'loaded-program-process.js');

/** Of the spec file that runs; the last one ends with its worker. */
let loaded: ChildProcess | undefined;
let owner: string | undefined;
let last: Promise<unknown> = Promise.resolve();

type Environment = Readonly<Record<string, string>>;

/**
 * Runs the built program like `runWes` of `run-wes.ts`, one run after the other in one process that keeps the modules
 * loaded. Loading them takes most of the time of a command. Signals, terminals and pipes need a process of their own.
 */
export function runWes(args: readonly string[], env: Environment, cwd = tmpdir()): Promise<WesResult> {
  return run({ entry: 'wes', args, env: { PATH: process.env['PATH'] ?? '', ...env }, cwd });
}

/** Runs the built service in the same way, which must end by itself. */
export function runMain(env: Environment): Promise<WesResult> {
  return run({ entry: 'main', args: [], env, cwd: tmpdir() });
}

interface Call {
  readonly entry: 'main' | 'wes';
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
}

function run(call: Call): Promise<WesResult> {
  const result = last.then(() => send(call));
  last = result.catch(() => undefined);
  return result;
}

async function send(call: Call): Promise<WesResult> {
  const { testPath } = expect.getState();
  if (testPath !== owner) {
    loaded?.kill();
    loaded = undefined;
    owner = testPath;
  }
  const child = (loaded ??= start());
  const waiting = new AbortController();
  const ended = once(child, 'exit', waiting).then(([exitCode, signal]) => {
    loaded = undefined;
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

function start(): ChildProcess {
  const child = fork(PROGRAM, { execArgv: [] });
  child.unref();
  child.channel?.unref();
  return child;
}
