import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { processExists } from './cluster.js';
import { codeOf } from './errors.js';

/** What a running server writes into `postmaster.pid`; a killed one leaves it behind. */
export interface PostmasterFile {
  readonly pid: number;
  /** Seconds since 1970. */
  readonly startedAt: number;
  /** `undefined` while the server has not chosen its address yet. */
  readonly port: number | undefined;
  /** `starting`, `ready` or `stopping`; empty at the very beginning. */
  readonly status: string;
  readonly text: string;
}

/** Whether the process that the file names is this folder's server: yes, no, or the system does not tell. */
export type Life = 'alive' | 'dead' | 'unknown';

/** @returns `undefined` when no server runs, nor was killed, in this folder */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [pid = '', , startedAt = '', port = '', , , , status = ''] = text.split('\n');
  return {
    pid: Number(pid),
    startedAt: Number(startedAt),
    port: Number(port) || undefined,
    status: status.trim(),
    text,
  };
}

/**
 * A number alone proves nothing: after a crash of the machine, and nearly always in a restarted container, it
 * belongs to another process. On Linux the server is known by its current folder, which is the data folder; a
 * zombie has none. Elsewhere only a start before the last boot is proof.
 */
export async function lifeOf({ pid, startedAt }: PostmasterFile, data: string): Promise<Life> {
  if (!Number.isInteger(pid) || pid <= 0) return 'unknown';
  if (!processExists(pid)) return 'dead';
  if (process.platform !== 'linux') {
    const bootedAt = Date.now() / 1000 - uptime();
    return startedAt < bootedAt - 60 ? 'dead' : 'unknown';
  }
  try {
    return (await sameFile(`/proc/${pid}/cwd`, data)) ? 'alive' : 'dead';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'dead';
    // Containers withhold the right to see another account's folder; name and state are public.
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    return state === undefined || /^\d+ \(postgres\) [^ZX]/.test(state) ? 'unknown' : 'dead';
  }
}

/** Whether two paths lead to one file or folder. */
export async function sameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one, { bigint: true }), stat(other, { bigint: true })]);
  return a.dev === b.dev && a.ino === b.ino;
}

/**
 * Takes the file of a dead server away where PostgreSQL would not dare to, because some process has its number.
 * Another process may do the same and have a new server running by now; hence by renaming, and back if it is
 * not the file that was judged. The interlock against a surviving backend of the dead server stays in force, it
 * hangs on shared memory.
 */
export async function removeStaleFile(data: string, stale: PostmasterFile): Promise<void> {
  if (!processExists(stale.pid)) return;
  const path = join(data, 'postmaster.pid');
  const aside = join(data, `postmaster.pid.stale-${process.pid}-${Date.now()}`);
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== stale.text) await link(aside, path);
    await rm(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
