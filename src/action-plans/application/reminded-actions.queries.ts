import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { wantedKeys } from '../domain/plan-filter.js';
import { isOpen, MAY_READ_PLAN } from './plan-statements.queries.js';

/** The people and the times of an open action that is due. */
export interface DueAction {
  readonly id: string;
  /** As stored: midnight UTC stands for a day. */
  readonly dueDate: Date;
  /** When the action was made, imported or restored. */
  readonly storedAt: Date;
  /** Assigned people who have not finished it. */
  readonly employeeIds: readonly string[];
}

/** An open action of a person, as far as this person may know it. */
export interface ActionOfPerson {
  readonly planId: string;
  readonly actionId: string;
  readonly title: MultiLanguage;
  /** Null where the plan is private, and the person is not its creator. */
  readonly planTitle: MultiLanguage | null;
  readonly dueDate: Date | null;
  readonly storedAt: Date;
}

/** A person, as an employee and as a user where they are both. */
export interface AssignedPerson {
  readonly companyId: string;
  readonly employeeId: string;
  readonly userId: string | undefined;
}

export interface AssignedAction extends ActionOfPerson {
  readonly assignedAt: Date;
}

/** Due dates; those of a whole day count until its end. */
export interface DuePeriod {
  readonly from: Date;
  readonly until: Date;
}

const IS_OPEN = isOpen('a.status');

const DUE_DATE = `(a.document ->> 'dueDate')::timestamptz`;

/** The statuses of the assignees of an action `a`, in the order of the document. */
const ASSIGNEES = `json_to_recordset(a.document -> 'assigneeStatuses') AS x ("assigneeId" text, status text)`;

const IS_ASSIGNEE_OPEN = isOpen('x.status');

/** `$1` company, `$2` and `$3` period, `$4` and `$5` the last action before, `$6` how many. */
const DUE_ACTIONS = {
  name: 'action-plans.due-actions',
  text: `
    SELECT a.id, ${DUE_DATE} AS "dueDate", a.stored_at AS "storedAt", a.overdue_after AS "overdueAfter",
      ARRAY(SELECT x."assigneeId" FROM ${ASSIGNEES} WHERE ${IS_ASSIGNEE_OPEN}) AS "employeeIds"
    FROM plan_action a
    WHERE a.company_id = $1 AND a.overdue_after >= $2 AND a.overdue_after < $3 AND ${IS_OPEN}
      AND (a.overdue_after, a.id) > ($4, $5) AND cardinality(a.assignee_statuses) > 0
    ORDER BY a.overdue_after, a.id LIMIT $6`,
};

/** `$2` the user, if any. */
const OF_PERSON = `
  a.plan_id AS "planId", a.id AS "actionId", a.document -> 'title' AS title,
  CASE WHEN ${MAY_READ_PLAN} THEN p.document -> 'title' END AS "planTitle",
  ${DUE_DATE} AS "dueDate", a.stored_at AS "storedAt"`;

const IN_PLAN = 'JOIN action_plan p ON p.company_id = a.company_id AND p.id = a.plan_id';

/** `$3` the employee, an open assignee. */
const IS_OF_EMPLOYEE = `${IS_OPEN} AND EXISTS (
  SELECT FROM ${ASSIGNEES} WHERE x."assigneeId" = $3 AND ${IS_ASSIGNEE_OPEN})`;

/** `$1` company, `$2` user, `$3` employee, `$4` key of the assignee, `$5` and `$6` period, `$7` how many. */
const DUE_OF_PERSON = {
  name: 'action-plans.due-actions-of-person',
  text: `
    SELECT ${OF_PERSON}
    FROM plan_action a ${IN_PLAN}
    WHERE a.company_id = $1 AND a.filter_keys @> (SELECT $4::text[]) AND ${IS_OF_EMPLOYEE}
      AND a.overdue_after >= $5 AND a.overdue_after < $6
    ORDER BY a.overdue_after, a.id LIMIT $7`,
};

/** `$1` company, `$2` user, `$3` employee, `$4` the time after which assignments count, `$5` how many. */
const NEWLY_ASSIGNED = {
  name: 'action-plans.new-assignments-of-person',
  text: `
    SELECT ${OF_PERSON}, n.assigned_at AS "assignedAt"
    FROM new_assignment n JOIN plan_action a ON a.company_id = n.company_id AND a.id = n.action_id ${IN_PLAN}
    WHERE n.company_id = $1 AND n.employee_id = $3 AND n.assigned_by IS DISTINCT FROM $2 AND n.assigned_at >= $4
      AND ${IS_OF_EMPLOYEE}
    ORDER BY n.assigned_at, n.action_id LIMIT $5`,
};

/** Reads what people are reminded of. */
@Injectable()
export class RemindedActionsQueries {
  constructor(private readonly sql: Sql) {}

  /** Open actions of a company with assigned people that are due in a period, in parts of at most `limit`. */
  async *dueActions(
    companyId: string,
    { from, until }: DuePeriod,
    limit: number,
    transaction?: Transaction,
  ): AsyncGenerator<readonly DueAction[]> {
    for (let last: LastDue | undefined = { overdueAfter: new Date(0), id: '' }; last !== undefined;) {
      const values = [companyId, from, until, last.overdueAfter, last.id, limit];
      const part: DueRow[] = await this.sql.query<DueRow>(DUE_ACTIONS, values, transaction);
      yield part;
      last = part.length < limit ? undefined : part.at(-1);
    }
  }

  /** Open actions of a person that are due in a period, those that are due first. */
  dueActionsOf(person: AssignedPerson, { from, until }: DuePeriod, limit: number): Promise<ActionOfPerson[]> {
    const { companyId, employeeId, userId = null } = person;
    const keys = wantedKeys(companyId, { assigneeId: employeeId });
    const values = [companyId, userId, employeeId, keys, from, until, limit];
    return this.sql.query<ActionOfPerson & Record<string, unknown>>(DUE_OF_PERSON, values);
  }

  /** Open actions that others have assigned to a person who has had no mail about it, oldest first. */
  newlyAssignedTo(person: AssignedPerson, since: Date, limit: number): Promise<AssignedAction[]> {
    const { companyId, employeeId, userId = null } = person;
    const values = [companyId, userId, employeeId, since, limit];
    return this.sql.query<AssignedAction & Record<string, unknown>>(NEWLY_ASSIGNED, values);
  }
}

type LastDue = { readonly overdueAfter: Date; readonly id: string };
type DueRow = DueAction & LastDue & Record<string, unknown>;
