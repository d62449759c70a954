import { propertyPath } from '../shared-kernel/validation-issue.js';
import { BATCH, type ImportSource, type RecordBatch } from './import-source.js';

/** Lists of records by the members of the import document, in memory. */
export class RecordLists implements ImportSource {
  constructor(private readonly lists: Readonly<Record<string, readonly unknown[]>>) {}

  // eslint-disable-next-line @typescript-eslint/require-await -- other sources wait for a file
  async *batches(): AsyncGenerator<RecordBatch> {
    const lists = Object.entries(this.lists);
    const total = lists.reduce((sum, [, { length }]) => sum + length, 0);
    let read = 0;
    for (const [member, list] of lists) {
      for (let start = 0; start === 0 || start < list.length; start += BATCH) {
        const records = list.slice(start, start + BATCH);
        const place = (index: number, path: string): string =>
          propertyPath(`${member}[${start + index}]`, path);
        read += records.length;
        yield { member, records, share: read / Math.max(total, 1), place };
      }
    }
  }
}
