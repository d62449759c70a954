import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Transactions that are older than `$1` and may still write. Dumps only read, and may take hours. Others that only read
 * cannot be told from those that write: a coordinator of Citus gives no number to what its workers write.
 */
const OLDER = {
  name: 'erasures.older-transactions',
  text: `
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND xact_start < $1::timestamptz AND application_name <> 'pg_dump'`,
};

/**
 * Work on lists of people of the company that began before `$2`. Work that nobody does now begins again from the
 * beginning, and then it asks the ledger.
 */
const WORK_ON_SYNCS = {
  name: 'erasures.work-on-syncs',
  text: `
    SELECT count(*)::integer AS count FROM job
    WHERE company_id = $1 AND kind IN ('employee-sync-preview', 'employee-sync-apply')
      AND created_at < $2::timestamptz AND finished_at IS NULL AND leased_until > now()`,
};

const NOW = { name: 'erasures.now', text: 'SELECT clock_timestamp() AS now' };

/** Knows whether work that began before a time may still write what it read then. */
@Injectable()
export class ErasureWaitsQueries {
  constructor(private readonly sql: Sql) {}

  async now(): Promise<string> {
    const [row] = await this.sql.query<{ now: Date }>(NOW);
    if (!row) throw new Error('The database has no time.');
    return row.now.toISOString();
  }

  async isWaiting(companyId: string, since: string): Promise<boolean> {
    const [older] = await this.sql.query<{ count: number }>(OLDER, [since]);
    if ((older?.count ?? 0) > 0) return true;
    const [syncs] = await this.sql.query<{ count: number }>(WORK_ON_SYNCS, [companyId, since]);
    return (syncs?.count ?? 0) > 0;
  }
}
