import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runWes } from './loaded-program.js';
import { PATH } from './on-path.js';
import { ensureInstalled, SYSTEM_PACKAGES } from './system-packages.js';

const UNKNOWN = '0123456789abcdef01234567';
const CALLS = 'calls';

/** Writes its name and its arguments as JSON. */
const RECORDER = `#!/usr/bin/env node
const call = [require('node:path').basename(__filename), ...process.argv.slice(2)];
require('node:fs').appendFileSync(require('node:path').join(__dirname, '${CALLS}'), JSON.stringify(call) + '\\n');
`;

/** Shells as people paste into them: zsh knows no comments there. */
const COMMANDS = {
  bash: async () => [await ensureInstalled(SYSTEM_PACKAGES.bash), '--norc'],
  zsh: async () => [await ensureInstalled(SYSTEM_PACKAGES.zsh), '-f', '-i', '+o', 'prompt_sp'],
};

export type Shell = keyof typeof COMMANDS;

export const SHELLS = Object.keys(COMMANDS) as Shell[];

export interface ShellRun {
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder in which shells run. `npm` and `wes` are only recorded there. */
export class ShellFolder {
  private constructor(
    private readonly shell: Shell,
    private readonly folder: string,
  ) {}

  /** Installs the shell where it is missing. */
  static async create(shell: Shell): Promise<ShellFolder> {
    const folder = await mkdtemp(join(tmpdir(), 'wes-shell-'));
    for (const program of ['npm', 'wes']) {
      await writeFile(join(folder, program), RECORDER);
      await chmod(join(folder, program), 0o755);
    }
    await COMMANDS[shell]();
    return new ShellFolder(shell, folder);
  }

  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<ShellRun> {
    const [file, ...options] = await COMMANDS[this.shell]();
    const child = spawn(file!, options, {
      cwd: this.folder,
      env: { PATH: `${this.folder}${delimiter}${PATH}`, PS1: '', PS2: '', HOME: this.folder, ...env },
    });
    child.stdin.end(script);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { stdout, stderr };
  }

  /** Names and arguments of the recorded calls. */
  async calls(): Promise<string[][]> {
    const lines = await readFile(join(this.folder, CALLS), 'utf8');
    return lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  }

  /** Fails for a command of `wes` or an option that it does not have. `ID`, `SYNC` and `WEBHOOK` stand for ids. */
  async expectUsage(args: readonly string[]): Promise<void> {
    // They would make a database.
    if (args[0] === 'demo' || args[0] === 'migrate') return;
    const given = args.map((word) => (['ID', 'SYNC', 'WEBHOOK'].includes(word) ? UNKNOWN : word));
    // Without a database each is refused, unless its usage is wrong.
    const { exitCode, stderr } = await runWes(given, { DATA_DIR: join(this.folder, 'none') });
    expect([args, exitCode, stderr]).toEqual([args, given[0] === '--help' ? 0 : 1, expect.anything()]);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
