import { propertyPath } from '../shared-kernel/validation-issue.js';
import { BATCH_SIZE, type ImportSource, type RecordBatch } from './import-source.js';

/** Lists of records in memory, by their names in the import document. */
export class RecordLists implements ImportSource {
  constructor(private readonly lists: Readonly<Record<string, readonly unknown[]>>) {}

  // eslint-disable-next-line @typescript-eslint/require-await -- other sources wait for a file
  async *batches(): AsyncGenerator<RecordBatch> {
    const lists = Object.entries(this.lists);
    const total = lists.reduce((sum, [, { length }]) => sum + length, 0);
    let read = 0;
    for (const [list, all] of lists) {
      // An empty list is a batch too, so that the report names it.
      for (let start = 0; start === 0 || start < all.length; start += BATCH_SIZE) {
        const records = all.slice(start, start + BATCH_SIZE);
        const locate = (index: number, path: string): string =>
          propertyPath(`${list}[${start + index}]`, path);
        read += records.length;
        yield { list, records, progress: read / Math.max(total, 1), locate };
      }
    }
  }
}
