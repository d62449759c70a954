import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { isForeignKeyViolation } from './sql-errors.js';
import { managerOf } from './typeorm-unit-of-work.js';

/** Any fixed number that nothing else locks. */
const IMPORT_LOCK = 7_205_119_342;

/** A row that is there is locked, though its condition keeps `DO UPDATE` from writing it. */
const LOCK_COMPANY = `
  INSERT INTO company_lock (company_id) VALUES ($1)
  ON CONFLICT (company_id) DO UPDATE SET company_id = excluded.company_id WHERE false`;

/**
 * Makes imports that create records wait for each other until their transactions end. Ids are unique among all
 * companies, but keys begin with the company, so that only the importers can refuse an id of another one.
 */
export async function lockImports(transaction: Transaction): Promise<void> {
  await managerOf(transaction).query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
}

/**
 * Makes imports, changes and the removal of one company wait for each other until their transactions end. It is a row
 * of its own, because a lock of the company's row holds up all companies where the table is copied to several servers.
 * @returns false if there is no such company; the transaction can then only be rolled back
 */
export async function lockCompany(manager: EntityManager, companyId: string): Promise<boolean> {
  try {
    await manager.query(LOCK_COMPANY, [companyId]);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error, 'company_lock_company_fkey')) return false;
    throw error;
  }
}
