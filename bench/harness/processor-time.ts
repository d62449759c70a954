import { readdir, readFile } from 'node:fs/promises';

/** Of a clock tick of proc_pid_stat(5). */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

/** Processor time of a process, in milliseconds. Linux only. */
export async function processorTime(pid: number): Promise<number> {
  return (await stat(pid)).ms;
}

/** Processor time of the database server to which a backend belongs, of all its processes. */
export async function serverTime(backend: number): Promise<number> {
  const { parent: postmaster } = await stat(backend);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((pid) => stat(pid).catch(() => undefined)));
  const { ms, endedMs } = await stat(postmaster);
  return stats.reduce((sum, each) => sum + (each?.parent === postmaster ? each.ms : 0), ms + endedMs);
}

async function stat(pid: number): Promise<Stat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent = NaN, ...ticks] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = ticks;
  return { parent, ms: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
}
