import type { RowPart } from '../domain/stored-sync.js';
import { MAX_SYNC_MOVES } from '../domain/sync.limits.js';

/** People of a transaction: few enough that other requests do not wait for it. */
const BATCH = 200;

/** The parts of a sync in their order: e-mail addresses become free before others take them over. */
export const PARTS: readonly RowPart[] = [
  { list: 'ended', isMove: false },
  { list: 'changed', isMove: false },
  { list: 'changed', isMove: true },
  { list: 'added', isMove: false },
];

/** Rows of a part that one transaction has worked on. */
export interface Batch {
  /** Position of the last row, undefined when there is none behind it. */
  readonly next: number | undefined;
}

/** People of a transaction: those who take over e-mail addresses may exchange them. */
export function batchOf({ isMove }: RowPart): number {
  return isMove ? MAX_SYNC_MOVES : BATCH;
}

/**
 * Works on all rows of a part, batch by batch.
 * @param work - on the rows behind a position
 */
export async function* batches<T extends Batch>(work: (after: number) => Promise<T>): AsyncGenerator<T> {
  let after: number | undefined = -1;
  while (after !== undefined) {
    const batch: T = await work(after);
    yield batch;
    after = batch.next;
  }
}
