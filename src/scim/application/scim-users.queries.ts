import { Injectable } from '@nestjs/common';
import { firstByKey, inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { PROVIDER_SOURCE } from '../../workforce/index.js';
import { notFound } from '../domain/scim-error.js';
import type { Labels, Person, ScimDetails, ScimUser } from '../domain/scim-user.js';
import { MAX_SCIM_MATCHES } from '../domain/scim.limits.js';
import type { Condition } from './filter-condition.js';
import type { UserView } from './user-resource.js';

/**
 * Of those who have left: whom SCIM has written or a list has ended, unless DELETE has removed them. The list decides
 * about its people, so that a provider must see them, unless a present employee has the address by now: then it is the
 * name of that one.
 */
const IS_SHOWN = `CASE WHEN s.employee_id IS NOT NULL THEN s.details ->> 'isRemoved' IS NULL
  ELSE e.source IS NOT NULL AND e.source <> '${PROVIDER_SOURCE}' AND NOT EXISTS (
    SELECT FROM employee o WHERE o.company_id = $1 AND o.email_key = e.email_key AND o.deleted_at IS NULL
  ) END`;

/** Everyone who works for the company, and some of those who have left. */
const visible = (ofIt: string): string => `
  FROM employee e LEFT JOIN scim_user s ON ${inCompany('s')} AND s.employee_id = e.id
  WHERE ${ofIt} AND (e.deleted_at IS NULL OR ${IS_SHOWN})`;
/** In the order of their ids, in which the key of employees has them. */
const VISIBLE = visible('e.company_id = $1');
/** Those of some ids. */
const VISIBLE_AMONG = `${visible(inCompany('e'))} AND e.id = ANY`;

const COLUMNS = `
  SELECT e.document AS person, s.employee_id AS "employeeId", s.user_name AS "userName",
    s.external_id AS "externalId", s.manager_id AS "managerId", s.details, s.updated_at AS "updatedAt"`;

const COUNT: Statement = {
  name: 'scim-users.count',
  text: `
    SELECT (
      (SELECT count(*) FROM employee e WHERE e.company_id = $1 AND e.deleted_at IS NULL) + (
        SELECT count(*) FROM employee e LEFT JOIN scim_user s ON ${inCompany('s')} AND s.employee_id = e.id
        WHERE ${inCompany('e')} AND e.deleted_at IS NOT NULL AND ${IS_SHOWN}
      )
    )::integer AS total`,
};

/**
 * `$2` id before the first, `$3` offset, `$4` length, which the planner does not see: for one row, as it expects of a
 * company that its statistics do not know, it would sort everyone. What SCIM keeps of a person is looked up for each
 * one: a join of both tables may pass over everyone before the page.
 */
const PAGE: Statement = {
  name: 'scim-users.page',
  text: `${COLUMNS}
    FROM employee e LEFT JOIN LATERAL (
      ${firstByKey('SELECT * FROM scim_user u WHERE u.company_id = $1', 'u.employee_id', 'e.id')}
    ) s ON true
    WHERE e.company_id = $1 AND e.id > $2 AND (e.deleted_at IS NULL OR ${IS_SHOWN})
    ORDER BY e.id OFFSET $3 LIMIT (SELECT $4::integer)`,
};

/** `$2` ids. */
const GET: Statement = { name: 'scim-users.get', text: `${COLUMNS} ${VISIBLE_AMONG} ($2)` };

/** `$1` company, and the parameters of the condition. */
function matchStatement(condition: string): Statement {
  return {
    text: `
      SELECT id, matches FROM (SELECT e.id, ${condition} AS matches ${VISIBLE}) found
      WHERE matches IS NOT FALSE ORDER BY id LIMIT ${MAX_SCIM_MATCHES + 1}`,
  };
}

/** Ids of employees by one of their columns. Those who have left have indexes of their own. */
function employeesBy(condition: string): string {
  return ['NULL', 'NOT NULL']
    .map(
      (state) =>
        `SELECT f.id FROM employee f WHERE ${inCompany('f')} AND f.deleted_at IS ${state} AND ${condition}`,
    )
    .join(' UNION ALL ');
}

function usersBy(condition: string): string {
  return `SELECT u.employee_id FROM scim_user u WHERE ${inCompany('u')} AND ${condition}`;
}

/**
 * The ids are looked up first and become an array, by which an index finds the people. PostgreSQL joins `IN (…)` as it
 * likes: of a company that its statistics do not know, it expects one person, and looks everyone up again for each
 * person (ADR 54).
 */
function findBy(name: string, ids: readonly string[]): Statement {
  return {
    name: `scim-users.by-${name}`,
    text: `${COLUMNS} ${VISIBLE_AMONG} (ARRAY(${ids.join(' UNION ALL ')})) ORDER BY e.id`,
  };
}

/** `$2` folded, `$3` in lower case: who has no address has the external id as name. */
const BY_USER_NAME = findBy('user-name', [
  usersBy('u.user_name_key = $2'),
  employeesBy('f.email_key = $2'),
  `SELECT f.id FROM employee f
   WHERE ${inCompany('f')} AND f.email_key IS NULL
     AND lower(f.external_id COLLATE "und-x-icu") COLLATE "C" = $3`,
]);

/** `$2` external id. */
const BY_EXTERNAL_ID = findBy('external-id', [
  usersBy('u.external_id = $2'),
  employeesBy('f.external_id = $2'),
]);

/** `$2` folded, `$3` the key with the company before it. */
const BY_EMAIL = findBy('email', [
  usersBy('u.email_keys @> ARRAY[$3::text]'),
  employeesBy('f.email_key = $2'),
]);

/** `$2` areas, `$3` groups, `$4` characteristics, `$5` employees. */
const LABELS: Statement = {
  name: 'scim-users.labels',
  text: `
    SELECT id, name, NULL::json AS document FROM area WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT id, document ->> 'name', NULL FROM company_group WHERE company_id = $1 AND id = ANY ($3)
    UNION ALL
    SELECT id, document ->> 'name', document FROM characteristic WHERE company_id = $1 AND id = ANY ($4)
    UNION ALL
    SELECT id, name, NULL FROM employee WHERE company_id = $1 AND id = ANY ($5) AND name IS NOT NULL`,
};

/** Attributes by which an index finds users. */
export type IndexedAttribute = 'id' | 'userName' | 'externalId' | 'emails';

/** A person who matches a condition, or to whom the filter must be applied. */
export interface Match {
  readonly id: string;
  /** Null where the condition does not know. */
  readonly matches: true | null;
}

interface Row extends Record<string, unknown> {
  readonly person: Person;
  readonly employeeId: string | null;
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly managerId: string | null;
  readonly details: ScimDetails;
  readonly updatedAt: Date;
}

interface LabelRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly document: LabelledDocument | null;
}

interface LabelledDocument {
  readonly allowedValues?: readonly { readonly id: string; readonly label: string }[];
  readonly nodes?: readonly { readonly id: string; readonly label: string }[];
}

/** Reads people as SCIM shows them. */
@Injectable()
export class ScimUsersQueries {
  constructor(private readonly sql: Sql) {}

  /** @throws {ScimError} 404 */
  async get(companyId: string, id: string, transaction?: Transaction): Promise<UserView> {
    const [view] = await this.views(companyId, GET, [[id]], transaction);
    if (!view) throw notFound();
    return view;
  }

  async count(companyId: string): Promise<number> {
    const [row] = await this.sql.query<{ total: number }>(COUNT, [companyId]);
    return row?.total ?? 0;
  }

  /**
   * At most one more than a list has, in the order of their ids.
   * @param condition - of {@link USER_COLUMNS}, from `$2`
   */
  async matches(companyId: string, { text, values }: Condition): Promise<Match[]> {
    return this.sql.query<Match & Record<string, unknown>>(matchStatement(text), [companyId, ...values]);
  }

  /** Those of some people whom SCIM shows, in any order. */
  among(companyId: string, ids: readonly string[]): Promise<UserView[]> {
    return this.views(companyId, GET, [ids]);
  }

  /** In the order of their ids. @param after - the id before the first; empty for the beginning */
  page(
    companyId: string,
    { after = '', offset = 0, limit }: { after?: string; offset?: number; limit: number },
  ): Promise<UserView[]> {
    return this.views(companyId, PAGE, [after, offset, limit]);
  }

  /** At least those whose attribute has the value, in any case. */
  async candidates(
    companyId: string,
    attribute: IndexedAttribute,
    value: string,
    transaction?: Transaction,
  ): Promise<UserView[]> {
    const key = foldEmail(value);
    switch (attribute) {
      case 'id':
        return this.views(companyId, GET, [[value]], transaction);
      case 'userName':
        return this.views(companyId, BY_USER_NAME, [key, value.toLowerCase()], transaction);
      case 'externalId':
        return this.views(companyId, BY_EXTERNAL_ID, [value], transaction);
      case 'emails':
        return this.views(companyId, BY_EMAIL, [key, companyId + key], transaction);
    }
  }

  private async views(
    companyId: string,
    statement: Statement,
    values: readonly unknown[],
    transaction?: Transaction,
  ): Promise<UserView[]> {
    const rows = await this.sql.query<Row>(statement, [companyId, ...values], transaction);
    const labels = await this.labels(companyId, rows, transaction);
    return rows.map((row) => ({ person: row.person, row: toScimUser(row), labels }));
  }

  private async labels(companyId: string, rows: readonly Row[], transaction?: Transaction): Promise<Labels> {
    const people = rows.map(({ person }) => person);
    const ids = [
      people.flatMap(({ hierarchyId, managedHierarchies }) => [hierarchyId ?? [], managedHierarchies].flat()),
      people.flatMap(({ groupIds }) => groupIds),
      people.flatMap(({ profile }) => profile.map(({ id }) => id)),
      rows.flatMap(({ managerId }) => managerId ?? []),
    ].map((all) => [...new Set(all)]);
    if (ids.every(({ length }) => length === 0)) return new Map();
    const named = await this.sql.query<LabelRow>(LABELS, [companyId, ...ids], transaction);
    const values = named.flatMap(({ document }) => [
      ...(document?.allowedValues ?? []),
      ...(document?.nodes ?? []),
    ]);
    return new Map([
      ...named.map(({ id, name }) => [id, name] as const),
      ...values.map(({ id, label }) => [id, label] as const),
    ]);
  }
}

function toScimUser(row: Row): ScimUser | undefined {
  const { employeeId, userName, externalId, managerId, details, updatedAt } = row;
  if (employeeId === null) return undefined;
  return {
    employeeId,
    ...(userName !== null && { userName }),
    ...(externalId !== null && { externalId }),
    ...(managerId !== null && { managerId }),
    details,
    updatedAt,
  };
}
