import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { SyncKey } from '../domain/sync.js';
import { SyncColumnRepository, type SyncColumn } from '../domain/sync-column.repository.js';

const STORE: Statement = {
  name: 'sync-columns.store',
  text: 'UPDATE employee_sync SET columns = $3 WHERE company_id = $1 AND id = $2',
};

const FIND: Statement = {
  name: 'sync-columns.find',
  text: 'SELECT columns FROM employee_sync WHERE company_id = $1 AND id = $2',
};

/** The columns of the files of syncs in PostgreSQL. */
@Injectable()
export class SqlSyncColumnRepository extends SyncColumnRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async store({ companyId, syncId }: SyncKey, columns: readonly SyncColumn[]): Promise<void> {
    await this.sql.query(STORE, [companyId, syncId, JSON.stringify(columns)]);
  }

  async find({ companyId, syncId }: SyncKey): Promise<readonly SyncColumn[] | undefined> {
    const rows = await this.sql.query<{ columns: readonly SyncColumn[] | null }>(FIND, [companyId, syncId]);
    return rows[0] && (rows[0].columns ?? []);
  }
}
