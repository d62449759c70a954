import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/sql-errors.js';
import { Sql } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { PlanExport, type ExportKey, type PlanExportState } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';

/** Retries after concurrent changes of one export. Each round has a winner, so this is not reached. */
const MAX_ROUNDS = 1_000;

/** The rows of exports that are gone remain until their files are removed. */
const EXISTS = 'plan_id IS NOT NULL AND requested_by IS NOT NULL';

/** The update of a queued row changes nothing, but makes RETURNING return it. */
const RECORD = {
  name: 'plan-exports.record',
  text: `
    INSERT INTO plan_export
      (company_id, id, plan_id, requested_by, status, requested_at, attempts, due_at, version)
    VALUES ($1, $2, $3, $4, $5, now(), 0, now(), 0)
    ON CONFLICT (company_id, plan_id, requested_by) WHERE status = 'QUEUED' DO UPDATE SET version = plan_export.version
    RETURNING id`,
};

const LOAD = {
  name: 'plan-exports.load',
  text: `
    SELECT company_id AS "companyId", id, plan_id AS "planId", requested_by AS "requestedBy", status, requested_at AS "requestedAt",
      finished_at AS "finishedAt", expires_at AS "expiresAt", attempts, due_at AS "dueAt", lease_id AS "leaseId",
      leased_until AS "leasedUntil", last_error AS "lastError", file_key AS "fileKey", file_name AS "fileName",
      version, date_trunc('milliseconds', clock_timestamp()) AS now
    FROM plan_export WHERE company_id = $1 AND id = $2 AND ${EXISTS}`,
};

const SAVE = {
  name: 'plan-exports.save',
  text: `
    UPDATE plan_export SET status = $4, finished_at = $5, expires_at = $6, attempts = $7, due_at = $8, lease_id = $9,
      leased_until = $10, last_error = $11, file_key = $12, file_name = $13, version = version + 1
    WHERE company_id = $1 AND id = $2 AND version = $3 AND ${EXISTS}
    RETURNING id`,
};

const ADD_LINK = {
  name: 'plan-exports.add-link',
  text: `
    INSERT INTO plan_export_link (digest, company_id, export_id)
    SELECT $3, company_id, id FROM plan_export WHERE company_id = $1 AND id = $2 AND ${EXISTS}
    RETURNING export_id`,
};

/** Of all companies: workers serve all of them. */
const DUE = {
  name: 'plan-exports.due',
  text: `
    SELECT company_id AS "companyId", id AS "exportId" FROM plan_export
    WHERE status IN ('QUEUED', 'RUNNING') AND ${EXISTS}
      AND due_at <= now() AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY due_at LIMIT $1`,
};

type LoadedRow = PlanExportState & { readonly version: number; readonly now: Date };

/**
 * Exports in PostgreSQL, by prepared statements: they run every second in every worker. Concurrent changes are detected
 * by the version. There is no `document`: nearly every property is a column that SQL filters or updates.
 */
@Injectable()
export class SqlPlanExportRepository extends PlanExportRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async record(planExport: PlanExport, transaction: Transaction): Promise<string | undefined> {
    const { companyId, id, planId, requestedBy, status } = planExport.state;
    try {
      const values = [companyId, id, planId, requestedBy, status];
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

  async change<T>(
    { companyId, exportId }: ExportKey,
    decide: (planExport: PlanExport, now: Date) => T,
    transaction?: Transaction,
  ): Promise<T | undefined> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [row] = await this.sql.query<LoadedRow>(LOAD, [companyId, exportId], transaction);
      if (!row) return undefined;
      const { version, now, ...state } = row;
      const planExport = PlanExport.restore(state);
      const decision = decide(planExport, now);
      if (planExport.state === state || (await this.save(planExport.state, version, transaction)))
        return decision;
    }
    throw new Error('Too many concurrent changes of an export.');
  }

  async addLink({ companyId, exportId }: ExportKey, digest: Buffer): Promise<boolean> {
    const added = await this.sql.query(ADD_LINK, [companyId, exportId, digest]);
    return added.length === 1;
  }

  async due(limit: number): Promise<ExportKey[]> {
    return this.sql.query<ExportKey & Record<string, unknown>>(DUE, [limit]);
  }

  private async save(state: PlanExportState, version: number, transaction?: Transaction): Promise<boolean> {
    const values = [
      state.companyId,
      state.id,
      version,
      state.status,
      state.finishedAt,
      state.expiresAt,
      state.attempts,
      state.dueAt,
      state.leaseId,
      state.leasedUntil,
      state.lastError,
      state.fileKey,
      state.fileName,
    ];
    const saved = await this.sql.query(SAVE, values, transaction);
    return saved.length === 1;
  }
}
