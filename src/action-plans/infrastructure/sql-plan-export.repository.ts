import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Sql } from '../../platform/database/sql.js';
import { PlanExport, type PlanExportState } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';

/** Takes part in a race for one record at most so often; each round has a winner, so this is never reached. */
const MAX_ROUNDS = 1_000;

/** The update of a queued record changes nothing; it is there because only then the row is returned. */
const RECORD = {
  name: 'plan-exports.record',
  text: `
    INSERT INTO plan_export (id, plan_id, requested_by, status, requested_at, attempts, due_at, version)
    VALUES ($1, $2, $3, $4, now(), 0, now(), 0)
    ON CONFLICT (plan_id, requested_by) WHERE status = 'QUEUED' DO UPDATE SET version = plan_export.version
    RETURNING id`,
};

const LOAD = {
  name: 'plan-exports.load',
  text: `
    SELECT id, plan_id AS "planId", requested_by AS "requestedBy", status, requested_at AS "requestedAt",
      finished_at AS "finishedAt", expires_at AS "expiresAt", attempts, due_at AS "dueAt", lease_id AS "leaseId",
      leased_until AS "leasedUntil", last_error AS "lastError", file_key AS "fileKey", file_name AS "fileName",
      version, date_trunc('milliseconds', clock_timestamp()) AS now
    FROM plan_export WHERE id = $1`,
};

const SAVE = {
  name: 'plan-exports.save',
  text: `
    UPDATE plan_export SET status = $3, finished_at = $4, expires_at = $5, attempts = $6, due_at = $7, lease_id = $8,
      leased_until = $9, last_error = $10, file_key = $11, file_name = $12, version = version + 1
    WHERE id = $1 AND version = $2
    RETURNING id`,
};

const ADD_LINK = {
  name: 'plan-exports.add-link',
  text: 'INSERT INTO plan_export_link (digest, export_id) VALUES ($1, $2)',
};

const DUE = {
  name: 'plan-exports.due',
  text: `
    SELECT id FROM plan_export
    WHERE status IN ('QUEUED', 'RUNNING') AND due_at <= now() AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY due_at LIMIT $1`,
};

const RELEASE_EXPIRED_FILES = {
  name: 'plan-exports.release-expired-files',
  text: `
    UPDATE plan_export SET file_key = NULL, version = version + 1
    WHERE file_key IS NOT NULL AND status IN ('SENT', 'FAILED') AND expires_at <= now()`,
};

type LoadedRow = PlanExportState & { readonly version: number; readonly now: Date };

/** Exports in PostgreSQL. A change is written only on the very version that it was decided on. */
@Injectable()
export class SqlPlanExportRepository extends PlanExportRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async record(planExport: PlanExport): Promise<string | undefined> {
    const { id, planId, requestedBy, status } = planExport.state;
    try {
      const [row] = await this.sql.query<{ id: string }>(RECORD, [id, planId, requestedBy, status]);
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
    exportId: string,
    decide: (planExport: PlanExport, now: Date) => T,
  ): Promise<T | undefined> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [row] = await this.sql.query<LoadedRow>(LOAD, [exportId]);
      if (!row) return undefined;
      const { version, now, ...state } = row;
      const planExport = PlanExport.restore(state);
      const decision = decide(planExport, now);
      if (planExport.state === state || (await this.save(planExport.state, version))) return decision;
    }
    throw new Error('An export changes without end.');
  }

  async addLink(exportId: string, digest: Buffer): Promise<boolean> {
    try {
      await this.sql.query(ADD_LINK, [digest, exportId]);
      return true;
    } catch (error) {
      if (isForeignKeyViolation(error, 'plan_export_link_export_fkey')) return false;
      throw error;
    }
  }

  async due(limit: number): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(DUE, [limit]);
    return rows.map(({ id }) => id);
  }

  async releaseExpiredFiles(): Promise<void> {
    await this.sql.query(RELEASE_EXPIRED_FILES);
  }

  private async save(state: PlanExportState, version: number): Promise<boolean> {
    const saved = await this.sql.query(SAVE, [
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
    ]);
    return saved.length === 1;
  }
}
