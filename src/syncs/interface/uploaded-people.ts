import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  type FileOfSource,
  FilePeople,
  type ListedRow,
  type ListReading,
  WorkbookReader,
} from '../../staff-files/index.js';
import { ListedPeople, SyncUploads, type ListedBatch } from '../application/sync.ports.js';
import { SyncColumnStore } from '../application/sync-column.store.js';
import { SyncStore } from '../application/sync.store.js';
import type { SyncKey } from '../domain/sync.js';
import { csvRows, cutterOf, isCsv, type FileForm } from './list-forms.js';
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
    private readonly syncs: SyncStore,
    private readonly columns: SyncColumnStore,
  ) {
    super();
  }

  async *batches(key: SyncKey, reading: ListReading = {}): AsyncGenerator<ListedBatch> {
    const { form, pieces } = await this.uploads.open(key);
    const read =
      form === 'json' || form === 'ndjson'
        ? jsonRows(form, pieces, reading)
        : this.files.rows(await this.fileOf(key, form, pieces), reading, PERSON_VALIDATOR);
    let rows: ListedRow[] = [];
    for await (const each of read) {
      rows.push(...each);
      if (rows.length < BATCH) continue;
      yield* inParts(rows);
      rows = [];
    }
    yield* inParts(rows);
  }

  private async fileOf(key: SyncKey, form: FileForm, pieces: AsyncIterable<Buffer>): Promise<FileOfSource> {
    const sync = await this.syncs.find(key);
    return {
      key: { companyId: key.companyId, source: sync?.source ?? '' },
      rows: ({ sheet }) => (isCsv(form) ? csvRows(form, pieces) : this.workbooks.rows(pieces, sheet)),
      show: (columns) => this.columns.store(key, columns),
    };
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
