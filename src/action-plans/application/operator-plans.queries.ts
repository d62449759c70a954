import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { Sql } from '../../platform/database/sql.js';
import { PlanNotFound } from '../domain/action-plan.errors.js';
import type { Visibility } from '../domain/enumerations.js';

/** A plan for operators. */
export interface PlanSummary {
  readonly id: string;
  /** In the default language. */
  readonly title: string;
  readonly visibility: Visibility;
  readonly createdBy: string | null;
  readonly creatorName: string | null;
  readonly createdAt: Date;
}

/** `$2` creator, or null for every plan. */
const LIST_PLANS = {
  name: 'action-plans.list-for-operators',
  text: `
    SELECT id, document -> 'title' ->> 'defaultValue' AS title, visibility, created_by AS "createdBy",
      created_at AS "createdAt"
    FROM action_plan
    WHERE company_id = $1 AND ($2::text IS NULL OR created_by = $2)
    ORDER BY created_at DESC, id DESC
    LIMIT $3`,
};

const FIND_COMPANY_OF_PLAN = {
  name: 'action-plans.find-company',
  text: 'SELECT company_id AS "companyId" FROM action_plan WHERE id = $1',
};

/** Finds and lists plans for operators, whatever their visibility. */
@Injectable()
export class OperatorPlansQueries {
  constructor(
    private readonly sql: Sql,
    private readonly identity: IdentityQueries,
  ) {}

  /** The newest plans of a company. */
  async list(companyId: string, limit: number, createdBy?: string): Promise<PlanSummary[]> {
    const values = [companyId, createdBy ?? null, limit];
    const rows = await this.sql.query<PlanSummary & Record<string, unknown>>(LIST_PLANS, values);
    const creators = new Set(rows.flatMap((row) => row.createdBy ?? []));
    const names = await this.identity.namesOf(companyId, [...creators]);
    return rows.map(({ id, title, visibility, createdBy: creator, createdAt }) => {
      const creatorName = creator === null ? null : (names[creator] ?? null);
      return { id, title, visibility, createdBy: creator, creatorName, createdAt };
    });
  }

  /** The company of a plan. Operators have nothing but the id. @throws {PlanNotFound} */
  async companyOf(planId: string): Promise<string> {
    const [row] = await this.sql.query<{ companyId: string }>(FIND_COMPANY_OF_PLAN, [planId]);
    if (!row) throw new PlanNotFound();
    return row.companyId;
  }
}
