import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not, Raw, type FindOptionsWhere } from 'typeorm';
import { lockImports } from '../../platform/database/import-lock.js';
import { isCompany } from '../../platform/database/in-company.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { ErasedPeople, type ErasedKeys, type NamedPerson } from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import {
  EmployeeRepository,
  type EmployeeKeys,
  type IdentifierLists,
  type Identifiers,
} from '../domain/employee.repository.js';
import type { Employee } from '../domain/employee.js';
import { employeeSchema, toEmployee, type EmployeeRow } from './employee.schema.js';

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

  erasedAmong(
    companyId: string,
    people: readonly NamedPerson[],
    transaction: Transaction,
  ): Promise<ErasedKeys> {
    return this.erased.among(companyId, people, transaction);
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
