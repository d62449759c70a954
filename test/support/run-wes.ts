import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const WES = resolve(import.meta.dirname, '../../dist/src/wes.js');

/** Exit and complete output of `wes`. */
export interface WesResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface WesRun {
  readonly child: ChildProcess;
  readonly result: Promise<WesResult>;
}

/**
 * Starts the real built program.
 * @param env - settings, as in the environment; nothing is inherited from the shell but what finds programs
 * @param cwd - where `.env` is looked for; by default not in the folder of a developer
 */
export function startWes(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = tmpdir(),
): WesRun {
  const child = spawn(process.execPath, [WES, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [exitCode]]) => ({ exitCode: exitCode as number | null, stdout, stderr }),
  );
  return { child, result };
}

/** Runs the real built program to its end. */
export function runWes(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<WesResult> {
  return startWes(args, env, cwd).result;
}

/** Runs the real built program on a terminal of 80 columns, and types an answer when its question is on the screen. */
export async function runWesOnTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  dialogue?: { readonly question: string; readonly answer: string },
): Promise<{ readonly exitCode: number | null; readonly screen: string }> {
  const command = `stty columns 80 && ${[process.execPath, WES, ...args].join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  let isAnswered = dialogue === undefined;
  child.stdout.setEncoding('utf8').on('data', (shown: string) => {
    screen += shown;
    if (isAnswered || !screen.includes(dialogue!.question)) return;
    isAnswered = true;
    child.stdin.write(`${dialogue!.answer}\n`);
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, screen };
}
