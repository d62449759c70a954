import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FilePeople } from '../application/file-people.js';
import { WorkbookReader } from '../application/file-rows.js';
import {
  ListedPeople,
  SyncUploads,
  type ListedBatch,
  type ListedRow,
  type ListReading,
} from '../application/sync.ports.js';
import type { SyncKey } from '../domain/sync.js';
import { csvRows, cutterOf, isCsv } from './list-forms.js';
import { PERSON_VALIDATOR, readJson, readJsonAgain } from './read-person.js';

/** People who are compared at a time. */
const BATCH = 500;

/** People who are read before the event loop runs other work: some milliseconds. */
const READ_AT_ONCE = 50;

/** The people of stored lists, by the rules of `EmployeeRequest`. */
@Injectable()
export class UploadedPeople extends ListedPeople {
  constructor(
    private readonly uploads: SyncUploads,
    private readonly files: FilePeople,
    private readonly workbooks: WorkbookReader,
  ) {
    super();
  }

  async *batches(key: SyncKey, reading: ListReading = {}): AsyncGenerator<ListedBatch> {
    const { form, pieces } = await this.uploads.open(key);
    const read =
      form === 'json' || form === 'ndjson'
        ? jsonRows(form, pieces, reading)
        : this.files.rows(
            key,
            ({ sheet }) => (isCsv(form) ? csvRows(form, pieces) : this.workbooks.rows(pieces, sheet)),
            reading,
            PERSON_VALIDATOR,
          );
    let rows: ListedRow[] = [];
    for await (const each of read) {
      rows.push(...each);
      if (rows.length < BATCH) continue;
      yield* inParts(rows);
      rows = [];
    }
    yield* inParts(rows);
  }
}

async function* jsonRows(
  form: 'json' | 'ndjson',
  pieces: AsyncIterable<Buffer>,
  { badRows }: ListReading,
): AsyncGenerator<ListedRow[]> {
  const cutter = cutterOf(form);
  let index = 0;
  const read = async (elements: readonly Buffer[]): Promise<ListedRow[]> => {
    const rows: ListedRow[] = [];
    for (const element of elements) {
      if (!badRows) rows.push({ index, ...readJson(element) });
      else if (!badRows.has(index)) rows.push({ index, ...readJsonAgain(element) });
      if (++index % READ_AT_ONCE === 0) await setImmediate();
    }
    return rows;
  };
  for await (const piece of pieces) yield read(cutter.push(piece));
  yield read(cutter.end());
}

function* inParts(rows: readonly ListedRow[]): Generator<ListedBatch> {
  for (let at = 0; at < rows.length; at += BATCH) yield { rows: rows.slice(at, at + BATCH) };
}
