import { readFile, stat } from 'node:fs/promises';
import { anyArray, isRecord, objectIssues } from '../shared-kernel/shape.js';
import { FileUnreadable, ImportRefused } from './import.errors.js';
import type { ImportSource, RecordBatch, RecordKind } from './import-source.js';
import { findJsonSyntaxError } from './json-syntax-error.js';
import { RecordLists } from './record-lists.js';

/** A document is held in memory as a whole; larger imports come line by line. */
const MAX_BYTES = 256 * 1024 * 1024;

/** One JSON document `{ "plans": [ … ], … }`, every member of which is optional. */
export class JsonDocument implements ImportSource {
  constructor(
    private readonly path: string,
    private readonly kinds: readonly RecordKind[],
  ) {}

  async *batches(): AsyncGenerator<RecordBatch> {
    const document = parse(await this.read());
    const issues = objectIssues(
      document,
      Object.fromEntries(this.kinds.map(({ member }) => [member, anyArray])),
    );
    if (issues.length > 0 || !isRecord(document)) throw new ImportRefused(issues);
    const given = this.kinds.flatMap(({ member }) => {
      const list = document[member] as unknown[] | null | undefined;
      return list ? [[member, list]] : [];
    });
    yield* new RecordLists(Object.fromEntries(given) as Record<string, unknown[]>).batches();
  }

  private async read(): Promise<string> {
    const { size } = await stat(this.path);
    if (size > MAX_BYTES) {
      throw new FileUnreadable(this.path, 'a document is at most 256 MiB; larger imports are .ndjson');
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(this.path));
    } catch (error) {
      if (error instanceof TypeError) throw new FileUnreadable(this.path, 'it is not UTF-8');
      throw error;
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { line, column, reason } = findJsonSyntaxError(text);
    const message = `is not JSON from column ${column} on: ${reason}`;
    throw new ImportRefused([{ path: `line ${line}`, code: 'MALFORMED_JSON', message }]);
  }
}
