import { readFile, stat } from 'node:fs/promises';
import { propertyName, type ValidationIssue } from '../shared-kernel/validation-issue.js';
import { FileUnreadable } from '../platform/files/file-errors.js';
import { ImportRefused } from '../shared-kernel/import-refused.js';
import { IMPORT_KINDS } from './import-kinds.js';
import type { ImportSource, RecordBatch } from './import-source.js';
import { findJsonSyntaxError } from '../platform/json/json-syntax-error.js';
import { RecordLists } from './record-lists.js';

/** A document is parsed in memory as a whole. */
const MAX_BYTES = 256 * 1024 * 1024;

/** One JSON document `{ "plans": [ … ], … }`. Every list is optional. */
export class JsonDocument implements ImportSource {
  constructor(private readonly path: string) {}

  async *batches(): AsyncGenerator<RecordBatch> {
    const document = parse(await this.read());
    if (typeof document !== 'object' || document === null || Array.isArray(document)) {
      throw new ImportRefused([{ path: '', code: 'WRONG_TYPE', message: 'must be an object' }]);
    }
    const properties = Object.entries(document);
    const issues = properties.flatMap(([name, value]) => issuesOf(name, value));
    if (issues.length > 0) throw new ImportRefused(issues);
    const given = properties.filter(([, list]) => list !== null);
    yield* new RecordLists(Object.fromEntries(given)).batches();
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

function issuesOf(name: string, value: unknown): ValidationIssue[] {
  const path = propertyName(name);
  if (!IMPORT_KINDS.some(({ list }) => list === name)) {
    return [{ path, code: 'UNKNOWN_MEMBER', message: 'is not a property of this object' }];
  }
  if (value === null || Array.isArray(value)) return [];
  return [{ path, code: 'WRONG_TYPE', message: 'must be an array' }];
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
