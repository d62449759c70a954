import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import split from 'split2';
import { isRecord } from '../shared-kernel/shape.js';
import { FileUnreadable, ImportRefused } from './import.errors.js';
import { BATCH, type ImportSource, type RecordBatch, type RecordKind } from './import-source.js';
import { findJsonSyntaxError } from './json-syntax-error.js';

const MAX_LINE_LENGTH = 16 * 1024 * 1024;
const OVERFLOW = 'maximum buffer reached';

type NamedKind = Required<RecordKind>;

/** One JSON object a line, each with a `type`; of any length, in flat memory. Empty lines are passed over. */
export class NdjsonLines implements ImportSource {
  private readonly kinds: ReadonlyMap<unknown, NamedKind>;

  constructor(
    private readonly path: string,
    kinds: readonly RecordKind[],
  ) {
    const named = kinds.filter((kind): kind is NamedKind => kind.type !== undefined);
    this.kinds = new Map(named.map((kind) => [kind.type, kind]));
  }

  async *batches(): AsyncGenerator<RecordBatch> {
    const waiting = new Map<string, Lines>();
    const { size } = await stat(this.path);
    const file = createReadStream(this.path);
    let number = 0;
    try {
      for await (const line of linesOf(file)) {
        number++;
        if (line.trim() === '') continue;
        const { member, record } = this.read(line, number);
        const lines = waiting.get(member) ?? new Lines(member);
        waiting.set(member, lines);
        lines.add(record, number);
        if (lines.records.length < BATCH) continue;
        waiting.delete(member);
        lines.share = file.bytesRead / size;
        yield lines;
      }
    } catch (error) {
      throw explained(error, this.path, number + 1);
    }
    yield* waiting.values();
  }

  private read(line: string, number: number): { member: string; record: unknown } {
    const value = parse(line, number);
    if (!isRecord(value)) throw refused(number, '', 'WRONG_TYPE', 'must be an object');
    const { type, ...record } = value;
    const kind = this.kinds.get(type);
    if (kind) return { member: kind.member, record };
    throw refused(number, 'type', 'NOT_ALLOWED', `must be one of ${[...this.kinds.keys()].join(', ')}`);
  }
}

class Lines implements RecordBatch {
  readonly records: unknown[] = [];
  share = 1;
  private readonly numbers: number[] = [];

  constructor(readonly member: string) {}

  add(record: unknown, number: number): void {
    this.records.push(record);
    this.numbers.push(number);
  }

  place(index: number, path: string): string {
    return placeInLine(this.numbers[index], path);
  }
}

/** What fails on the way ends the lines with its error. */
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

function explained(error: unknown, path: string, number: number): unknown {
  if (error instanceof TypeError && 'code' in error) return new FileUnreadable(path, 'it is not UTF-8');
  if (error instanceof Error && error.message === OVERFLOW) {
    return refused(number, '', 'TOO_LONG', `must be at most ${MAX_LINE_LENGTH} characters long`);
  }
  return error;
}

function placeInLine(number: number | undefined, path: string): string {
  return path === '' ? `line ${number}` : `line ${number}: ${path}`;
}

function refused(number: number, path: string, code: string, message: string): ImportRefused {
  return new ImportRefused([{ path: placeInLine(number, path), code, message }]);
}
