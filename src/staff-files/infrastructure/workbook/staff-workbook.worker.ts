import type { MessagePort } from 'node:worker_threads';
import type { FileRow } from '../../application/file-rows.js';
import { lengthOf, workbookRows, type WorkbookLimits } from './workbook-rows.js';
import { WorkbookRefused } from './zip-parts.js';

export interface WorkbookTask {
  readonly bytes: Uint8Array;
  readonly limits: WorkbookLimits;
  readonly port: MessagePort;
  /** Name of the sheet; the first visible one if absent. */
  readonly sheet?: string;
}

/** A message of the thread: some rows, after which it waits for an answer; the reason of a refusal; or the end. */
export type WorkbookMessage =
  | { readonly rows: readonly FileRow[] }
  | { readonly refused: { readonly code: string; readonly message: string } }
  | 'end';

/** Rows and characters of a message: few enough that the thread that receives them is not held up. */
const BATCH = 200;
const BATCH_LENGTH = 262_144;

/** Reads a workbook in a thread, and says its rows through a port. */
export default async function readWorkbook({ bytes, limits, port, sheet }: WorkbookTask): Promise<void> {
  const say = async (message: WorkbookMessage): Promise<void> => {
    const answered = new Promise((resolve) => port.once('message', resolve));
    port.postMessage(message);
    await answered;
  };
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let rows: FileRow[] = [];
    let length = 0;
    for await (const read of workbookRows(file, limits, sheet))
      for (const row of read) {
        length += lengthOf(row);
        if (rows.push(row) < BATCH && length < BATCH_LENGTH) continue;
        await say({ rows });
        rows = [];
        length = 0;
      }
    await say({ rows });
    await say('end');
  } catch (error) {
    if (!(error instanceof WorkbookRefused)) throw error;
    await say({ refused: { code: error.code, message: error.message } });
  } finally {
    port.close();
  }
}
