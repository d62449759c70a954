import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';

/** Any writer takes longer between what it reads and what it writes only in a transaction that has written already. */
const MOST_UNWRITTEN = '1 minute';

/**
 * Transactions that are older than `$1` and may still write. One that only reads, such as a dump, may take hours.
 */
const OLDER = {
  name: 'erasures.older-transactions',
  text: `
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < $1::timestamptz
      AND (backend_xid IS NOT NULL OR xact_start > now() - interval '${MOST_UNWRITTEN}')`,
};

/** Lists of people of the company that are older than `$2` and still read. */
const UNFINISHED_SYNCS = {
  name: 'erasures.unfinished-syncs',
  text: `
    SELECT count(*)::integer AS count FROM employee_sync
    WHERE company_id = $1 AND created_at < $2::timestamptz AND status IN ('QUEUED', 'PREVIEWING', 'APPLYING')`,
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
    const [syncs] = await this.sql.query<{ count: number }>(UNFINISHED_SYNCS, [companyId, since]);
    return (syncs?.count ?? 0) > 0;
  }
}
