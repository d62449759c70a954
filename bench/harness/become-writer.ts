import { stat } from 'node:fs/promises';
import type { WorkbookPlan } from '../../src/action-plans/index.js';
import { largeWorkbookPlan } from '../../test/support/builders/workbook-plan.js';
import { becomeChild } from './become-child.js';

/** A workbook to be made, and where. */
export interface WorkbookOrder {
  readonly actions: number;
  readonly notesEach: number;
  readonly path: string;
}

/** What making a workbook took. */
export interface WorkbookCost {
  /** Milliseconds from the plan in memory to the whole file. */
  readonly time: number;
  /** MiB: the most that the process has had in memory since it began. */
  readonly peakMemory: number;
  /** Bytes of the file. */
  readonly size: number;
}

/** Writes a plan as a workbook in English. */
export type WriteWorkbook = (plan: WorkbookPlan, path: string) => Promise<void>;

/** Makes this process one that makes workbooks. */
export function becomeWriter(write: WriteWorkbook): void {
  becomeChild(() =>
    Promise.resolve({
      ready: null,
      answer: async (question: unknown): Promise<WorkbookCost> => {
        const { actions, notesEach, path } = question as WorkbookOrder;
        const plan = largeWorkbookPlan(actions, notesEach);
        const startedAt = performance.now();
        await write(plan, path);
        const time = performance.now() - startedAt;
        const { size } = await stat(path);
        return { time, peakMemory: process.resourceUsage().maxRSS / 1_024, size };
      },
      end: () => Promise.resolve(),
    }),
  );
}
