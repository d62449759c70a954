import { rm } from 'node:fs/promises';
import type { WorkbookPlan } from '../../../index.js';
import { WorkbookWriter } from '../../application/export.ports.js';
import { WorkbookThread } from './workbook-thread.js';

export interface WorkbookWriterOptions {
  /** What the objects of a workbook in the making may take, in MiB. */
  readonly memoryMb: number;
  /** How long the thread waits for the next workbook before it ends, in milliseconds. */
  readonly idleMs: number;
  /** Longest time for one workbook, in milliseconds. */
  readonly limitMs: number;
}

/** 1,000 actions with 20 notes each take about 200 MiB and 2 s. */
const DEFAULTS: WorkbookWriterOptions = { memoryMb: 1_024, idleMs: 10_000, limitMs: 300_000 };

/**
 * Writes workbooks with xlsx, which works in one go and would hold up every request meanwhile: so it works in a
 * thread of its own, on one workbook at a time. The thread starts with the first and ends when there are no more.
 */
export class XlsxWorkbookWriter extends WorkbookWriter {
  private readonly options: WorkbookWriterOptions;
  private thread: WorkbookThread | undefined;
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(options: Partial<WorkbookWriterOptions> = {}) {
    super();
    this.options = { ...DEFAULTS, ...options };
  }

  override write(plan: WorkbookPlan, language: string, path: string): Promise<void> {
    const turn = this.last.then(() => this.writeNow(plan, language, path));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; a workbook in the making fails. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await this.stop();
  }

  private async writeNow(plan: WorkbookPlan, language: string, path: string): Promise<void> {
    if (this.isClosed) throw new Error('The service stops: no workbooks are written any more.');
    clearTimeout(this.idle);
    if (!this.thread?.alive) this.thread = new WorkbookThread(this.options.memoryMb);
    // A thread that does not come to an end is ended, which fails the workbook.
    const limit = setTimeout(() => void this.stop(), this.options.limitMs);
    try {
      await this.thread.write(plan, language, path);
    } catch (error) {
      // It may have crashed, or have half of a plan.
      await this.stop();
      await rm(path, { force: true });
      throw error;
    } finally {
      clearTimeout(limit);
      this.idle = setTimeout(() => void this.stop(), this.options.idleMs).unref();
    }
  }

  private async stop(): Promise<void> {
    clearTimeout(this.idle);
    await this.thread?.stop();
  }
}
