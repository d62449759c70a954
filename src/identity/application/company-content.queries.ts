import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';

/** Numbers of records of a company, of the kinds by which an operator knows it. */
export interface CompanyContent {
  readonly users: number;
  readonly apiKeys: number;
  readonly areas: number;
  readonly groups: number;
  readonly characteristics: number;
  readonly employees: number;
  readonly plans: number;
  readonly deletedPlans: number;
  readonly actions: number;
  readonly notes: number;
  readonly exportFiles: number;
  readonly timesheets: number;
  readonly auditRecords: number;
}

const countOf = (table: string): string => `(SELECT count(*)::integer FROM ${table} WHERE company_id = $1)`;

/** Timesheets are counted per day when they are written. */
const COUNT = {
  name: 'identity.count-company-content',
  text: `
    SELECT ${countOf('user_account')} AS "users", ${countOf('api_key')} AS "apiKeys", ${countOf('area')} AS "areas",
      ${countOf('company_group')} AS "groups", ${countOf('characteristic')} AS "characteristics",
      ${countOf('employee')} AS "employees", ${countOf('action_plan')} AS "plans",
      ${countOf('deleted_plan')} AS "deletedPlans", ${countOf('plan_action')} AS "actions",
      ${countOf('action_note')} AS "notes",
      (SELECT count(*)::integer FROM plan_export WHERE company_id = $1 AND file_key IS NOT NULL) AS "exportFiles",
      (SELECT coalesce(sum(entries), 0)::integer FROM timesheet_day_count WHERE company_id = $1) AS "timesheets",
      ${countOf('audit_record')} AS "auditRecords"`,
};

/** Counts what belongs to a company in every context. */
@Injectable()
export class CompanyContentQueries {
  constructor(private readonly sql: Sql) {}

  async count(companyId: string, transaction: Transaction): Promise<CompanyContent> {
    const [content] = await this.sql.query<CompanyContent & Record<string, unknown>>(
      COUNT,
      [companyId],
      transaction,
    );
    if (!content) throw new Error('The content of a company was not counted.');
    return content;
  }
}
