import { on } from 'node:events';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { WorkbookReader, type FileRow } from '../../application/file-rows.js';
import { ListRefused } from '../../application/sync.ports.js';
import { MAX_FILE_COLUMNS, MAX_WORKBOOK_CONTENT_BYTES } from '../../domain/sync.limits.js';
import type { WorkbookMessage, WorkbookTask } from './workbook.worker.js';

/** `.ts` in tests, which run the sources. */
const EXTENSION = extname(import.meta.url);
const FILE = new URL(`./workbook.worker${EXTENSION}`, import.meta.url);

/** Heap of the thread, in MiB. With what is unpacked, which is not in it, a workbook takes at most 512 MiB. */
const MEMORY_MB = 384;

/** Longest time for one workbook, in milliseconds. */
const LIMIT_MS = 60_000;

const TOO_LARGE = {
  code: 'TOO_LARGE',
  message: 'must not need so much memory or time: save it as CSV, and send that',
};

/** Reads workbooks with xlsx, which is synchronous, in a thread for each, with limits of memory and time. */
export class XlsxWorkbookReader extends WorkbookReader {
  constructor(private readonly memoryMb = MEMORY_MB) {
    super();
  }

  override async *rows(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly FileRow[]> {
    const bytes = await wholeOf(pieces);
    const limits = { maxContentBytes: MAX_WORKBOOK_CONTENT_BYTES, maxColumns: MAX_FILE_COLUMNS };
    const { port1: port, port2 } = new MessageChannel();
    const end = new AbortController();
    const pool = new Piscina<WorkbookTask, undefined>({
      filename: FILE.href,
      minThreads: 0,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb },
      ...(EXTENSION === '.ts' && { execArgv: ['--import', 'tsx'] }),
    });
    // Without this, the rows of a thread that cannot start would be waited for.
    pool.on('error', (error) => end.abort(error));
    const transferList = [bytes.buffer, port2];
    pool.run({ bytes, limits, port: port2 }, { transferList }).catch((error: unknown) => end.abort(error));
    try {
      yield* rowsFrom(port, AbortSignal.any([end.signal, AbortSignal.timeout(LIMIT_MS)]));
    } finally {
      port.close();
      await pool.destroy();
    }
  }
}

async function* rowsFrom(port: MessagePort, signal: AbortSignal): AsyncGenerator<readonly FileRow[]> {
  try {
    const messages = on(port, 'message', { signal }) as AsyncIterable<[WorkbookMessage]>;
    for await (const [message] of messages) {
      if (message === 'end') return;
      if ('refused' in message) throw refusal(message.refused);
      yield message.rows;
      port.postMessage('next');
    }
  } catch (error) {
    const cause: unknown = signal.aborted && !(error instanceof ListRefused) ? signal.reason : error;
    const { code, name } = cause as { readonly code?: unknown; readonly name?: unknown };
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'TimeoutError') throw refusal(TOO_LARGE);
    throw cause;
  }
}

function refusal({ code, message }: { readonly code: string; readonly message: string }): ListRefused {
  return new ListRefused('UNREADABLE_FILE', [{ path: '', code, message }]);
}

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
