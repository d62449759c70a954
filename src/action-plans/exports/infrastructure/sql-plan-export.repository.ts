import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/sql-errors.js';
import { Sql } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { BegunExport, ExportKey, PlanExport } from '../domain/plan-export.js';
import { PlanExportRepository, type NewLink } from '../domain/plan-export.repository.js';

/** The rows of exports that are gone remain until their files are removed. */
const EXISTS = 'plan_id IS NOT NULL AND requested_by IS NOT NULL';

const IS_OPEN = `company_id = $1 AND id = $2 AND status <> 'SENT' AND ${EXISTS}`;

/**
 * Workers of the previous release carry out what is due in this table: they get an export only when this release has
 * not touched it for half an hour, as after a roll-back. Goes with `adopt` in the next release, as do these columns.
 */
const LEFT_TO_JOBS = `due_at = now() + interval '30 minutes', version = plan_export.version + 1`;
const IS_FREE_OF_OLD_WORKERS = '(leased_until IS NULL OR leased_until <= now())';

/** The update of a queued row changes nothing that matters, but makes RETURNING return it. */
const RECORD = {
  name: 'plan-exports.record',
  text: `
    INSERT INTO plan_export
      (company_id, id, plan_id, requested_by, status, requested_at, attempts, due_at, version)
    VALUES ($1, $2, $3, $4, 'QUEUED', now(), 0, now() + interval '30 minutes', 0)
    ON CONFLICT (company_id, plan_id, requested_by) WHERE status = 'QUEUED' DO UPDATE SET version = plan_export.version
    RETURNING id`,
};

const BEGIN = {
  name: 'plan-exports.begin',
  text: `
    UPDATE plan_export SET status = 'RUNNING', finished_at = NULL, file_key = 'exports/' || id || '.xlsx',
      expires_at = CASE status WHEN 'RUNNING' THEN expires_at END, ${LEFT_TO_JOBS}
    WHERE ${IS_OPEN} AND ${IS_FREE_OF_OLD_WORKERS}
    RETURNING company_id AS "companyId", id AS "exportId", plan_id AS "planId", requested_by AS "requestedBy",
      file_key AS "fileKey"`,
};

const BEGIN_MAIL = {
  name: 'plan-exports.begin-mail',
  text: `
    WITH begun AS (
      UPDATE plan_export SET file_name = $3, expires_at = now() + interval '1 ms' * $4::float8
      WHERE ${IS_OPEN} RETURNING company_id, id, expires_at
    ), link AS (
      INSERT INTO plan_export_link (digest, company_id, export_id) SELECT $5, company_id, id FROM begun
    )
    SELECT expires_at AS "expiresAt" FROM begun`,
};

const SENT = {
  name: 'plan-exports.sent',
  text: `UPDATE plan_export SET status = 'SENT', finished_at = now(), version = version + 1 WHERE ${IS_OPEN}`,
};

const FAILED = {
  name: 'plan-exports.failed',
  text: `
    UPDATE plan_export SET status = 'FAILED', finished_at = now(), expires_at = now(), version = version + 1
    WHERE ${IS_OPEN}`,
};

/** Of all companies: workers serve all of them. */
const ADOPT = {
  name: 'plan-exports.adopt',
  text: `
    UPDATE plan_export SET ${LEFT_TO_JOBS}
    WHERE (company_id, id) IN (
      SELECT company_id, id FROM plan_export
      WHERE status IN ('QUEUED', 'RUNNING') AND ${EXISTS} AND due_at <= now() - interval '10 seconds'
        AND ${IS_FREE_OF_OLD_WORKERS}
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    RETURNING company_id AS "companyId", id AS "exportId"`,
};

/**
 * Exports in PostgreSQL. Each change is one statement with its condition in it, so that of several attempts one wins.
 */
@Injectable()
export class SqlPlanExportRepository extends PlanExportRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async record(planExport: PlanExport, transaction: Transaction): Promise<string | undefined> {
    const { companyId, exportId, planId, requestedBy } = planExport;
    try {
      const values = [companyId, exportId, planId, requestedBy];
      const [row] = await this.sql.query<{ id: string }>(RECORD, values, transaction);
      return row?.id;
    } catch (error) {
      if (
        isForeignKeyViolation(error, 'plan_export_plan_fkey') ||
        isForeignKeyViolation(error, 'plan_export_user_fkey')
      ) {
        return undefined;
      }
      throw error;
    }
  }

  async begin({ companyId, exportId }: ExportKey): Promise<BegunExport | undefined> {
    const [row] = await this.sql.query<BegunExport & Record<string, unknown>>(BEGIN, [companyId, exportId]);
    return row;
  }

  async beginMail({ companyId, exportId }: ExportKey, link: NewLink): Promise<Date | undefined> {
    const values = [companyId, exportId, link.fileName, link.ttlMs, link.digest];
    const [row] = await this.sql.query<{ expiresAt: Date }>(BEGIN_MAIL, values);
    return row?.expiresAt;
  }

  async sent({ companyId, exportId }: ExportKey): Promise<void> {
    await this.sql.query(SENT, [companyId, exportId]);
  }

  async failed({ companyId, exportId }: ExportKey, transaction: Transaction): Promise<void> {
    await this.sql.query(FAILED, [companyId, exportId], transaction);
  }

  adopt(limit: number, transaction: Transaction): Promise<ExportKey[]> {
    return this.sql.query<ExportKey & Record<string, unknown>>(ADOPT, [limit], transaction);
  }
}
