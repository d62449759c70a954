import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { isOpen, MAY_READ_PLAN } from './plan-statements.queries.js';

/** An action that a manager has created, or that is in a plan of this manager. */
export interface ManagedAction {
  readonly planId: string;
  readonly actionId: string;
  readonly title: MultiLanguage;
  readonly planTitle: MultiLanguage;
  readonly dueDate: Date | null;
}

/** The part of a digest that a manager's actions have in common. */
type Managed = 'due' | 'overdue' | 'completed';

/** The first actions of a part, and how many it has. */
export interface ManagedPart {
  readonly total: number;
  readonly actions: readonly ManagedAction[];
}

/** Days are `YYYY-MM-DD` in the time zone. */
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

const CREATORS = {
  name: 'action-plans.creators',
  text: `
    SELECT p.created_by AS id FROM action_plan p WHERE p.company_id = $1 AND p.created_by IS NOT NULL
    UNION SELECT a.created_by FROM plan_action a WHERE a.company_id = $1 AND a.created_by IS NOT NULL`,
};

const IS_OPEN = isOpen('a.status');

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

/** Reads what managers get a digest of. */
@Injectable()
export class DigestQueries {
  constructor(private readonly sql: Sql) {}

  /** Ids of the users of a company who have created plans or actions. */
  async creators(companyId: string, transaction?: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(CREATORS, [companyId], transaction);
    return rows.map(({ id }) => id);
  }

  /** @param limit - actions of each part */
  async find(
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

interface DigestRow extends ManagedAction {
  readonly part: Managed;
  readonly total: number;
}
