import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  NewAssignmentRepository,
  type NewlyAssigned,
  type NotifiedCompany,
} from '../domain/new-assignment.repository.js';

/** Of several companies, because a worker plans the mails of all. `$1` companies, `$2` their times, `$3` time. */
const FIND_UNPLANNED = {
  name: 'action-plans.unplanned-assignments',
  text: `
    SELECT n.company_id AS "companyId", n.employee_id AS "employeeId",
      array_agg(DISTINCT n.assigned_by) AS "assignedBy", max(n.assigned_at) AS "assignedAt"
    FROM unnest($1::text[], $2::timestamptz[]) AS told (company_id, since)
      JOIN new_assignment n ON n.company_id = told.company_id AND n.assigned_at >= told.since
    WHERE NOT n.is_planned
    GROUP BY n.company_id, n.employee_id HAVING max(n.assigned_at) < $3
    ORDER BY max(n.assigned_at), n.employee_id LIMIT $4`,
};

const FIND_ASSIGNED = {
  name: 'action-plans.newly-assigned-people',
  text: `
    SELECT DISTINCT n.employee_id AS id FROM new_assignment n WHERE n.company_id = $1 AND n.assigned_at >= $2`,
};

const PLAN = {
  name: 'action-plans.plan-assignments',
  text: 'UPDATE new_assignment SET is_planned = true WHERE company_id = $1 AND employee_id = ANY ($2)',
};

const REMOVE = {
  name: 'action-plans.remove-assignments',
  text: 'DELETE FROM new_assignment WHERE company_id = $1 AND employee_id = $2 AND assigned_at <= $3',
};

const REMOVE_BEFORE = {
  name: 'action-plans.remove-old-assignments',
  text: `
    DELETE FROM new_assignment WHERE (company_id, employee_id, action_id) IN (
      SELECT company_id, employee_id, action_id FROM new_assignment WHERE assigned_at < $1 ORDER BY assigned_at LIMIT $2
    ) RETURNING action_id`,
};

@Injectable()
export class SqlNewAssignmentRepository extends NewAssignmentRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  findUnplanned(
    companies: readonly NotifiedCompany[],
    before: Date,
    limit: number,
  ): Promise<NewlyAssigned[]> {
    const values = [companies.map(({ companyId }) => companyId), companies.map(({ since }) => since)];
    return this.sql.query<NewlyAssigned & Record<string, unknown>>(FIND_UNPLANNED, [
      ...values,
      before,
      limit,
    ]);
  }

  async findAssigned({ companyId, since }: NotifiedCompany, transaction?: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(FIND_ASSIGNED, [companyId, since], transaction);
    return rows.map(({ id }) => id);
  }

  async plan(companyId: string, employeeIds: readonly string[], transaction: Transaction): Promise<void> {
    await this.sql.query(PLAN, [companyId, employeeIds], transaction);
  }

  async remove(companyId: string, employeeId: string, through: Date): Promise<void> {
    await this.sql.query(REMOVE, [companyId, employeeId, through]);
  }

  async removeBefore(time: Date, limit: number): Promise<number> {
    return (await this.sql.query(REMOVE_BEFORE, [time, limit])).length;
  }
}
