import { readFile, writeFile } from 'node:fs/promises';

/** Makes the kernel forget the most that a process has had resident (proc_pid_clear_refs(5)). */
const FORGET_PEAK = '5';

/**
 * Tells how much the resident memory of another process grows. The kernel keeps the highest mark, so no moment is
 * missed and the process does nothing for it. Linux alone does so.
 */
export class ResidentMemory {
  private constructor(
    private readonly pid: number,
    /** MiB when this began. */
    readonly before: number,
  ) {}

  /** Begins to watch a process. */
  static async watch(pid: number): Promise<ResidentMemory> {
    await writeFile(`/proc/${pid}/clear_refs`, FORGET_PEAK);
    return new ResidentMemory(pid, await read(pid, 'VmRSS'));
  }

  /** The most MiB that the process has had since then beyond what it had then. */
  async growth(): Promise<number> {
    return (await read(this.pid, 'VmHWM')) - this.before;
  }
}

async function read(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} has no ${figure}`);
  return Number(kibibytes) / 1_024;
}
