import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { SyncKey } from '../domain/sync.js';
import type { ShownColumn } from '../../staff-files/index.js';

const STORE: Statement = {
  name: 'sync-columns.store',
  text: 'UPDATE employee_sync SET columns = $3 WHERE company_id = $1 AND id = $2',
};

const FIND: Statement = {
  name: 'sync-columns.find',
  text: 'SELECT columns FROM employee_sync WHERE company_id = $1 AND id = $2',
};

/** Stores the columns of the files of syncs. */
@Injectable()
export class SyncColumnStore {
  constructor(private readonly sql: Sql) {}

  async store({ companyId, syncId }: SyncKey, columns: readonly ShownColumn[]): Promise<void> {
    await this.sql.query(STORE, [companyId, syncId, JSON.stringify(columns)]);
  }

  /** None for a list that is no file. @returns undefined for an unknown sync */
  async find({ companyId, syncId }: SyncKey): Promise<readonly ShownColumn[] | undefined> {
    const rows = await this.sql.query<{ columns: readonly ShownColumn[] | null }>(FIND, [companyId, syncId]);
    return rows[0] && (rows[0].columns ?? []);
  }
}
