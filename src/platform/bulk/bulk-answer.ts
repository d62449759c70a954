import type { Request } from 'express';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Idempotency } from '../idempotency/idempotency.js';
import { fromRecord, toRecord, toResponse, type BulkResponse, type RowResult } from './bulk-results.js';

/**
 * Answers a request that changes many objects: a trial as if it had no key, a repeat by what is kept of the results.
 */
export async function answerBulk(
  idempotency: Idempotency,
  { request, isDryRun }: { readonly request: Request; readonly isDryRun: boolean },
  apply: (transaction?: Transaction) => Promise<RowResult[]>,
): Promise<BulkResponse> {
  if (isDryRun) return toResponse(await apply());
  return idempotency.answer<RowResult[], BulkResponse>(request, {
    create: apply,
    idOf: toRecord,
    answer: toResponse,
    repeat: (record) => Promise.resolve(toResponse(fromRecord(record))),
  });
}
