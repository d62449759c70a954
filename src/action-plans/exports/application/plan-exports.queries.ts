import { Injectable } from '@nestjs/common';
import { CredentialSecrets, IdentityQueries } from '../../../identity/index.js';
import { Sql } from '../../../platform/database/sql.js';
import { COMPANY_MANAGERS, type UserActor } from '../../../shared-kernel/actor.js';
import { ExportablePlans } from '../../index.js';
import { ExportForbidden, ExportNotFound } from '../domain/plan-export.errors.js';
import { EXPORT_JOB } from './plan-exports.service.js';
import { PlanExportResponse, type ExportReport } from './plan-export.response.js';

/** The file that a link opens. */
export interface LinkedWorkbook {
  readonly exportId: string;
  readonly fileKey: string;
  readonly fileName: string;
  /** True once the file is not replaced any more, so that an `ETag` can name its bytes. */
  readonly isFinal: boolean;
}

/** An export as its link finds it. */
interface LinkedExport extends LinkedWorkbook {
  readonly companyId: string;
  readonly planId: string;
  readonly requestedBy: string;
  readonly isOpen: boolean | null;
}

/**
 * `expired` when the link was valid once, or its user is not active or may not read the plan any more; undefined when
 * it never was, or its plan is deleted.
 */
export type FollowedLink = LinkedWorkbook | 'expired' | undefined;

/** An export that waits for its next attempt is queued again. Its row says RUNNING, so that no request joins it. */
const FIND_REPORT = {
  name: 'plan-exports.find-report',
  text: `
    SELECT e.id, CASE WHEN e.status = 'RUNNING' AND NOT EXISTS (
        SELECT FROM job j WHERE j.company_id = $1 AND j.kind = '${EXPORT_JOB}' AND j.key = e.id
          AND j.finished_at IS NULL AND j.leased_until > now()
      ) THEN 'QUEUED' ELSE e.status END AS status,
      e.requested_at AS "requestedAt", e.finished_at AS "finishedAt",
      CASE WHEN e.status = 'SENT' THEN e.expires_at END AS "expiresAt", e.requested_by AS "requestedBy"
    FROM plan_export e
    WHERE e.company_id = $1 AND e.id = $2 AND e.plan_id = $3`,
};

const FOLLOW_LINK = {
  name: 'plan-exports.follow-link',
  text: `
    SELECT e.company_id AS "companyId", e.id AS "exportId", e.plan_id AS "planId", e.requested_by AS "requestedBy",
      e.file_key AS "fileKey", e.file_name AS "fileName", e.status = 'SENT' AS "isFinal",
      e.expires_at > now() AND e.file_key IS NOT NULL AS "isOpen"
    FROM plan_export_link l JOIN plan_export e ON e.company_id = l.company_id AND e.id = l.export_id
    WHERE l.digest = $1 AND e.plan_id IS NOT NULL AND e.requested_by IS NOT NULL`,
};

/** Reads exports. */
@Injectable()
export class PlanExportsQueries {
  constructor(
    private readonly sql: Sql,
    private readonly identity: IdentityQueries,
    private readonly plans: ExportablePlans,
    private readonly secrets: CredentialSecrets,
  ) {}

  /**
   * @throws {ExportNotFound} when the caller's company has no such export, or the plan is deleted
   * @throws {ExportForbidden} when another user requested it
   */
  async report(
    planId: string,
    exportId: string,
    { userId, companyId }: UserActor,
  ): Promise<PlanExportResponse> {
    const [row] = await this.sql.query<ExportReport & { requestedBy: string }>(FIND_REPORT, [
      companyId,
      exportId,
      planId,
    ]);
    if (!row) throw new ExportNotFound();
    const { requestedBy, ...report } = row;
    if (requestedBy !== userId) throw new ExportForbidden();
    return PlanExportResponse.from(report);
  }

  /** The file that the token of a link opens. An invented token costs no statement. */
  async followLink(token: string): Promise<FollowedLink> {
    const digest = await this.secrets.digestOfGenuine('exportLink', token);
    if (!digest) return undefined;
    const [row] = await this.sql.query<LinkedExport & Record<string, unknown>>(FOLLOW_LINK, [digest]);
    if (!row) return undefined;
    const { exportId, fileKey, fileName, isFinal, isOpen } = row;
    if (isOpen !== true || !(await this.mayStillRead(row))) return 'expired';
    return { exportId, fileKey, fileName, isFinal };
  }

  private async mayStillRead({ companyId, planId, requestedBy }: LinkedExport): Promise<boolean> {
    const person = await this.identity.findActivePerson(companyId, requestedBy);
    if (!person || !COMPANY_MANAGERS.includes(person.actor.role)) return false;
    return this.plans.mayExport(planId, person.actor);
  }
}
