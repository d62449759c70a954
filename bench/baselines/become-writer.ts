import type { WorkbookPlan } from '../../src/action-plans/index.js';
import { largeWorkbookPlan } from '../../test/support/builders/workbook-plan.js';
import { becomeChild } from '../harness/become-child.js';

export interface WorkbookOrder {
  readonly actions: number;
  readonly notesEach: number;
  readonly path: string;
}

/** Writes a plan as a workbook in English. */
export type WriteWorkbook = (plan: WorkbookPlan, path: string) => Promise<void>;

/** Makes this process a child that writes workbooks and answers the milliseconds from the plan to the complete file. */
export function becomeWriter(write: WriteWorkbook): void {
  becomeChild(() =>
    Promise.resolve({
      ready: null,
      answer: async (question: unknown): Promise<number> => {
        const { actions, notesEach, path } = question as WorkbookOrder;
        const plan = largeWorkbookPlan(actions, notesEach);
        const startedAt = performance.now();
        await write(plan, path);
        return performance.now() - startedAt;
      },
    }),
  );
}
