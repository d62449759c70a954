import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { WorkbookPlan } from '../../../index.js';
import { partsOf, type PlanPart } from './plan-parts.js';
import type { ThreadAnswer, ThreadRequest } from './workbook-thread.messages.js';

/** What is handed over in one go: some tenths of a millisecond of copying. */
const PARTS_PER_TURN = 8;

/**
 * The build has the thread's file compiled. Tests and benchmarks run the sources, which a thread cannot load by
 * itself: there it begins with the loader of TypeScript that development has.
 */
function startWorker(resourceLimits: ResourceLimits): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./workbook.worker.js', import.meta.url), { resourceLimits });
  }
  const source = new URL('./workbook.worker.ts', import.meta.url).href;
  const beginning = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${source}', '${source}'))`;
  return new Worker(beginning, { eval: true, execArgv: [], resourceLimits });
}

/** A thread that writes one workbook at a time. */
export class WorkbookThread {
  private readonly worker: Worker;
  private readonly ended: Promise<never>;
  private isAlive = true;

  /** @param memoryMb - what its objects may take; a plan that needs more fails, and nothing else does */
  constructor(memoryMb: number) {
    this.worker = startWorker({ maxOldGenerationSizeMb: memoryMb });
    this.worker.unref();
    this.ended = new Promise((_, reject) => {
      this.worker.once('error', (error) => {
        this.isAlive = false;
        reject(error);
      });
      this.worker.once('exit', (code) => {
        this.isAlive = false;
        reject(new Error(`The thread that writes workbooks ended (${code}).`));
      });
    });
    // It may end while nobody waits for it.
    this.ended.catch(() => undefined);
  }

  /** Whether it can be given work; one that has crashed cannot. */
  get alive(): boolean {
    return this.isAlive;
  }

  /**
   * Hands a plan over piece by piece, so that the event loop goes on meanwhile, and has it written.
   * @throws what went wrong in the thread, or that it ended
   */
  async write(plan: WorkbookPlan, language: string, path: string): Promise<void> {
    // The process must not end before the workbook is there.
    this.worker.ref();
    try {
      await Promise.race([this.ended, this.handOver(plan)]);
      this.tell({ kind: 'write', language, path });
      const answer = await Promise.race([this.ended, this.answer()]);
      if (answer.kind === 'failed') throw answer.error;
    } finally {
      this.worker.unref();
    }
  }

  async stop(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }

  private async handOver(plan: WorkbookPlan): Promise<void> {
    let parts: PlanPart[] = [];
    for (const part of partsOf(plan)) {
      parts.push(part);
      if (parts.length < PARTS_PER_TURN) continue;
      this.tell({ kind: 'parts', parts });
      parts = [];
      await nextTurn();
      if (!this.isAlive) return;
    }
    this.tell({ kind: 'parts', parts });
  }

  private tell(request: ThreadRequest): void {
    this.worker.postMessage(request);
  }

  private answer(): Promise<ThreadAnswer> {
    return new Promise((resolve) => this.worker.once('message', resolve));
  }
}
