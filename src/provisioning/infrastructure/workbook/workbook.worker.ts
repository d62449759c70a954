import type { MessagePort } from 'node:worker_threads';
import type { FileRow } from '../../application/file-rows.js';
import { workbookRows, type WorkbookLimits } from './workbook-rows.js';
import { ZipRefused } from './zip-parts.js';

export interface WorkbookTask {
  readonly bytes: Uint8Array;
  readonly limits: WorkbookLimits;
  readonly port: MessagePort;
}

/** A message of the thread: some rows, after which it waits for an answer; the reason of a refusal; or the end. */
export type WorkbookMessage =
  | { readonly rows: readonly FileRow[] }
  | { readonly refused: { readonly code: string; readonly message: string } }
  | 'end';

/** Few enough that the thread that receives them is not held up. */
const BATCH = 200;

/** Reads a workbook in a thread, and says its rows through a port. */
export default async function readWorkbook({ bytes, limits, port }: WorkbookTask): Promise<void> {
  const say = async (message: WorkbookMessage): Promise<void> => {
    const answered = new Promise((resolve) => port.once('message', resolve));
    port.postMessage(message);
    await answered;
  };
  try {
    let rows: FileRow[] = [];
    for (const row of workbookRows(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)) {
      if (rows.push(row) < BATCH) continue;
      await say({ rows });
      rows = [];
    }
    await say({ rows });
    await say('end');
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error;
    await say({ refused: { code: error.code, message: error.message } });
  } finally {
    port.close();
  }
}
