import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A program that tests run and npm does not bring. */
export interface SystemPackage {
  /** Name for messages. */
  readonly title: string;
  /** Its names on the PATH, the preferred one first. */
  readonly executables: readonly string[];
  /** Absolute folders in which it may be besides. */
  readonly places: readonly string[];
  /** Name of the Debian package. */
  readonly debian: string;
}

export const SYSTEM_PACKAGES = {
  bash: { title: 'bash', executables: ['bash'], places: [], debian: 'bash' },
  chromium: {
    title: 'Chromium or Google Chrome',
    executables: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    places: [
      '/snap/bin/chromium',
      '/opt/google/chrome/chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debian: 'chromium',
  },
  debootstrap: {
    title: 'debootstrap',
    executables: ['debootstrap'],
    places: ['/usr/sbin/debootstrap'],
    debian: 'debootstrap',
  },
  etcd: { title: 'etcd', executables: ['etcd'], places: [], debian: 'etcd-server' },
  haproxy: {
    title: 'HAProxy',
    executables: ['haproxy'],
    places: ['/usr/sbin/haproxy'],
    debian: 'haproxy',
  },
  libreoffice: {
    title: 'LibreOffice Calc',
    executables: ['soffice'],
    places: ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
    debian: 'libreoffice-calc-nogui',
  },
  openssl: { title: 'OpenSSL', executables: ['openssl'], places: [], debian: 'openssl' },
  prometheus: {
    title: 'Prometheus with promtool',
    executables: ['prometheus'],
    places: [],
    debian: 'prometheus',
  },
  patroni: { title: 'Patroni', executables: ['patroni'], places: [], debian: 'patroni' },
  pgbouncer: {
    title: 'PgBouncer',
    executables: ['pgbouncer'],
    places: ['/usr/sbin/pgbouncer'],
    debian: 'pgbouncer',
  },
  /** Found by its server, beside which all other programs are. */
  postgresql: {
    title: 'PostgreSQL with pg_dump',
    executables: ['postgres'],
    places: ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin/postgres`),
    debian: 'postgresql',
  },
  redis: {
    title: 'Redis or Valkey',
    executables: ['redis-server', 'valkey-server'],
    places: [],
    debian: 'redis-server',
  },
  zsh: { title: 'zsh', executables: ['zsh'], places: [], debian: 'zsh' },
} as const satisfies Record<string, SystemPackage>;

/** Longest time of an installation, including the wait for another one. */
export const INSTALLATION_LIMIT_MS = 300_000;

/** Arguments of `timeout`: bounds the time of the command that follows, which runs once at a time on the machine. */
const ONE_AT_A_TIME = ['--kill-after=10', `${INSTALLATION_LIMIT_MS / 1000}`, 'flock', '/var/lib/apt'];
const TIMED_OUT = 124;

/**
 * The lists are updated where the package cannot be installed by those that are there; the update may fail for a source
 * that has nothing to do with the package. Tests start servers of their own, so that those of the packages stay off.
 */
const INSTALL = `
  export DEBIAN_FRONTEND=noninteractive LC_ALL=C
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap '/bin/rm -f $policy' EXIT
    trap 'exit 143' TERM
    printf '#!/bin/sh\nexit 101\n' > $policy
    /bin/chmod +x $policy
  fi
  install() { apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 install "$1"; }
  install "$0" 2> /dev/null && exit
  apt-get -q update
  install "$0"`;

/** A missing program that could not be installed; says in one line what to install. */
export class MissingPackage extends Error {
  constructor({ title, debian }: SystemPackage, reason: string, options?: ErrorOptions) {
    super(`${title} is missing and ${reason}; install it (on Debian: apt-get install ${debian}).`, options);
    this.name = 'MissingPackage';
    this.stack = this.message;
  }
}

/** Search path of programs, and a function that announces an installation, which takes a while. */
export interface Host {
  readonly path: string;
  announce(line: string): void;
}

const THIS_HOST: Host = {
  path: process.env['PATH'] ?? '',
  announce: (line) => void process.stderr.write(`${line}\n`),
};

/** The path of a program's executable. A missing program is installed where apt-get may do so without asking. */
export async function ensureInstalled(wanted: SystemPackage, host = THIS_HOST): Promise<string> {
  const present = await find(wanted, host.path);
  if (present !== undefined) return present;

  await install(wanted, host);
  const installed = await find(wanted, host.path);
  if (installed === undefined) throw new MissingPackage(wanted, 'did not come with the package');
  return installed;
}

const runFile = promisify(execFile);

async function install(wanted: SystemPackage, { path, announce }: Host): Promise<void> {
  const run = async (command: string, ...args: string[]): Promise<void> => {
    await runFile(command, args, { env: { ...process.env, PATH: path }, maxBuffer: 2 ** 26 });
  };

  if ((await findOnPath('apt-get', path)) === undefined) {
    throw new MissingPackage(wanted, 'there is no apt-get to install it');
  }
  const asRoot = process.getuid?.() === 0 ? run : run.bind(undefined, 'sudo', '-n');
  await asRoot('true').catch((cause: unknown) => {
    throw new MissingPackage(wanted, 'apt-get needs root or a sudo without password', { cause });
  });
  announce(`Installing ${wanted.title} for the tests: apt-get install ${wanted.debian}`);
  await asRoot('timeout', ...ONE_AT_A_TIME, 'sh', '-c', INSTALL, wanted.debian).catch((cause: unknown) => {
    throw new MissingPackage(wanted, `apt-get failed (${reasonOf(cause)})`, { cause });
  });
}

/** The line of apt-get's output that names the reason; all of the output stays with the error. */
function reasonOf(failure: unknown): string {
  const { stderr = '', code } = failure as { stderr?: string; code?: unknown };
  if (code === TIMED_OUT) return `stopped after ${INSTALLATION_LIMIT_MS / 60_000} minutes`;
  return /^E: (.*)$/m.exec(stderr)?.[1] ?? `exit code ${String(code)}`;
}

async function find({ executables, places }: SystemPackage, path: string): Promise<string | undefined> {
  for (const name of executables) {
    const found = await findOnPath(name, path);
    if (found !== undefined) return found;
  }
  for (const place of places) if (await isExecutable(place)) return place;
  return undefined;
}

async function findOnPath(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
