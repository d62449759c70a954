import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not, Raw, type FindOptionsWhere } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockImports } from '../../platform/database/import-lock.js';
import { isCompany } from '../../platform/database/in-company.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/sql-errors.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import {
  ErasedPeople,
  PersonErased,
  type ErasedKeys,
  type NamedPerson,
} from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeCompanyNotFound, EmployeeTaken } from '../domain/employee.errors.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import {
  EmployeeRepository,
  type EmployeeChanges,
  type EmployeeKeys,
  type IdentifierLists,
  type Identifiers,
} from '../domain/employee.repository.js';
import type { Employee } from '../domain/employee.js';
import { writeProfileValues } from './employee-profile-values.js';
import { UPSERT_EMPLOYEES } from './employee-upsert.js';
import { employeeSchema, toEmployee, toRow, type EmployeeRow } from './employee.schema.js';

/** Employees of one statement: few enough to keep its text small. */
const BATCH = 1_000;

type Where = FindOptionsWhere<EmployeeRow>;

@Injectable()
export class TypeormEmployeeRepository extends EmployeeRepository {
  constructor(private readonly erased: ErasedPeople) {
    super();
  }

  async now(transaction: Transaction): Promise<Date> {
    const [row] = await managerOf(transaction).query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    return row.now;
  }

  async find(companyId: string, key: EmployeeKey, transaction: Transaction): Promise<Employee | undefined> {
    const [found] = await lockAll(transaction, companyId, [{ deletedAt: IsNull(), ...columnOf(key) }]);
    return found;
  }

  findLive(companyId: string, key: Identifiers, transaction: Transaction): Promise<Employee[]> {
    return lockAll(transaction, companyId, withAny(key, { deletedAt: IsNull() }));
  }

  findDeleted(companyId: string, key: Identifiers, transaction: Transaction): Promise<Employee[]> {
    return lockAll(transaction, companyId, withAny(key, { deletedAt: Not(IsNull()) }));
  }

  async findAll(
    companyId: string,
    identifiers: { readonly live: IdentifierLists; readonly deleted: IdentifierLists },
    transaction: Transaction,
  ): Promise<Employee[]> {
    const where = [
      ...withAnyOf(identifiers.live, { deletedAt: IsNull() }),
      ...withAnyOf(identifiers.deleted, { deletedAt: Not(IsNull()) }),
    ];
    return where.length === 0 ? [] : lockAll(transaction, companyId, where);
  }

  async findForImport(
    companyId: string,
    { ids, emails, externalIds }: EmployeeKeys,
    transaction: Transaction,
  ): Promise<Employee[]> {
    await lockImports(transaction);
    const keys: Where[] = [{ emailKey: Any(emails.map(foldEmail)) }, { externalId: Any([...externalIds]) }];
    return lockAll(transaction, companyId, [
      { id: Any([...ids]) },
      ...keys.map((key) => ({ deletedAt: IsNull(), ...key })),
      ...keys.map((key) => ({ deletedAt: Not(IsNull()), ...key })),
    ]);
  }

  async findForeignIds(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await managerOf(transaction).find(employeeSchema, {
      select: { id: true },
      where: { id: Any([...ids]), companyId: Not(companyId) },
    });
    return new Set(rows.map(({ id }) => id));
  }

  async insert(employee: Employee, transaction: Transaction): Promise<void> {
    await this.refuseErased(employee, transaction);
    const manager = managerOf(transaction);
    const changeSet = changeSetOf(manager, employee.state.companyId, 'employee');
    await refusingTaken(() => manager.insert(employeeSchema, { ...toRow(employee), changeSet }));
    await writeProfileValues(manager, employee.state.companyId, [employee]);
  }

  async update(employee: Employee, transaction: Transaction): Promise<void> {
    await this.refuseErased(employee, transaction);
    const manager = managerOf(transaction);
    const { companyId, id, ...columns } = toRow(employee);
    const changeSet = changeSetOf(manager, companyId, 'employee');
    await refusingTaken(() => manager.update(employeeSchema, { companyId, id }, { ...columns, changeSet }));
    await writeProfileValues(manager, companyId, [employee]);
  }

  async upsertAll(
    companyId: string,
    { employees, displacedIds }: EmployeeChanges,
    transaction: Transaction,
  ): Promise<void> {
    const manager = managerOf(transaction);
    if (employees.length + displacedIds.length === 0) return;
    const changeSet = changeSetOf(manager, companyId, 'employee');
    if (displacedIds.length > 0) {
      // A unique index is checked row by row, so what moves from one employee to another is released first.
      const where = { companyId, id: Any([...displacedIds]) };
      await manager.update(employeeSchema, where, { emailKey: null, externalId: null, changeSet });
    }
    for (let at = 0; at < employees.length; at += BATCH) {
      const batch = employees.slice(at, at + BATCH);
      try {
        const rows = JSON.stringify(batch.map(toRow));
        await refusingTaken(() => manager.query(UPSERT_EMPLOYEES, [companyId, rows, changeSet]));
      } catch (error) {
        if (!isForeignKeyViolation(error, 'employee_company_fkey')) throw error;
        throw new EmployeeCompanyNotFound(companyId);
      }
      await writeProfileValues(manager, companyId, batch);
    }
  }

  erasedAmong(
    companyId: string,
    people: readonly NamedPerson[],
    transaction: Transaction,
  ): Promise<ErasedKeys> {
    return this.erased.among(companyId, people, transaction);
  }

  /** @throws {PersonErased} */
  private async refuseErased({ state }: Employee, transaction: Transaction): Promise<void> {
    if ((await this.erased.among(state.companyId, [state], transaction)).has(state)) throw new PersonErased();
  }
}

/** In the order of their ids, so that changes that lock the same employees wait for each other. */
async function lockAll(transaction: Transaction, companyId: string, keys: Where[]): Promise<Employee[]> {
  const ofIt = Raw((column) => isCompany(column, ':companyId'), { companyId });
  const rows = await managerOf(transaction).find(employeeSchema, {
    where: keys.map((key) => ({ ...key, companyId: ofIt })),
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return rows.map(toEmployee);
}

function withAny({ email, externalId }: Identifiers, where: Where): Where[] {
  return [
    ...(email === undefined ? [] : [{ ...where, ...columnOf({ email }) }]),
    ...(externalId === undefined ? [] : [{ ...where, ...columnOf({ externalId }) }]),
  ];
}

function withAnyOf({ emails, externalIds }: IdentifierLists, where: Where): Where[] {
  return [
    ...(emails.length === 0 ? [] : [{ ...where, emailKey: Any(emails.map(foldEmail)) }]),
    ...(externalIds.length === 0 ? [] : [{ ...where, externalId: Any([...externalIds]) }]),
  ];
}

function columnOf(key: EmployeeKey): Where {
  return 'email' in key ? { emailKey: foldEmail(key.email) } : { externalId: key.externalId };
}

/** @throws {EmployeeTaken} where a unique key is violated */
async function refusingTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error, 'employee_live_email_key')) throw new EmployeeTaken('email');
    if (isUniqueViolation(error, 'employee_live_external_id_key')) throw new EmployeeTaken('externalId');
    throw error;
  }
}
