import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../../identity/index.js';
import { Sql } from '../../../platform/database/sql.js';
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

const LIST_EXPORTS = {
  name: 'plan-exports.list',
  text: `
    SELECT id, plan_id AS "planId", requested_by AS "requestedBy", status, attempts, requested_at AS "requestedAt",
      finished_at AS "finishedAt", expires_at AS "expiresAt", last_error AS "lastError"
    FROM plan_export
    WHERE company_id = $1 AND plan_id IS NOT NULL AND requested_by IS NOT NULL
    ORDER BY id DESC
    LIMIT $2`,
};

/** Lists exports for operators. */
@Injectable()
export class ExportListQueries {
  constructor(
    private readonly sql: Sql,
    private readonly identity: IdentityQueries,
  ) {}

  /** The newest exports of a company, but for those whose plan or requester is deleted. */
  async list(companyId: string, limit: number): Promise<ExportSummary[]> {
    const rows = await this.sql.query<ExportSummary & Record<string, unknown>>(LIST_EXPORTS, [
      companyId,
      limit,
    ]);
    const people = [...new Set(rows.map(({ requestedBy }) => requestedBy))];
    const names = await this.identity.namesOf(companyId, people);
    return rows.map((row) => ({ ...row, requesterName: names[row.requestedBy] ?? null }));
  }
}
