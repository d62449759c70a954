import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isRecord, issue } from '../../platform/dto/checks.js';
import { readChecked, readDto } from '../../platform/dto/read-dto.js';
import { excessOf } from '../../platform/http/request-body.js';
import { EmployeeRequest } from '../../workforce/index.js';
import {
  ListedPeople,
  SyncUploads,
  type ListedBatch,
  type ListedKey,
  type ListedRow,
  type ListReading,
} from '../application/sync.ports.js';
import { withValues } from '../application/row-issues.js';
import type { SyncKey } from '../domain/sync.js';
import { cutterOf } from './received-list.js';

/** People who are compared at a time. */
const BATCH = 500;

/** People who are read before the event loop runs other work: some milliseconds. */
const READ_AT_ONCE = 50;

/** The people of stored lists, by the rules of `EmployeeRequest`. */
@Injectable()
export class UploadedPeople extends ListedPeople {
  constructor(private readonly uploads: SyncUploads) {
    super();
  }

  async *batches(key: SyncKey, { badRows }: ListReading = {}): AsyncGenerator<ListedBatch> {
    const { form, pieces } = await this.uploads.open(key);
    const cutter = cutterOf(form);
    let index = 0;
    let rows: ListedRow[] = [];
    const read = async (elements: readonly Buffer[]): Promise<void> => {
      for (const element of elements) {
        if (!badRows) rows.push({ index, ...readFirst(element) });
        else if (!badRows.has(index)) rows.push({ index, ...readAgain(element) });
        if (++index % READ_AT_ONCE === 0) await setImmediate();
      }
    };
    for await (const piece of pieces) {
      await read(cutter.push(piece));
      if (rows.length < BATCH) continue;
      yield* inParts(rows);
      rows = [];
    }
    await read(cutter.end());
    yield* inParts(rows);
  }
}

function* inParts(rows: readonly ListedRow[]): Generator<ListedBatch> {
  for (let at = 0; at < rows.length; at += BATCH) yield { rows: rows.slice(at, at + BATCH) };
}

type ReadRow = Omit<ListedRow, 'index'>;

function readAgain(bytes: Buffer): ReadRow {
  return { content: readChecked(EmployeeRequest, JSON.parse(bytes.toString()) as object), issues: [] };
}

function readFirst(bytes: Buffer): ReadRow {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { issues: [issue('MALFORMED_JSON', 'must be JSON in UTF-8')] };
  }
  if (!isRecord(value)) return { issues: [issue('WRONG_TYPE', 'must be an object')] };
  const key = keyOf(value);
  const excess = excessOf(value);
  if (excess !== undefined)
    return { issues: [issue('TOO_COMPLEX', `must not have more than ${excess}`)], key };
  const { value: content, issues } = readDto(EmployeeRequest, value);
  return issues.length > 0 ? { issues: withValues(issues, value), key } : { content, issues };
}

/** The keys of a bad row. */
function keyOf({ externalId, email }: Readonly<Record<string, unknown>>): ListedKey {
  return { ...readKey('externalId', externalId), ...readKey('email', email) };
}

function readKey(property: keyof ListedKey, value: unknown): ListedKey {
  if (value === undefined || value === null) return {};
  const { value: read, issues } = readDto(EmployeeRequest, { [property]: value });
  return { [property]: issues.length > 0 ? null : read[property] };
}
