import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { FileDeletions } from '../domain/plan-export.repository.js';

const DUE = {
  name: 'file-deletions.due',
  text: 'SELECT key FROM file_deletion WHERE due_at <= now() ORDER BY due_at LIMIT $1',
};

const DONE = { name: 'file-deletions.done', text: 'DELETE FROM file_deletion WHERE key = $1' };

const POSTPONE = {
  name: 'file-deletions.postpone',
  text: `UPDATE file_deletion SET due_at = now() + interval '1 minute' WHERE key = $1`,
};

/** The notes that the trigger of `plan_export` leaves. */
@Injectable()
export class SqlFileDeletions extends FileDeletions {
  constructor(private readonly sql: Sql) {
    super();
  }

  async due(limit: number): Promise<string[]> {
    const rows = await this.sql.query<{ key: string }>(DUE, [limit]);
    return rows.map(({ key }) => key);
  }

  async done(key: string): Promise<void> {
    await this.sql.query(DONE, [key]);
  }

  async postpone(key: string): Promise<void> {
    await this.sql.query(POSTPONE, [key]);
  }
}
