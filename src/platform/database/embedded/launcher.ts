import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';
import { codeOf, EmbeddedPostgresUnavailable, messageOf } from './errors.js';

/** What a program said and how it ended. */
export interface Outcome {
  readonly succeeded: boolean;
  readonly output: string;
}

/** How a program is started: by whom, and through which helper. */
interface Way {
  readonly account: Account | undefined;
  /** Words in front of the command; the helper then changes the account itself. */
  readonly prefix: readonly string[];
  readonly capability?: string;
}

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/setpriv', '/usr/local/bin/setpriv'];

/** English messages that can be matched, and no setting of the caller's shell that reaches the server. */
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts PostgreSQL's programs, as another account when this process is root.
 *
 * A clone of root's is often below a folder that nobody else may enter (`/root`, `mktemp -d`): that account then
 * reaches neither the programs nor the data. Only in that case the programs get one capability: reading
 * everywhere (`CAP_DAC_READ_SEARCH`), or where a container withholds that one or the programs are executable for
 * root alone, `CAP_DAC_OVERRIDE`. A superuser of the database can then read root's files through it, and write
 * them with the second; it listens on 127.0.0.1 with a password that only the owner of the folder can read.
 */
export class Launcher {
  private constructor(private readonly way: Way) {}

  /** The account that owns the server's files; `undefined` when that is this process's own. */
  get account(): Account | undefined {
    return this.way.account;
  }

  /** The capability that the programs need here, if any. */
  get capability(): string | undefined {
    return this.way.capability;
  }

  /**
   * @param directory a folder that exists and belongs to `account`
   * @throws EmbeddedPostgresUnavailable when no way works
   */
  static async create(
    binaries: Binaries,
    directory: string,
    account: Account | undefined,
  ): Promise<Launcher> {
    if (!account) return new Launcher({ account, prefix: [] });
    let obstacle = '';
    for (const way of await waysFor(account)) {
      const launcher = new Launcher(way);
      const outcome = await launcher.reach(binaries.postgres, directory);
      if (outcome.succeeded) return launcher;
      obstacle ||= outcome.output;
    }
    throw new EmbeddedPostgresUnavailable(
      `As root the database server runs as the account ${account.name}, which cannot use ${binaries.postgres} or ${directory}: move the project or DATA_DIR out of folders that only root may enter, run as an ordinary user, or set DATABASE_URL.`,
      new Error(obstacle),
    );
  }

  /** Runs a program to its end. */
  run(command: string, args: readonly string[]): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = this.spawn(command, args, ['ignore', 'pipe', 'pipe']);
      let output = '';
      const collect = (chunk: Buffer): void => {
        output = (output + chunk.toString('utf8')).slice(-8_000);
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      child.once('error', (error) => reject(cannotRun(command, error)));
      child.once('close', (code) => resolve({ succeeded: code === 0, output: output.trim() }));
    });
  }

  /** Starts a program that outlives this process and writes to the open file `log`. */
  start(command: string, args: readonly string[], log: number): ChildProcess {
    const child = this.spawn(command, args, ['ignore', log, log]);
    child.unref();
    return child;
  }

  private spawn(command: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
    const { account, prefix } = this.way;
    const [program = command, ...rest] = [...prefix, command, ...args];
    return spawn(program, rest, {
      stdio,
      env: ENVIRONMENT,
      // A session of its own: Ctrl-C in the terminal is for the service, which then stops the server itself.
      detached: true,
      windowsHide: true,
      // The account may not be allowed to enter the current folder.
      cwd: process.platform === 'win32' ? undefined : '/',
      ...(account && prefix.length === 0 ? { uid: account.uid, gid: account.gid } : {}),
    });
  }

  /** Whether the server's program runs and can look into the folder; it finds no configuration there and ends. */
  private async reach(postgres: string, directory: string): Promise<Outcome> {
    try {
      const { output } = await this.run(postgres, ['-D', directory, '-C', 'port']);
      const lookedInside = /configuration file .*: No such file or directory/.test(output);
      return { succeeded: lookedInside, output };
    } catch (error) {
      return { succeeded: false, output: messageOf(error) };
    }
  }
}

async function waysFor(account: Account): Promise<Way[]> {
  const ways: Way[] = [{ account, prefix: [] }];
  const setpriv = await firstExecutable(SETPRIV);
  if (!setpriv) return ways;
  for (const capability of ['dac_read_search', 'dac_override']) {
    const prefix = [
      setpriv,
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      // Otherwise access(2), with which the programs examine each other, ignores the capability.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      '--',
    ];
    ways.push({ account, prefix, capability: `CAP_${capability.toUpperCase()}` });
  }
  return ways;
}

async function firstExecutable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return path;
  }
  return undefined;
}

function cannotRun(command: string, error: Error): EmbeddedPostgresUnavailable {
  return new EmbeddedPostgresUnavailable(
    `${command} cannot be run here (${codeOf(error) ?? error.message}): set DATABASE_URL to a server of your own.`,
    error,
  );
}
