import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { wholeContent, type SourceContent } from '../domain/source-content.js';

export interface SourceKey {
  readonly companyId: string;
  readonly source: string;
}

/** A source with its times. */
export interface StoredSource extends SourceContent {
  readonly source: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A fixed number that nothing else locks: sources rarely change, so that those of all companies can wait. */
const LOCK: Statement = { name: 'sources.lock', text: 'SELECT pg_advisory_xact_lock(720514)' };

const COUNT: Statement = {
  name: 'sources.count',
  text: 'SELECT count(*)::integer AS count FROM employee_source WHERE company_id = $1',
};

const COLUMNS = 'source, document, created_at AS "createdAt", updated_at AS "updatedAt"';

const FIND: Statement = {
  name: 'sources.find',
  text: `SELECT ${COLUMNS} FROM employee_source WHERE company_id = $1 AND source = $2`,
};

const PUT: Statement = {
  name: 'sources.put',
  text: `
    INSERT INTO employee_source (company_id, source, document, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $4)
    ON CONFLICT (company_id, source) DO UPDATE SET document = EXCLUDED.document, updated_at = EXCLUDED.updated_at
    RETURNING ${COLUMNS}`,
};

const REMOVE: Statement = {
  name: 'sources.remove',
  text: 'DELETE FROM employee_source WHERE company_id = $1 AND source = $2',
};

interface Row extends Record<string, unknown> {
  readonly source: string;
  /** Without what did not exist when it was stored. */
  readonly document: Partial<SourceContent>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Stores the columns of sources. */
@Injectable()
export class SourceStore {
  constructor(private readonly sql: Sql) {}

  async find({ companyId, source }: SourceKey): Promise<StoredSource | undefined> {
    return stored(await this.sql.query<Row>(FIND, [companyId, source]));
  }

  /** Until the transaction ends, no other one changes sources. @returns the number of them, too */
  async lock(
    { companyId, source }: SourceKey,
    transaction: Transaction,
  ): Promise<{ stored: StoredSource | undefined; count: number }> {
    await this.sql.query(LOCK, [], transaction);
    const [counted] = await this.sql.query<{ count: number }>(COUNT, [companyId], transaction);
    const rows = await this.sql.query<Row>(FIND, [companyId, source], transaction);
    return { stored: stored(rows), count: counted?.count ?? 0 };
  }

  /** Adds or replaces a source. */
  async put(
    { companyId, source }: SourceKey,
    content: SourceContent,
    transaction: Transaction,
  ): Promise<StoredSource> {
    const values = [companyId, source, JSON.stringify(content), new Date()];
    const put = stored(await this.sql.query<Row>(PUT, values, transaction));
    if (!put) throw new Error('The source was not stored.');
    return put;
  }

  async remove({ companyId, source }: SourceKey, transaction: Transaction): Promise<void> {
    await this.sql.query(REMOVE, [companyId, source], transaction);
  }
}

function stored([row]: readonly Row[]): StoredSource | undefined {
  return (
    row && {
      ...wholeContent(row.document),
      source: row.source,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }
  );
}
