import { Injectable } from '@nestjs/common';
import { KeyPeriods } from '../../persons/index.js';
import { inserted, replaced } from '../../platform/database/columns.js';
import { named, Sql } from '../../platform/database/sql.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { notUnique } from '../domain/scim-error.js';
import { withMemberName, type MemberName } from '../domain/member-names.js';
import { emailKeysOf, type ScimDetails, type ScimUser } from '../domain/scim-user.js';

const COLUMNS = {
  userName: 'user_name',
  userNameKey: 'user_name_key',
  externalId: 'external_id',
  emailKeys: 'email_keys',
  managerId: 'manager_id',
  details: 'details',
  updatedAt: 'updated_at',
} as const;

const SAVE = named(
  'scim-users.save',
  `
    INSERT INTO scim_user ${inserted({ companyId: 'company_id', employeeId: 'employee_id', ...COLUMNS })}
    ON CONFLICT (company_id, employee_id) DO UPDATE SET ${replaced(COLUMNS)}`,
);

const FIND_DETAILS = {
  name: 'scim-users.find-details',
  text: 'SELECT employee_id AS id, details FROM scim_user WHERE company_id = $1 AND employee_id = ANY ($2)',
};

const SAVE_DETAILS = {
  name: 'scim-users.save-details',
  text: `
    UPDATE scim_user u SET details = n.details FROM json_to_recordset($2::json) AS n (id text, details json)
    WHERE u.company_id = $1 AND u.employee_id = n.id`,
};

const REMOVE = {
  name: 'scim-users.remove',
  text: 'DELETE FROM scim_user WHERE company_id = $1 AND employee_id = $2',
};

const AMONG = {
  name: 'scim-users.among',
  text: `
    SELECT employee_id AS id FROM scim_user
    WHERE company_id = $1 AND employee_id = ANY ($2) AND details ->> 'isRemoved' IS NULL`,
};

/** Ids of providers that no employee has as the external id. */
const WITH_PROVIDER_IDS = {
  name: 'scim-users.with-provider-ids',
  text: 'SELECT employee_id AS id FROM scim_user WHERE company_id = $1 AND external_id = ANY ($2)',
};

/** The rows that SCIM keeps beside employees. Rows change under the lock of their employee. */
@Injectable()
export class ScimUserStore {
  constructor(
    private readonly sql: Sql,
    private readonly keyPeriods: KeyPeriods,
  ) {}

  /**
   * Inserts or replaces a row.
   * @throws {ScimError} 409 where another user has the name
   */
  async save(companyId: string, user: ScimUser, transaction: Transaction): Promise<void> {
    const { employeeId, userName = null, externalId = null, managerId = null, details, updatedAt } = user;
    const userNameKey = userName === null ? null : foldEmail(userName);
    const keys = { employeeId, userNameKey, externalId, emailKeys: emailKeysOf(details) };
    await this.keyPeriods.ofProvider(companyId, keys, transaction);
    try {
      // An index over all companies reads those of one.
      const emailKeys = keys.emailKeys.map((key) => companyId + key);
      const others = {
        companyId,
        userName,
        emailKeys,
        managerId,
        details: JSON.stringify(details),
        updatedAt,
      };
      await this.sql.query(SAVE, { ...keys, ...others }, transaction);
    } catch (error) {
      if (isUniqueViolation(error, 'scim_user_name_key')) throw notUnique('userName');
      throw error;
    }
  }

  async remove(companyId: string, employeeId: string, transaction: Transaction): Promise<void> {
    const none = { employeeId, userNameKey: null, externalId: null, emailKeys: [] };
    await this.keyPeriods.ofProvider(companyId, none, transaction);
    await this.sql.query(REMOVE, [companyId, employeeId], transaction);
  }

  /** Removes what the row has of a person of a list, who would be shown without a row. */
  hide(companyId: string, employeeId: string, now: Date, transaction: Transaction): Promise<void> {
    return this.save(companyId, { employeeId, details: { isRemoved: true }, updatedAt: now }, transaction);
  }

  /**
   * Stores the names that people have in a group.
   * @returns the details before and after, of those whose row has changed, by the id of the employee
   */
  async nameMembers(
    companyId: string,
    groupId: string,
    members: readonly MemberName[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, Readonly<Record<'before' | 'after', ScimDetails>>>> {
    if (members.length === 0) return new Map();
    const ids = members.map(({ id }) => id);
    const rows = await this.sql.query<{ id: string; details: ScimDetails }>(
      FIND_DETAILS,
      [companyId, ids],
      transaction,
    );
    const found = new Map(rows.map(({ id, details }) => [id, details]));
    const changes = members.flatMap((member) => {
      const before = found.get(member.id);
      const after = before && withMemberName(before, groupId, member);
      return !after || after === before ? [] : [[member.id, { before, after }] as const];
    });
    const saved = changes.map(([id, { after: details }]) => ({ id, details }));
    if (saved.length > 0) await this.sql.query(SAVE_DETAILS, [companyId, JSON.stringify(saved)], transaction);
    return new Map(changes);
  }

  /** The employees of whom SCIM keeps one of some ids of a provider. */
  async withProviderIds(
    companyId: string,
    externalIds: readonly string[],
    transaction: Transaction,
  ): Promise<string[]> {
    if (externalIds.length === 0) return [];
    const values = [companyId, externalIds];
    const rows = await this.sql.query<{ id: string }>(WITH_PROVIDER_IDS, values, transaction);
    return rows.map(({ id }) => id);
  }

  /** Those of some employees who have a row. */
  async among(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    if (employeeIds.length === 0) return new Set();
    const rows = await this.sql.query<{ id: string }>(AMONG, [companyId, employeeIds], transaction);
    return new Set(rows.map(({ id }) => id));
  }
}
