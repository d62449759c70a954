import type { Transaction } from '../../shared-kernel/transaction.js';
import { managerOf } from './typeorm-unit-of-work.js';

/** Any fixed number that nothing else locks. */
const IMPORT_LOCK = 7_205_119_342;

/**
 * Makes imports that create records wait for each other until their transactions end. Ids are unique among all
 * companies, but keys begin with the company, so that only the importers can refuse an id of another one.
 */
export async function lockImports(transaction: Transaction): Promise<void> {
  await managerOf(transaction).query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
}
