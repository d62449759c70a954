import { readFile, writeFile } from 'node:fs/promises';

/** Resets the peak of the resident memory, see proc_pid_clear_refs(5). */
const RESET_PEAK = '5';

/** Growth of the resident memory of another process, from the peak that the kernel records. Linux only. */
export class ResidentMemory {
  private constructor(
    private readonly pid: number,
    /** MiB at the start. */
    readonly before: number,
  ) {}

  static async watch(pid: number): Promise<ResidentMemory> {
    await writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK);
    return new ResidentMemory(pid, await read(pid, 'VmRSS'));
  }

  /** MiB from the start to the peak. */
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
