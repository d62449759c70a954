import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ScimGroup } from '../domain/group-change.js';
import { notFound } from '../domain/scim-error.js';
import { columnsOf, type Condition } from './filter-condition.js';

const LIST: Statement = {
  name: 'scim-groups.list',
  text: 'SELECT document, updated_at AS "updatedAt" FROM company_group WHERE company_id = $1 ORDER BY id',
};

/** Attributes of groups that SQL knows, of a group `g`. */
export const GROUP_COLUMNS = columnsOf({
  id: { type: 'text', sql: 'g.id', isExact: true },
  externalId: { type: 'text', sql: `g.document ->> 'externalId'`, isExact: true },
  displayName: { type: 'text', sql: `g.document ->> 'name'` },
});

/** `$1` company, and the parameters of the condition. */
function matchStatement(condition: string): Statement {
  return {
    text: `
      SELECT document, "updatedAt", matches
      FROM (
        SELECT g.id, g.document, g.updated_at AS "updatedAt", ${condition} AS matches
        FROM company_group g WHERE g.company_id = $1
      ) found
      WHERE matches IS NOT FALSE ORDER BY id`,
  };
}

const GET: Statement = {
  name: 'scim-groups.get',
  text: 'SELECT document, updated_at AS "updatedAt" FROM company_group WHERE company_id = $1 AND id = $2',
};

/**
 * Ids of all who are in the group `$2`. The collation, which changes no comparison for equality, makes the planner use
 * the index of groups alone, as in the list of employees: a prepared statement would read the whole company instead.
 */
const IN_GROUP = `ANY (ARRAY(
    SELECT m.id FROM employee m WHERE m.company_id = $1 COLLATE "default" AND m.group_ids @> ARRAY[$2::text]))`;

/** Those whom SCIM shows and who are in the group `$2`. */
const SHOWN = `
  FROM employee e LEFT JOIN scim_user s ON s.company_id = e.company_id AND ${inCompany('s')} AND s.employee_id = e.id
  WHERE ${inCompany('e')} AND (e.deleted_at IS NULL OR s.employee_id IS NOT NULL) AND e.id = ${IN_GROUP}`;

/** `$3` length. */
const MEMBERS: Statement = {
  name: 'scim-groups.members',
  text: `
    SELECT e.id AS value,
      coalesce(s.details -> 'memberNames' ->> $2::text, e.name, e.document ->> 'email', e.external_id) AS display
    ${SHOWN} ORDER BY e.id LIMIT $3`,
};

const DIGEST: Statement = {
  name: 'scim-groups.digest-members',
  text: `SELECT md5(coalesce(string_agg(e.id, ',' ORDER BY e.id), '')) AS digest ${SHOWN}`,
};

/** Also those who have left. */
const MEMBER_IDS: Statement = {
  name: 'scim-groups.member-ids',
  text: `SELECT e.id FROM employee e WHERE ${inCompany('e')} AND e.id = ${IN_GROUP} ORDER BY e.id`,
};

const GROUPS_OF: Statement = {
  name: 'scim-groups.of-person',
  text: `
    SELECT e.group_ids AS ids
    FROM employee e LEFT JOIN scim_user s ON s.company_id = e.company_id AND ${inCompany('s')} AND s.employee_id = e.id
    WHERE ${inCompany('e')} AND (e.deleted_at IS NULL OR s.employee_id IS NOT NULL) AND e.id = $2`,
};

export interface StoredGroup {
  readonly document: ScimGroup;
  /** Of the last change; null for a group that is as it was made, or that the release before has changed. */
  readonly updatedAt: Date | null;
}

/** A group that matches a condition, or to which the filter must be applied. */
export interface GroupMatch extends StoredGroup {
  /** Null where the condition does not know. */
  readonly matches: true | null;
}

export interface Member {
  readonly value: string;
  readonly display: string | null;
}

/** Reads groups and their members as SCIM shows them. */
@Injectable()
export class ScimGroupsQueries {
  constructor(private readonly sql: Sql) {}

  /** In the order of their ids. */
  list(companyId: string): Promise<StoredGroup[]> {
    return this.sql.query<StoredGroup & Record<string, unknown>>(LIST, [companyId]);
  }

  /** In the order of their ids. @param condition - of {@link GROUP_COLUMNS}, from `$2` */
  async matches(companyId: string, { text, values }: Condition): Promise<GroupMatch[]> {
    return this.sql.query<GroupMatch & Record<string, unknown>>(matchStatement(text), [companyId, ...values]);
  }

  /** @throws {ScimError} 404 */
  async get(companyId: string, groupId: string, transaction?: Transaction): Promise<StoredGroup> {
    const values = [companyId, groupId];
    const [row] = await this.sql.query<StoredGroup & Record<string, unknown>>(GET, values, transaction);
    if (!row) throw notFound();
    return row;
  }

  /** In the order of their ids. */
  firstMembers(companyId: string, groupId: string, length: number): Promise<Member[]> {
    return this.sql.query<Member & Record<string, unknown>>(MEMBERS, [companyId, groupId, length]);
  }

  /** Of the ids of all members. */
  async memberDigest(companyId: string, groupId: string, transaction?: Transaction): Promise<string> {
    const values = [companyId, groupId];
    const [row] = await this.sql.query<{ digest: string }>(DIGEST, values, transaction);
    return row?.digest ?? '';
  }

  /** Of all who are in the group, also of those who have left. */
  async memberIds(companyId: string, groupId: string, transaction: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(MEMBER_IDS, [companyId, groupId], transaction);
    return rows.map(({ id }) => id);
  }

  /** Of a person whom SCIM shows. */
  async groupsOf(companyId: string, personId: string): Promise<ReadonlySet<string>> {
    const [row] = await this.sql.query<{ ids: string[] }>(GROUPS_OF, [companyId, personId]);
    return new Set(row?.ids);
  }
}

/** The same as {@link ScimGroupsQueries.memberDigest}, of members that were read. */
export function digestOf(members: readonly Member[]): string {
  return hash('md5', members.map(({ value }) => value).join(','), 'hex');
}
