import { once } from 'node:events';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { BELOW_REQUESTS } from '../../../platform/thread-priority.js';
import { WorkbookReader, type FileRow } from '../../application/file-rows.js';
import { ListRefused } from '../../application/listed-rows.js';
import {
  MAX_FILE_COLUMNS,
  MAX_SYNC_PERSON_BYTES,
  MAX_WORKBOOK_CONTENT_BYTES,
} from '../../domain/staff-file.limits.js';
import type { WorkbookMessage, WorkbookTask } from './staff-workbook.worker.js';

/** `.ts` in tests, which run the sources. */
const EXTENSION = extname(import.meta.url);
const FILE = new URL(`./staff-workbook.worker${EXTENSION}`, import.meta.url);

/** Heap of the thread, in MiB. What is unpacked outside of it is some pieces of 64 KiB. */
const MEMORY_MB = 192;

/** Longest work at one reading of a workbook, in milliseconds, without the time in which its rows are used. */
const LIMIT_MS = 30_000;

const SAVE_AS_CSV = 'save it as CSV, and send that';
const TOO_LONG = { code: 'TOO_LARGE', message: `must not take so long to read: ${SAVE_AS_CSV}` };
const TOO_LARGE = { code: 'TOO_LARGE', message: `must not need so much memory: ${SAVE_AS_CSV}` };

/** Causes by which the reading of a file is ended: limits of time or memory, and what is in it. */
export type EndedBy = 'time' | 'memory' | 'form';

export interface WorkbookBounds {
  readonly memoryMb: number;
  readonly limitMs: number;
}

/**
 * Reads workbooks in a thread for each, with limits of memory and time. A workbook that reaches them is refused, as one
 * that cannot be read is: another attempt would end alike.
 */
export class XlsxWorkbookReader extends WorkbookReader {
  constructor(
    private readonly onEnded: (cause: EndedBy) => void = () => undefined,
    private readonly bounds: WorkbookBounds = { memoryMb: MEMORY_MB, limitMs: LIMIT_MS },
  ) {
    super();
  }

  override async *rows(pieces: AsyncIterable<Buffer>, sheet?: string): AsyncGenerator<readonly FileRow[]> {
    const bytes = await wholeOf(pieces);
    const { port1: port, port2 } = new MessageChannel();
    const end = new AbortController();
    const pool = new Piscina<WorkbookTask, undefined>({
      filename: FILE.href,
      minThreads: 0,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: this.bounds.memoryMb },
      niceIncrement: BELOW_REQUESTS,
      ...(EXTENSION === '.ts' && { execArgv: ['--import', 'tsx'] }),
    });
    // Without this, the rows of a thread that cannot start would be waited for.
    pool.on('error', (error) => end.abort(error));
    const transferList = [bytes.buffer, port2];
    pool
      .run({ bytes, limits: LIMITS, port: port2, ...(sheet !== undefined && { sheet }) }, { transferList })
      .catch((error: unknown) => end.abort(error));
    try {
      yield* this.received(port, end.signal);
    } finally {
      port.close();
      await pool.destroy();
    }
  }

  private async *received(port: MessagePort, signal: AbortSignal): AsyncGenerator<readonly FileRow[]> {
    for (let leftMs = this.bounds.limitMs; ;) {
      const startedAt = performance.now();
      const message = await this.next(port, signal, Math.max(0, Math.ceil(leftMs)));
      leftMs -= performance.now() - startedAt;
      if (message === 'end') return;
      if ('refused' in message) throw this.refusal('form', message.refused);
      yield message.rows;
      port.postMessage('next');
    }
  }

  private async next(port: MessagePort, signal: AbortSignal, leftMs: number): Promise<WorkbookMessage> {
    const time = AbortSignal.timeout(leftMs);
    try {
      const both = AbortSignal.any([signal, time]);
      const [message] = (await once(port, 'message', { signal: both })) as [WorkbookMessage];
      return message;
    } catch (error) {
      const cause: unknown = signal.aborted ? signal.reason : error;
      if ((cause as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw this.refusal('memory', TOO_LARGE);
      if (time.aborted && !signal.aborted) throw this.refusal('time', TOO_LONG);
      throw cause;
    }
  }

  private refusal(
    cause: EndedBy,
    { code, message }: { readonly code: string; readonly message: string },
  ): ListRefused {
    this.onEnded(cause);
    return new ListRefused('UNREADABLE_FILE', [{ path: '', code, message }]);
  }
}

const LIMITS = {
  maxContentBytes: MAX_WORKBOOK_CONTENT_BYTES,
  maxColumns: MAX_FILE_COLUMNS,
  maxRowLength: MAX_SYNC_PERSON_BYTES,
};

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
