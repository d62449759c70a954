import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { timesheetBatch } from './timesheets.js';

const WES = fileURLToPath(new URL('../../dist/src/wes.js', import.meta.url));
const PEAK_MEMORY = new URL('../probes/peak-memory.mjs', import.meta.url).href;
const BATCH = 5_000;

/** The cost of one run of `wes import`. */
export interface ImportCost {
  /** Milliseconds from the start of the process to its end. */
  readonly time: number;
  /** MiB: the most that the process has had in memory. */
  readonly peakMemory: number;
}

/** A file of entries for `wes import`. */
export class TimesheetFile {
  private constructor(private readonly folder: string) {}

  /** @param count - how many live entries */
  static async write(count: number): Promise<TimesheetFile> {
    const file = new TimesheetFile(await mkdtemp(join(tmpdir(), 'wes-bench-timesheets-')));
    const stream = createWriteStream(file.path);
    for (let at = 0; at < count; at += BATCH) {
      const lines = timesheetBatch(at, Math.min(BATCH, count - at)).map(
        (entry) => `${JSON.stringify({ type: 'timesheet', ...entry })}\n`,
      );
      if (!stream.write(lines.join(''))) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
    return file;
  }

  /** Imports the file by the built command. */
  async import(databaseUrl: string, companyId: string): Promise<ImportCost> {
    const startedAt = performance.now();
    const child = fork(WES, ['import', '--company', companyId, this.path], {
      execArgv: ['--import', PEAK_MEMORY],
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let peakMemory = NaN;
    child.on('message', (kibibytes) => (peakMemory = Number(kibibytes) / 1_024));
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0) throw new Error(`wes import ended with ${status}`);
    return { time: performance.now() - startedAt, peakMemory };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private get path(): string {
    return join(this.folder, 'timesheets.ndjson');
  }
}
