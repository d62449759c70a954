import { Injectable } from '@nestjs/common';
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
import { CompanyRepository, UserRepository } from '../domain/identity.repositories.js';
import type { User } from '../domain/user.js';
import { removeCompanyRows } from './company-removal.js';
import { companySchema, fromUserRow, toUserRow, userSchema } from './identity.schemas.js';

@Injectable()
export class TypeormCompanyRepository extends CompanyRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: ShortCaches,
  ) {
    super();
  }

  async insert(company: Company, transaction: Transaction): Promise<void> {
    await managerOf(transaction).insert(companySchema, { ...company });
  }

  async lock(id: string, transaction: Transaction): Promise<Company> {
    const manager = managerOf(transaction);
    if (!(await lockCompany(manager, id))) throw new CompanyNotFound(id);
    const row = await manager.findOne(companySchema, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new CompanyNotFound(id);
    const { createdAt: _, ...company } = row;
    return company;
  }

  async update({ id, ...row }: Company, transaction: Transaction): Promise<void> {
    await managerOf(transaction).update(companySchema, { id }, row);
    this.caches.clearAfter(transaction);
  }

  async remove(id: string, transaction: Transaction): Promise<void> {
    await removeCompanyRows(this.sql, id, transaction);
    this.caches.clearAfter(transaction);
  }
}

/** Of the user `$1`: rows are locked in one company. */
const FIND_COMPANY = 'SELECT company_id AS "companyId" FROM user_account WHERE id = $1';

@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
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

  async lock(id: string, transaction: Transaction, companyId?: string): Promise<User> {
    const manager = managerOf(transaction);
    const found =
      companyId ?? (await manager.query<{ companyId: string }[]>(FIND_COMPANY, [id]))[0]?.companyId;
    const row =
      found !== undefined &&
      (await manager.findOne(userSchema, {
        where: { companyId: found, id },
        lock: { mode: 'pessimistic_write' },
      }));
    // One who was erased has no address.
    if (!row || row.email === '') throw new UserNotFound(id);
    return fromUserRow(row);
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
