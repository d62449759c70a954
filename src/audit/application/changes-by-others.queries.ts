import { Injectable } from '@nestjs/common';
import { MAY_READ_PLAN } from '../../action-plans/index.js';
import { Sql } from '../../platform/database/sql.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';

/** A plan that others have changed, with how many changes they made. */
export interface PlanWithChanges {
  readonly planId: string;
  readonly title: MultiLanguage;
  readonly changes: number;
}

/** `$1` company, `$2` user, `$3` and `$4` period, `$5` how many plans. */
const FIND = {
  name: 'audit.changes-by-others',
  text: `
    SELECT changed.plan_id AS "planId", changed.count AS changes, count(*) OVER ()::integer AS total,
      p.document -> 'title' AS title
    FROM (
      SELECT r.plan_id, count(*)::integer AS count FROM audit_record r
      WHERE r.company_id = $1 AND r.at >= $3 AND r.at < $4 AND r.actor_id IS DISTINCT FROM $2
        AND r.plan_id IS NOT NULL AND r.object_type IN ('plan', 'action', 'note')
        AND (r.private_to IS NULL OR r.private_to = $2)
      GROUP BY r.plan_id
    ) changed
      JOIN action_plan p ON p.company_id = $1 AND p.id = changed.plan_id
    WHERE ${MAY_READ_PLAN} AND (
      p.created_by = $2
      OR EXISTS (SELECT FROM plan_action a WHERE a.company_id = $1 AND a.plan_id = p.id AND a.created_by = $2)
    )
    ORDER BY changed.count DESC, p.id LIMIT $5`,
};

/** Counts what others have changed in the plans of a user, who reads them, and in those with actions of this user. */
@Injectable()
export class ChangesByOthersQueries {
  constructor(private readonly sql: Sql) {}

  /** @returns the plans with the most changes, and how many plans have some */
  async find(
    { companyId, userId }: { readonly companyId: string; readonly userId: string },
    from: Date,
    until: Date,
    limit: number,
  ): Promise<{ readonly total: number; readonly plans: readonly PlanWithChanges[] }> {
    const rows = await this.sql.query<ChangedRow>(FIND, [companyId, userId, from, until, limit]);
    return {
      total: rows[0]?.total ?? 0,
      plans: rows.map(({ planId, title, changes }) => ({ planId, title, changes })),
    };
  }
}

type ChangedRow = PlanWithChanges & { readonly total: number };
