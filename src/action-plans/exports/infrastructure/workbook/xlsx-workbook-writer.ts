import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { BELOW_REQUESTS } from '../../../../platform/thread-priority.js';
import type { WorkbookPlan } from '../../../index.js';
import { WorkbookWriter, type ReaderLocale } from '../../application/export.ports.js';
import type { WorkbookTask } from './plan-workbook.worker.js';

export interface WorkbookWriterOptions {
  readonly file: URL;
  /** Heap of the thread, in MiB. */
  readonly memoryMb: number;
  /** Time after which the thread ends when there is no workbook to write, in milliseconds. */
  readonly idleMs: number;
  /** Longest time for one workbook, in milliseconds. */
  readonly limitMs: number;
}

/** `.ts` in tests, which run the sources. */
const EXTENSION = extname(import.meta.url);

/** The largest plans take about 200 MiB and 3 s, and 400 MiB where notes have line breaks only. */
const DEFAULTS: WorkbookWriterOptions = {
  file: new URL(`./plan-workbook.worker${EXTENSION}`, import.meta.url),
  memoryMb: 1_024,
  idleMs: 10_000,
  limitMs: 300_000,
};

/**
 * Writes workbooks with xlsx, which is synchronous: in a worker thread, one after the other. A plan that needs too much
 * memory or time fails alone.
 */
export class XlsxWorkbookWriter extends WorkbookWriter {
  private readonly pool: Piscina<WorkbookTask, Uint8Array>;
  private readonly limitMs: number;
  private readonly closing = new AbortController();
  private broken = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: Partial<WorkbookWriterOptions> = {}) {
    super();
    const { file, memoryMb, idleMs, limitMs } = { ...DEFAULTS, ...options };
    this.limitMs = limitMs;
    this.pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      niceIncrement: BELOW_REQUESTS,
      ...(EXTENSION === '.ts' && { execArgv: ['--import', 'tsx'] }),
    });
    // Without this, the workbook of a thread that cannot start would wait for ever.
    this.pool.on('error', (error) => {
      this.broken.abort(error);
      this.broken = new AbortController();
    });
  }

  override write(plan: WorkbookPlan, locale: ReaderLocale, signal?: AbortSignal): Promise<Uint8Array> {
    // The pool would leave a task in its queue waiting when the thread of the task before it ends.
    const turn = this.last.then(() => this.writeNow({ plan, locale }, signal));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; a workbook in progress fails. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort(new Error('The service is shutting down: no more workbooks are written.'));
    await this.pool.destroy();
  }

  private async writeNow(task: WorkbookTask, signal?: AbortSignal): Promise<Uint8Array> {
    const ends = [this.closing.signal, this.broken.signal, AbortSignal.timeout(this.limitMs)];
    const end = AbortSignal.any(signal ? [signal, ...ends] : ends);
    return this.pool.run(task, { signal: end }).catch((error: unknown) => {
      end.throwIfAborted();
      throw error;
    });
  }
}
