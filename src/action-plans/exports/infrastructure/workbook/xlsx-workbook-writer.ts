import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { WorkbookPlan } from '../../../index.js';
import { WorkbookWriter, type ReaderLocale } from '../../application/export.ports.js';
import type { WorkbookTask, WorkbookTaskResult } from './workbook.worker.js';

export interface WorkbookWriterOptions {
  /** Heap of the thread, in MiB. */
  readonly memoryMb: number;
  /** How long the thread waits for the next workbook before it ends, in milliseconds. */
  readonly idleMs: number;
  /** Longest time for one workbook, in milliseconds. */
  readonly limitMs: number;
}

/** 1,000 actions with 20 notes each take about 200 MiB and 2 s. */
const DEFAULTS: WorkbookWriterOptions = { memoryMb: 1_024, idleMs: 10_000, limitMs: 300_000 };

/** Actions serialized in one turn of the event loop: some tenths of a millisecond. */
const ACTIONS_PER_TURN = 8;

/**
 * Writes workbooks with xlsx, which is synchronous: in a worker thread, one after the other. The thread starts with the
 * first workbook and ends when there are no more. A plan that needs too much memory or time fails alone.
 */
export class XlsxWorkbookWriter extends WorkbookWriter {
  private readonly options: WorkbookWriterOptions;
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(options: Partial<WorkbookWriterOptions> = {}) {
    super();
    this.options = { ...DEFAULTS, ...options };
  }

  override write(
    plan: WorkbookPlan,
    locale: ReaderLocale,
    path: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const turn = this.last.then(() => this.writeNow(plan, locale, path, signal));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; a workbook in progress fails. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await this.stop();
  }

  private async writeNow(
    { actions, ...plan }: WorkbookPlan,
    locale: ReaderLocale,
    path: string,
    signal?: AbortSignal,
  ): Promise<void> {
    clearTimeout(this.idle);
    const serialized = await serializeInTurns(actions);
    if (this.isClosed) throw new Error('The service is shutting down: no more workbooks are written.');
    signal?.throwIfAborted();
    const end = (): void => void this.stop();
    const limit = setTimeout(end, this.options.limitMs);
    signal?.addEventListener('abort', end);
    try {
      await this.run({ plan, actions: serialized, locale, path });
    } catch (error) {
      await this.stop();
      await rm(path, { force: true });
      throw error;
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', end);
      this.idle = setTimeout(() => void this.stop(), this.options.idleMs).unref();
    }
  }

  private async run(task: WorkbookTask): Promise<void> {
    const worker = (this.worker ??= this.start());
    const settled = new AbortController();
    const { signal } = settled;
    // The process must not end before the workbook is written.
    worker.ref();
    try {
      worker.postMessage(
        task,
        task.actions.map(({ buffer }) => buffer as ArrayBuffer),
      );
      const ended = once(worker, 'exit', { signal }).then(() => {
        throw new Error('The thread that writes workbooks has ended.');
      });
      const [result] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [
        WorkbookTaskResult,
      ];
      if (result.error !== undefined) throw result.error;
    } finally {
      settled.abort();
      worker.unref();
    }
  }

  private start(): Worker {
    const worker = startWorker({ maxOldGenerationSizeMb: this.options.memoryMb });
    worker.on('error', () => undefined); // reported by the workbook in progress
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  private async stop(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}

/** Tests and benches run the sources, for which the thread needs the loader of TypeScript. */
function startWorker(resourceLimits: ResourceLimits): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./workbook.worker.js', import.meta.url), { resourceLimits });
  }
  const source = new URL('./workbook.worker.ts', import.meta.url).href;
  const start = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${source}', '${source}'))`;
  return new Worker(start, { eval: true, execArgv: [], resourceLimits });
}

/** Lets the event loop continue in between: a plan may have megabytes. */
async function serializeInTurns(actions: WorkbookPlan['actions']): Promise<Uint8Array[]> {
  const serialized: Uint8Array[] = [];
  for (const [index, action] of actions.entries()) {
    if (index % ACTIONS_PER_TURN === 0) await nextTurn();
    serialized.push(serialize(action));
  }
  return serialized;
}
