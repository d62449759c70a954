import { Injectable } from '@nestjs/common';
import { Brackets, type SelectQueryBuilder } from 'typeorm';
import {
  isForeignKeyViolation,
  isUniqueViolation,
  sqlErrorFacts,
} from '../../platform/database/sql-errors.js';
import { managerOf, Transactions } from '../../platform/database/transactions.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeCompanyNotFound, EmployeeTaken } from '../domain/employee.errors.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import { EmployeeRepository, type ImportOutcome } from '../domain/employee.repository.js';
import { Employee } from '../domain/employee.js';
import type { ImportedEmployee } from '../domain/imported-employee.js';
import { EmployeeImport } from './employee-import.js';

/** How often a change is begun that another one, begun at the same time, stands in the way of. */
const MAX_ATTEMPTS = 5;
const STANDS_IN_THE_WAY = new Set(['40P01', '40001']);

const HAS_EMAIL = 'lower(e.email COLLATE "und-x-icu") = lower(CAST(:email AS text) COLLATE "und-x-icu")';
const HAS_EXTERNAL_ID = 'e.external_id = :externalId';

/** People in PostgreSQL. */
@Injectable()
export class TypeormEmployeeRepository extends EmployeeRepository {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async atomically<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.transactions.run((_, transaction) => work(transaction), given);
      } catch (error) {
        const { sqlState = '' } = sqlErrorFacts(error) ?? {};
        if (given || attempt === MAX_ATTEMPTS || !STANDS_IN_THE_WAY.has(sqlState)) throw error;
      }
    }
  }

  async find(companyId: string, key: EmployeeKey, transaction: Transaction): Promise<Employee | undefined> {
    const query = locked(companyId, transaction).andWhere('e.deleted_at IS NULL');
    if ('email' in key) query.andWhere(HAS_EMAIL, key);
    else query.andWhere(HAS_EXTERNAL_ID, key);
    return (await query.getOne()) ?? undefined;
  }

  async findAll(
    companyId: string,
    { email, externalId }: { readonly email: string | null; readonly externalId: string | null },
    transaction: Transaction,
  ): Promise<Employee[]> {
    const find = (state: string): SelectQueryBuilder<Employee> =>
      locked(companyId, transaction)
        .andWhere(state)
        .andWhere(
          new Brackets((any) => any.where(HAS_EMAIL, { email }).orWhere(HAS_EXTERNAL_ID, { externalId })),
        );
    const atWork = await find('e.deleted_at IS NULL').getMany();
    if (atWork.length > 0) return atWork;
    const left = await find('e.deleted_at IS NOT NULL')
      .orderBy('e.deleted_at', 'DESC')
      .addOrderBy('e.id')
      .getMany();
    const isNamed = (one: Employee): boolean => externalId !== null && one.externalId === externalId;
    return [...left.filter(isNamed), ...left.filter((one) => !isNamed(one))];
  }

  async insert(employee: Employee, transaction: Transaction): Promise<void> {
    await noticeTaken(() => managerOf(transaction).insert(Employee, employee));
  }

  async update(employee: Employee, transaction: Transaction): Promise<void> {
    const { id, companyId: _, createdAt: __, ...state } = employee;
    await noticeTaken(() => managerOf(transaction).update(Employee, { id }, state as object));
  }

  async putAll(
    companyId: string,
    people: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<ImportOutcome> {
    try {
      return await noticeTaken(() => new EmployeeImport(managerOf(transaction), companyId).run(people));
    } catch (error) {
      if (isForeignKeyViolation(error, 'employee_company_fkey')) throw new EmployeeCompanyNotFound(companyId);
      throw error;
    }
  }
}

/** In the order of their ids, so that changes that lock the same people wait for each other. */
function locked(companyId: string, transaction: Transaction): SelectQueryBuilder<Employee> {
  return managerOf(transaction)
    .createQueryBuilder(Employee, 'e')
    .setLock('pessimistic_write')
    .where('e.company_id = :companyId', { companyId })
    .orderBy('e.id');
}

async function noticeTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'employee_live_email_key')) throw new EmployeeTaken('email');
    if (isUniqueViolation(error, 'employee_live_external_id_key')) throw new EmployeeTaken('externalId');
    throw error;
  }
}
