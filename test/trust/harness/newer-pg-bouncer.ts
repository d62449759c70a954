import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { poolerVersion, type PoolerProgram } from '../../support/pg-bouncer.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../../support/system-packages.js';

/** The first that keeps prepared statements in transaction mode. */
const FIRST_MINOR = 21;

const DEBIAN = 'trixie';
const INSTALLATION_LIMIT_MS = 600_000;

/** Dynamic linker and folder of libraries in Debian. */
const LIBRARIES: Partial<Record<NodeJS.Architecture, readonly [linker: string, folder: string]>> = {
  x64: ['usr/lib64/ld-linux-x86-64.so.2', 'usr/lib/x86_64-linux-gnu'],
  arm64: ['usr/lib/ld-linux-aarch64.so.1', 'usr/lib/aarch64-linux-gnu'],
};

const runFile = promisify(execFile);

/**
 * PgBouncer 1.21 or newer: that of the system or, if it is older, that of Debian 13, which stays in the folder of
 * temporary files for the next run.
 * @throws when there is none, and says why
 */
export async function newerPgBouncer(note: (line: string) => void): Promise<PoolerProgram> {
  const installed: PoolerProgram = [await ensureInstalled(SYSTEM_PACKAGES.pgbouncer)];
  const [major, minor] = await poolerVersion(installed);
  if (major > 1 || minor >= FIRST_MINOR) return installed;
  try {
    const newer = await fromDebian(note);
    note(`PgBouncer ${(await poolerVersion(newer)).join('.')}`);
    return newer;
  } catch (error) {
    throw new Error(
      `This needs PgBouncer 1.${FIRST_MINOR} or newer and could not run: the system has ` +
        `${major}.${minor}, and that of Debian 13 cannot be installed (${(error as Error).message.trim()}).`,
      { cause: error },
    );
  }
}

async function fromDebian(note: (line: string) => void): Promise<PoolerProgram> {
  const libraries = LIBRARIES[process.arch];
  if (!libraries) throw new Error(`not tried on ${process.arch}`);
  const [linker, folder] = libraries;
  const root = join(tmpdir(), 'wes-debian-13');
  if (!existsSync(root)) {
    const program = await ensureInstalled(SYSTEM_PACKAGES.debootstrap);
    note(`installing Debian 13 with PgBouncer in ${root}`);
    const made = `${root}-${process.pid}`;
    const args = ['--variant=minbase', '--include=pgbouncer', DEBIAN, made];
    try {
      await runFile(program, args, { timeout: INSTALLATION_LIMIT_MS, maxBuffer: 2 ** 26 });
      await rename(made, root);
    } catch (error) {
      await rm(made, { recursive: true, force: true });
      throw error;
    }
  }
  return [join(root, linker), '--library-path', join(root, folder), join(root, 'usr/sbin/pgbouncer')];
}
