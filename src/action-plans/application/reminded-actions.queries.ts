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

/** An action in a mail, as far as its reader may know it. */
export interface RemindedAction {
  readonly planId: string;
  readonly actionId: string;
  readonly title: MultiLanguage;
  /** Null where the plan is private, and the reader is not its creator. */
  readonly planTitle: MultiLanguage | null;
  readonly dueDate: Date | null;
}

/** An open action of a person. */
export interface ActionOfPerson extends RemindedAction {
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

/** A part of a digest: actions that a manager has created, or that are in a plan of this manager. */
type Managed = 'due' | 'overdue' | 'completed';

/** The first actions of a part, and how many it has. */
export interface ManagedPart {
  readonly total: number;
  readonly actions: readonly RemindedAction[];
}

/** The period of a digest. Days are `YYYY-MM-DD` in the time zone. */
export interface DigestPeriod {
  /** Actions that were due before it are overdue. */
  readonly today: string;
  readonly dueThrough: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Period of completion. */
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

const CREATORS = {
  name: 'action-plans.creators',
  text: `
    SELECT p.created_by AS id FROM action_plan p WHERE p.company_id = $1 AND p.created_by IS NOT NULL
    UNION SELECT a.created_by FROM plan_action a WHERE a.company_id = $1 AND a.created_by IS NOT NULL`,
};

/** The day of the due date of an action `a`, which is stored as midnight UTC where it has no time; `$5` time zone. */
const DUE_DAY = `
  CASE WHEN date_trunc('day', a.overdue_after, 'UTC') = a.overdue_after
    THEN (a.overdue_after AT TIME ZONE 'UTC')::date - 1
    ELSE (a.overdue_after AT TIME ZONE $5)::date
  END`;

/** `$3` today, `$4` end of the week, `$6` and `$7` period of completion. */
const PART = `
  CASE
    WHEN ${IS_OPEN} AND ${DUE_DAY} < $3::date THEN 'overdue'
    WHEN ${IS_OPEN} AND ${DUE_DAY} <= $4::date THEN 'due'
    WHEN a.status = 'COMPLETED' AND a.completed_at >= $6 AND a.completed_at < $7 THEN 'completed'
  END`;

/** `$1` company, `$2` manager, `$8` how many of each part. */
const DIGEST = {
  name: 'action-plans.digest',
  text: `
    WITH managed AS (
      SELECT a.plan_id, a.id, ${PART} AS part, a.overdue_after, a.completed_at
      FROM plan_action a JOIN action_plan p ON p.company_id = a.company_id AND p.id = a.plan_id
      WHERE a.company_id = $1 AND p.created_by = $2
      UNION
      SELECT a.plan_id, a.id, ${PART}, a.overdue_after, a.completed_at
      FROM plan_action a JOIN action_plan p ON p.company_id = a.company_id AND p.id = a.plan_id
      WHERE a.company_id = $1 AND a.created_by = $2 AND ${MAY_READ_PLAN}
    ), placed AS (
      SELECT m.*, count(*) OVER (PARTITION BY m.part)::integer AS total,
        row_number() OVER (PARTITION BY m.part ORDER BY coalesce(m.overdue_after, m.completed_at), m.id) AS place
      FROM managed m WHERE m.part IS NOT NULL
    )
    SELECT m.part, m.total, m.plan_id AS "planId", m.id AS "actionId", a.document -> 'title' AS title,
      p.document -> 'title' AS "planTitle", (a.document ->> 'dueDate')::timestamptz AS "dueDate"
    FROM placed m
      JOIN plan_action a ON a.company_id = $1 AND a.id = m.id
      JOIN action_plan p ON p.company_id = $1 AND p.id = m.plan_id
    WHERE m.place <= $8
    ORDER BY m.part, m.place`,
};

/** Reads what people are reminded of, and what managers get a digest of. */
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

  /** Ids of the users of a company who have created plans or actions. */
  async creators(companyId: string, transaction?: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(CREATORS, [companyId], transaction);
    return rows.map(({ id }) => id);
  }

  /** @param limit - actions of each part */
  async digest(
    companyId: string,
    userId: string,
    { today, dueThrough, timeZone, from, until }: DigestPeriod,
    limit: number,
  ): Promise<Readonly<Record<Managed, ManagedPart>>> {
    const values = [companyId, userId, today, dueThrough, timeZone, from, until, limit];
    const rows = await this.sql.query<DigestRow & Record<string, unknown>>(DIGEST, values);
    const partOf = (part: Managed): ManagedPart => {
      const own = rows.filter((row) => row.part === part);
      return { total: own[0]?.total ?? 0, actions: own.map(({ part: _, total: __, ...action }) => action) };
    };
    return { due: partOf('due'), overdue: partOf('overdue'), completed: partOf('completed') };
  }
}

type LastDue = { readonly overdueAfter: Date; readonly id: string };
type DueRow = DueAction & LastDue & Record<string, unknown>;

interface DigestRow extends RemindedAction {
  readonly part: Managed;
  readonly total: number;
}
