import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { isId } from '../../shared-kernel/id.js';
import { ExportForbidden, ExportNotFound } from '../domain/plan-export.errors.js';
import type { ExportStatus } from '../domain/plan-export.js';
import { exportTokenDigest } from './export-token.js';

/** What whoever asked for an export may know of it. */
export interface ExportReport {
  readonly id: string;
  readonly status: ExportStatus;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** What a link leads to. */
export interface LinkedWorkbook {
  readonly exportId: string;
  readonly fileKey: string;
  readonly fileName: string;
  /** Whether the workbook will never be made anew: then its bytes can be named. */
  readonly isFinal: boolean;
}

/** `expired`: there was something, but its time is over. */
export type FollowedLink = LinkedWorkbook | 'expired' | undefined;

const FIND_REPORT = {
  name: 'plan-exports.find-report',
  text: `
    SELECT e.id, e.status, e.requested_at AS "requestedAt", e.finished_at AS "finishedAt",
      CASE WHEN e.status = 'SENT' THEN e.expires_at END AS "expiresAt", e.requested_by AS "requestedBy"
    FROM plan_export e JOIN action_plan p ON p.id = e.plan_id
    WHERE e.id = $1 AND e.plan_id = $2 AND p.company_id = $3`,
};

const FOLLOW_LINK = {
  name: 'plan-exports.follow-link',
  text: `
    SELECT e.id AS "exportId", e.file_key AS "fileKey", e.file_name AS "fileName", e.status = 'SENT' AS "isFinal",
      e.expires_at > now() AND e.file_key IS NOT NULL AS "isOpen"
    FROM plan_export_link l JOIN plan_export e ON e.id = l.export_id
    WHERE l.digest = $1`,
};

/** Reads exports. */
@Injectable()
export class PlanExportsQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * @throws {ExportNotFound} when the caller's company has no such export, or the plan is deleted
   * @throws {ExportForbidden} when somebody else asked for it
   */
  async report(planId: string, exportId: string, { userId, companyId }: UserActor): Promise<ExportReport> {
    if (!isId(planId) || !isId(exportId)) throw new ExportNotFound();
    const [row] = await this.sql.query<ExportReport & { requestedBy: string }>(FIND_REPORT, [
      exportId,
      planId,
      companyId,
    ]);
    if (!row) throw new ExportNotFound();
    const { requestedBy, ...report } = row;
    if (requestedBy !== userId) throw new ExportForbidden();
    return report;
  }

  /** What the token of a link opens; undefined when it is not one of ours. */
  async followLink(token: string): Promise<FollowedLink> {
    const digest = exportTokenDigest(token);
    if (!digest) return undefined;
    const [row] = await this.sql.query<LinkedWorkbook & { isOpen: boolean | null }>(FOLLOW_LINK, [digest]);
    if (!row) return undefined;
    const { isOpen, ...workbook } = row;
    return isOpen === true ? workbook : 'expired';
  }
}
