import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeKeys } from '../domain/employee.repository.js';
import {
  EmployeeVersions,
  type KeyHolder,
  type NamedEmployee,
  type VersionedEmployee,
} from '../domain/employee-versions.js';
import { toEmployee, type EmployeeRow } from './employee.schema.js';

const COLUMNS = `
  e.company_id AS "companyId", e.id, e.activated, e.must_choose_profile AS "mustChooseProfile",
  e.deleted_at AS "deletedAt", e.turnover_date AS "turnoverDate", e.turnover_type AS "turnoverType", e.source,
  e.created_at AS "createdAt", e.updated_at AS "updatedAt", e.document,
  e.change_set AS version`;

/** A branch for each index. Both may find the same employee. */
const byKeys = (columns: string, isDeleted: string): string =>
  ['e.email_key = ANY ($2)', 'e.external_id = ANY ($3)']
    .map(
      (hasKey) => `SELECT ${columns} FROM employee e WHERE e.company_id = $1 AND ${isDeleted} AND ${hasKey}`,
    )
    .join(' UNION ALL ');

const FIND = {
  name: 'employee-versions.find',
  text: `${byKeys(COLUMNS, 'e.deleted_at IS NULL')} UNION ALL ${byKeys(COLUMNS, 'e.deleted_at IS NOT NULL')}`,
};

const LOCK = {
  name: 'employee-versions.lock',
  text: `SELECT ${COLUMNS} FROM employee e WHERE e.company_id = $1 AND e.id = ANY ($2) ORDER BY e.id FOR UPDATE`,
};

/** `$2` folded addresses. The names are those of SCIM, also of people whom it has disabled. */
const NAMED = {
  name: 'employee-versions.named',
  text: `
    SELECT s.employee_id AS id, s.user_name_key AS key FROM scim_user s
    WHERE s.company_id = $1 AND s.user_name_key = ANY ($2)`,
};

const HOLDERS = {
  name: 'employee-versions.holders',
  text: byKeys('e.id, e.email_key AS "emailKey", e.external_id AS "externalId"', 'e.deleted_at IS NULL'),
};

type Row = EmployeeRow & { readonly version: string } & Record<string, unknown>;
type Keys = Omit<EmployeeKeys, 'ids'>;

/** The version is the change set in which the row was last written (ADR 47). */
@Injectable()
export class SqlEmployeeVersions extends EmployeeVersions {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find(companyId: string, keys: Keys): Promise<VersionedEmployee[]> {
    const rows = await this.sql.query<Row>(FIND, valuesOf(companyId, keys));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).map(toVersioned);
  }

  async lock(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<VersionedEmployee[]> {
    if (ids.length === 0) return [];
    return (await this.sql.query<Row>(LOCK, [companyId, ids], transaction)).map(toVersioned);
  }

  async holders(companyId: string, keys: Keys, transaction?: Transaction): Promise<KeyHolder[]> {
    if (keys.emails.length + keys.externalIds.length === 0) return [];
    const values = valuesOf(companyId, keys);
    const rows = await this.sql.query<KeyHolder & Record<string, unknown>>(HOLDERS, values, transaction);
    return [...new Map(rows.map((row) => [row.id, row])).values()];
  }

  async namedBy(
    companyId: string,
    keys: readonly string[],
    transaction?: Transaction,
  ): Promise<NamedEmployee[]> {
    if (keys.length === 0) return [];
    return this.sql.query<NamedEmployee & Record<string, unknown>>(NAMED, [companyId, keys], transaction);
  }
}

function valuesOf(companyId: string, { emails, externalIds }: Keys): unknown[] {
  return [companyId, emails.map(foldEmail), externalIds];
}

function toVersioned(row: Row): VersionedEmployee {
  return { employee: toEmployee(row), version: row.version };
}
