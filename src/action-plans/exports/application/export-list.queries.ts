import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../../identity/index.js';
import { Sql } from '../../../platform/database/sql.js';
import { ExportNotFound } from '../domain/plan-export.errors.js';
import type { ExportStatus } from '../domain/plan-export.js';

/** An export for operators, without its file and links. */
export interface ExportSummary {
  readonly id: string;
  readonly planId: string;
  readonly requestedBy: string;
  readonly requesterName: string | null;
  readonly status: ExportStatus;
  readonly attempts: number;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly lastError: string | null;
}

/** An export with what its next attempt depends on. */
export interface ExportDetails extends ExportSummary {
  readonly companyId: string;
  /** When the next attempt may begin; null for a finished export. */
  readonly dueAt: Date | null;
  /** When the running attempt counts as dead unless it is renewed. */
  readonly leasedUntil: Date | null;
}

const SUMMARY = `
  id, plan_id AS "planId", requested_by AS "requestedBy", status, attempts, requested_at AS "requestedAt",
  finished_at AS "finishedAt", expires_at AS "expiresAt", last_error AS "lastError"`;

const EXISTS = 'plan_id IS NOT NULL AND requested_by IS NOT NULL';

/** `$2` status, or null for all. */
const LIST_EXPORTS = {
  name: 'plan-exports.list',
  text: `
    SELECT ${SUMMARY} FROM plan_export
    WHERE company_id = $1 AND ${EXISTS} AND ($2::text IS NULL OR status = $2)
    ORDER BY id DESC
    LIMIT $3`,
};

const FIND_EXPORT = {
  name: 'plan-exports.find-for-operators',
  text: `
    SELECT company_id AS "companyId", ${SUMMARY}, leased_until AS "leasedUntil",
      CASE WHEN status IN ('QUEUED', 'RUNNING') THEN due_at END AS "dueAt"
    FROM plan_export WHERE id = $1 AND ${EXISTS}`,
};

/** Finds and lists exports for operators. */
@Injectable()
export class ExportListQueries {
  constructor(
    private readonly sql: Sql,
    private readonly identity: IdentityQueries,
  ) {}

  /** The newest exports of a company, but for those whose plan or requester is deleted. */
  async list(companyId: string, limit: number, status?: ExportStatus): Promise<ExportSummary[]> {
    const values = [companyId, status ?? null, limit];
    const rows = await this.sql.query<ExportSummary & Record<string, unknown>>(LIST_EXPORTS, values);
    const people = [...new Set(rows.map(({ requestedBy }) => requestedBy))];
    const names = await this.identity.namesOf(companyId, people);
    return rows.map((row) => ({ ...row, requesterName: names[row.requestedBy] ?? null }));
  }

  /** An export. Operators have nothing but the id. @throws {ExportNotFound} */
  async find(exportId: string): Promise<ExportDetails> {
    const [row] = await this.sql.query<ExportDetails & Record<string, unknown>>(FIND_EXPORT, [exportId]);
    if (!row) throw new ExportNotFound();
    const names = await this.identity.namesOf(row.companyId, [row.requestedBy]);
    return { ...row, requesterName: names[row.requestedBy] ?? null };
  }
}
