import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { Tombstones } from '../domain/tombstones.js';

/**
 * Of all companies: workers serve all of them. What another worker removes at the same time is left to it. `$1` age in
 * milliseconds, `$2` most rows.
 */
const removeFrom = (table: string): Statement => ({
  name: `changes.remove-${table.replaceAll('_', '-')}`,
  text: `
    DELETE FROM ${table}
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table}
      WHERE changed_at < now() - $1::float8 * interval '1 millisecond'
      ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id`,
});

export const REMOVE_TOMBSTONES = ['change_tombstone', 'announcement_template_tombstone'].map(removeFrom);

@Injectable()
export class SqlTombstones extends Tombstones {
  constructor(private readonly sql: Sql) {
    super();
  }

  async removeOlderThan(ageMs: number, limit: number): Promise<number> {
    let most = 0;
    for (const statement of REMOVE_TOMBSTONES)
      most = Math.max(most, (await this.sql.query(statement, [ageMs, limit])).length);
    return most;
  }
}
