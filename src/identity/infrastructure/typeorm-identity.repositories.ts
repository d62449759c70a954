import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { inCompany } from '../../platform/database/in-company.js';
import { lockCompany } from '../../platform/database/import-lock.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/sql-errors.js';
import { Sql } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { ShortCaches } from '../../platform/database/short-caches.js';
import { KeyPeriods } from '../../persons/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Company } from '../domain/company.js';
import {
  CompanyNotFound,
  EmployeeLinked,
  UserEmailConflict,
  UserNotFound,
} from '../domain/identity.errors.js';
import {
  CompanyRepository,
  UserRepository,
  type UserKey,
  type WantedUsers,
} from '../domain/identity.repositories.js';
import type { User } from '../domain/user.js';
import { removeCompanyRows } from './company-removal.js';
import {
  companySchema,
  fromCompanyRow,
  fromUserRow,
  toCompanyRow,
  toUserRow,
  userSchema,
} from './identity.schemas.js';

@Injectable()
export class TypeormCompanyRepository extends CompanyRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: ShortCaches,
  ) {
    super();
  }

  async insert(company: Company, transaction: Transaction): Promise<void> {
    await managerOf(transaction).insert(companySchema, toCompanyRow(company));
  }

  async lock(id: string, transaction: Transaction): Promise<Company> {
    const manager = managerOf(transaction);
    if (!(await lockCompany(manager, id))) throw new CompanyNotFound(id);
    const row = await manager.findOne(companySchema, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new CompanyNotFound(id);
    return fromCompanyRow(row);
  }

  async update(company: Company, transaction: Transaction): Promise<void> {
    const { id, ...row } = toCompanyRow(company);
    await managerOf(transaction).update(companySchema, { id }, row);
    this.caches.clearAfter(transaction);
  }

  async remove(id: string, transaction: Transaction): Promise<void> {
    await removeCompanyRows(this.sql, id, transaction);
    this.caches.clearAfter(transaction);
  }
}

/** `$2` employee. */
const DEACTIVATED = {
  name: 'identity.deactivated-user-of-employee',
  text: `
    SELECT FROM user_account u JOIN key_period p ON p.company_id = $1 AND p.holder_id = $2 AND p.kind = 'email'
    WHERE u.company_id = $1 AND u.email_key = p.key AND u.deactivated_at IS NOT NULL AND NOT u.follows_staff
    LIMIT 1`,
};

/** `$2` users. The key of nobody's address, as an erased user has it. */
const FREE_ADDRESSES = {
  name: 'identity.free-addresses',
  text: 'UPDATE user_account SET email_key = id WHERE company_id = $1 AND id = ANY ($2)',
};

/** `$2` rows. */
const UPDATE_ALL = {
  name: 'identity.update-users',
  text: `
    UPDATE user_account u SET email = n.email, email_key = n."emailKey", name = n.name, role = n.role,
      language = n.language, deactivated_at = n."deactivatedAt", employee_id = n."employeeId",
      link_firm_at = n."linkFirmAt", follows_staff = n."followsStaff"
    FROM json_to_recordset($2::json) AS n (
      id text, email text, "emailKey" text, name text, role text, language text, "deactivatedAt" timestamptz,
      "employeeId" text, "linkFirmAt" timestamptz, "followsStaff" boolean
    )
    WHERE u.company_id = $1 AND u.id = n.id`,
};

/** `$2` employees. */
const FOLLOWED = {
  name: 'identity.followed-employees',
  text: `
    SELECT u.employee_id AS id FROM user_account u
    WHERE ${inCompany('u')} AND u.employee_id = ANY ($2) AND u.follows_staff AND u.deactivated_at IS NULL`,
};

/** Those who can sign in: not the ones whose employee has left. In an order, so that nobody waits in a circle. */
const LOCK_ADMINS = {
  name: 'identity.lock-admins',
  text: `
    SELECT u.id FROM user_account u
    WHERE u.company_id = $1 AND u.role = 'ADMIN' AND u.deactivated_at IS NULL AND NOT EXISTS (
      SELECT FROM employee e WHERE e.company_id = $1 AND e.id = u.employee_id AND e.deleted_at IS NOT NULL
    )
    ORDER BY u.id FOR UPDATE OF u`,
};

@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: ShortCaches,
    private readonly keyPeriods: KeyPeriods,
  ) {
    super();
  }

  async insert(user: User, transaction: Transaction): Promise<void> {
    try {
      await managerOf(transaction).insert(userSchema, toUserRow(user));
    } catch (error) {
      if (isForeignKeyViolation(error, 'user_account_company_fkey'))
        throw new CompanyNotFound(user.state.companyId);
      throw explained(error);
    }
  }

  async insertAll(
    companyId: string,
    users: readonly User[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    if (users.length === 0) return new Set();
    const inserted = await managerOf(transaction)
      .createQueryBuilder()
      .insert()
      .into(userSchema)
      .values(users.map((user) => ({ ...toUserRow(user), companyId })))
      .orIgnore()
      .returning('id')
      .execute();
    return new Set((inserted.raw as { readonly id: string }[]).map(({ id }) => id));
  }

  async lock({ companyId, id }: UserKey, transaction: Transaction): Promise<User> {
    const row = await managerOf(transaction).findOne(userSchema, {
      where: { companyId, id },
      lock: { mode: 'pessimistic_write' },
    });
    // One who was erased has no address.
    if (!row || row.email === '') throw new UserNotFound(id);
    return fromUserRow(row);
  }

  async lockAll(
    companyId: string,
    { ids, emailKeys }: WantedUsers,
    transaction: Transaction,
  ): Promise<User[]> {
    const rows = await managerOf(transaction).find(userSchema, {
      where: [
        { companyId, id: In([...ids]), email: Not('') },
        { companyId, emailKey: In([...emailKeys]), deactivatedAt: IsNull() },
      ],
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(fromUserRow);
  }

  async updateAll(
    companyId: string,
    { users, moved }: { readonly users: readonly User[]; readonly moved: readonly string[] },
    transaction: Transaction,
  ): Promise<void> {
    if (users.length === 0) return;
    const rows = users.map(toUserRow);
    for (const row of rows.filter(({ id }) => moved.includes(id)))
      await this.keyPeriods.ofUser(companyId, row, transaction);
    try {
      await this.sql.query(FREE_ADDRESSES, [companyId, moved], transaction);
      await this.sql.query(UPDATE_ALL, [companyId, JSON.stringify(rows)], transaction);
    } catch (error) {
      throw explained(error);
    }
    this.caches.clearAfter(transaction);
  }

  async lockStaff(
    companyId: string,
    {
      employeeIds,
      emailKeys,
    }: { readonly employeeIds: readonly string[]; readonly emailKeys: readonly string[] },
    transaction: Transaction,
  ): Promise<User[]> {
    const rows = await managerOf(transaction).find(userSchema, {
      where: [
        { companyId, employeeId: In([...employeeIds]), email: Not('') },
        { companyId, emailKey: In([...emailKeys]), email: Not('') },
      ],
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(fromUserRow);
  }

  async followedEmployees(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.sql.query<{ id: string }>(FOLLOWED, [companyId, employeeIds], transaction);
    return new Set(rows.map(({ id }) => id));
  }

  async wasDeactivated(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean> {
    const found = await this.sql.query(DEACTIVATED, [companyId, employeeId], transaction);
    return found.length > 0;
  }

  async releaseStaff(companyId: string, transaction: Transaction): Promise<void> {
    await managerOf(transaction).update(
      userSchema,
      { companyId, followsStaff: true },
      { followsStaff: false },
    );
  }

  async lockAdmins(companyId: string, transaction: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(LOCK_ADMINS, [companyId], transaction);
    return rows.map(({ id }) => id);
  }

  async update(user: User, transaction: Transaction): Promise<void> {
    const { companyId, id, ...row } = toUserRow(user);
    await this.keyPeriods.ofUser(companyId, { ...row, id }, transaction);
    try {
      await managerOf(transaction).update(userSchema, { companyId, id }, row);
    } catch (error) {
      throw explained(error);
    }
    this.caches.clearAfter(transaction);
  }
}

function explained(error: unknown): unknown {
  if (isUniqueViolation(error, 'user_account_active_email_key')) return new UserEmailConflict();
  return isUniqueViolation(error, 'user_account_employee_key') ? new EmployeeLinked() : error;
}
