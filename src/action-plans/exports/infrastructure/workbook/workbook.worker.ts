import { parentPort } from 'node:worker_threads';
import { deserialize } from 'node:v8';
import type { WorkbookAction, WorkbookPlan } from '../../../index.js';
import type { ReaderLocale } from '../../application/export.ports.js';
import { writeWorkbook } from './write-workbook.js';

/** A workbook to be written by the thread. */
export interface WorkbookTask {
  readonly plan: Omit<WorkbookPlan, 'actions'>;
  /** Each serialized by itself, so that the main thread never serializes for long. */
  readonly actions: readonly Uint8Array[];
  readonly locale: ReaderLocale;
  readonly path: string;
}

/** Answer to a task, with the error if it failed. */
export interface WorkbookTaskResult {
  readonly error?: Error;
}

parentPort?.on('message', (task: WorkbookTask) => {
  parentPort?.postMessage(run(task));
});

function run({ plan, actions, locale, path }: WorkbookTask): WorkbookTaskResult {
  try {
    const whole = { ...plan, actions: actions.map((action) => deserialize(action) as WorkbookAction) };
    writeWorkbook(whole, locale, path);
    return {};
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
