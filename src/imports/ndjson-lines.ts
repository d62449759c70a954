import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import split from 'split2';
import { FileUnreadable } from '../platform/files/file-errors.js';
import { ImportRefused } from '../shared-kernel/import-refused.js';
import { IMPORT_KINDS } from './import-kinds.js';
import { BATCH_SIZE, type ImportSource, type RecordBatch } from './import-source.js';
import { findJsonSyntaxError } from '../platform/json/json-syntax-error.js';

const MAX_LINE_LENGTH = 16 * 1024 * 1024;
const OVERFLOW = 'maximum buffer reached';

/** Names of the lists by the `type` of their lines. */
const LISTS: ReadonlyMap<unknown, string> = new Map(
  IMPORT_KINDS.flatMap(({ type, list }) => (type === undefined ? [] : [[type, list]])),
);

/** NDJSON: one object per line, each with a `type`. Files of any size, in constant memory. Empty lines are skipped. */
export class NdjsonLines implements ImportSource {
  constructor(private readonly path: string) {}

  async *batches(): AsyncGenerator<RecordBatch> {
    const waiting = new Map<string, Lines>();
    const { size } = await stat(this.path);
    const file = createReadStream(this.path);
    let number = 0;
    try {
      for await (const line of linesOf(file)) {
        number++;
        if (line.trim() === '') continue;
        const { list, record } = read(line, number);
        const lines = waiting.get(list) ?? new Lines(list);
        waiting.set(list, lines);
        lines.add(record, number);
        if (lines.records.length < BATCH_SIZE) continue;
        waiting.delete(list);
        lines.progress = file.bytesRead / size;
        yield lines;
      }
    } catch (error) {
      throw describe(error, this.path, number + 1);
    }
    yield* waiting.values();
  }
}

function read(line: string, number: number): { list: string; record: unknown } {
  const value = parse(line, number);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused(number, '', 'WRONG_TYPE', 'must be an object');
  const { type, ...record } = value as Record<string, unknown>;
  const list = LISTS.get(type);
  if (list !== undefined) return { list, record };
  throw refused(number, 'type', 'NOT_ALLOWED', `must be one of ${[...LISTS.keys()].join(', ')}`);
}

class Lines implements RecordBatch {
  readonly records: unknown[] = [];
  progress = 1;
  private readonly numbers: number[] = [];

  constructor(readonly list: string) {}

  add(record: unknown, number: number): void {
    this.records.push(record);
    this.numbers.push(number);
  }

  locate(index: number, path: string): string {
    return locateInLine(this.numbers[index], path);
  }
}

/** An error of any stream of the pipeline rejects the iteration. */
function linesOf(file: ReadStream): AsyncIterable<string> {
  return pipeline(
    Readable.from(decode(file)),
    split(/\r?\n/, { maxLength: MAX_LINE_LENGTH }),
    () => undefined,
  );
}

async function* decode(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of file) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    const { column, reason } = findJsonSyntaxError(line);
    throw refused(number, '', 'MALFORMED_JSON', `is not JSON from column ${column} on: ${reason}`);
  }
}

function describe(error: unknown, path: string, number: number): unknown {
  if (error instanceof TypeError && 'code' in error) return new FileUnreadable(path, 'it is not UTF-8');
  if (error instanceof Error && error.message === OVERFLOW) {
    return refused(number, '', 'TOO_LONG', `must be at most ${MAX_LINE_LENGTH} characters long`);
  }
  return error;
}

function locateInLine(number: number | undefined, path: string): string {
  return path === '' ? `line ${number}` : `line ${number}: ${path}`;
}

function refused(number: number, path: string, code: string, message: string): ImportRefused {
  return new ImportRefused([{ path: locateInLine(number, path), code, message }]);
}
