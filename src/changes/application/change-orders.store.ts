import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';

const EXPIRED = (row: string, age: string): string =>
  `${row}.at < now() - ${age}::float8 * interval '1 millisecond'`;

/** Of the expired change sets of a company, the newest one stays. `$1` age in milliseconds, `$2` most companies. */
const COMPANIES = {
  name: 'changes.companies-with-expired',
  text: `
    SELECT DISTINCT s.company_id AS "companyId"
    FROM change_set s JOIN change_set later ON later.company_id = s.company_id AND later.position = s.position + 1
    WHERE ${EXPIRED('s', '$1')} AND ${EXPIRED('later', '$1')}
    LIMIT $2`,
};

/** `$1` company, `$2` age in milliseconds, `$3` most sets. */
const SETS = {
  name: 'changes.expired-sets',
  text: `
    SELECT s.position, s.id FROM change_set s
    WHERE s.company_id = $1 AND ${EXPIRED('s', '$2')} ORDER BY s.position LIMIT $3`,
};

/** `$1` company, `$2` change sets, `$3` most tombstones. */
const REMOVE_TOMBSTONES = {
  name: 'changes.remove-tombstones',
  text: `
    DELETE FROM change_tombstone
    WHERE company_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM change_tombstone WHERE company_id = $1 AND change_set = ANY ($2::uuid[]) LIMIT $3
    ))
    RETURNING id`,
};

/** `$1` company, `$2` positions. */
const REMOVE_SETS = {
  name: 'changes.remove-sets',
  text: 'DELETE FROM change_set WHERE company_id = $1 AND position = ANY ($2::bigint[])',
};

/** The orders of changes, with the records of objects that are gone. */
@Injectable()
export class ChangeOrders {
  constructor(private readonly sql: Sql) {}

  /** @returns companies that have something to remove, at most `limit` */
  async companiesOlderThan(ageMs: number, limit: number): Promise<string[]> {
    const rows = await this.sql.query<{ companyId: string }>(COMPANIES, [ageMs, limit]);
    return rows.map(({ companyId }) => companyId);
  }

  /**
   * Removes change sets of a company that are older than the age, and their tombstones. The newest of them stays,
   * because a cursor may be at it.
   * @param limit - most rows of a statement
   * @returns true if there may be more
   */
  async removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<boolean> {
    const rows = await this.sql.query<{ position: string; id: string }>(SETS, [companyId, ageMs, limit + 1]);
    const sets = rows.slice(0, -1);
    const ids = sets.map(({ id }) => id);
    const removed = await this.sql.query(REMOVE_TOMBSTONES, [companyId, ids, limit]);
    if (removed.length === limit) return true;
    await this.sql.query(REMOVE_SETS, [companyId, sets.map(({ position }) => position)]);
    return sets.length === limit;
  }
}
