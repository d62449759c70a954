import { Injectable } from '@nestjs/common';
import { IdentityQueries, type UserContact } from '../../identity/index.js';
import { COMPANY_MANAGERS } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesQueries } from '../../workforce/index.js';

/** A person behind an e-mail address: an employee, an active user, or both. */
export interface MailedPerson {
  readonly to: { readonly name: string; readonly address: string };
  readonly employeeId: string | undefined;
  readonly userId: string | undefined;
  /** BCP 47 tag of the user. */
  readonly language: string | undefined;
  readonly isManager: boolean;
}

/** An employee with an e-mail address, and the user with the same address. */
export interface EmployeeOfMail {
  readonly employeeId: string;
  readonly emailKey: string;
  readonly userId: string | undefined;
}

const isManager = ({ role, isActive }: UserContact): boolean => isActive && COMPANY_MANAGERS.includes(role);

/** Finds the people to whom mail may be sent: nobody who is deleted or deactivated. */
@Injectable()
export class MailedPeople {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
  ) {}

  /** The person with an address; undefined if nobody has it, or only users who are deactivated. */
  async find(companyId: string, emailKey: string): Promise<MailedPerson | undefined> {
    const users = await this.identity.contacts(companyId, { emailKeys: [emailKey] });
    const user = users.find(({ isActive }) => isActive);
    if (!user && users.length > 0) return undefined;
    const [employee] = await this.employees.contacts(companyId, { emailKeys: [emailKey] });
    const address = employee?.email ?? user?.email;
    if (address === undefined) return undefined;
    return {
      to: { name: employee?.name ?? user?.name ?? '', address },
      employeeId: employee?.id,
      userId: user?.id,
      language: user?.language,
      isManager: user !== undefined && isManager(user),
    };
  }

  /** Employees with an address who are not deleted, by id. */
  async employeesOf(
    companyId: string,
    ids: readonly string[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, EmployeeOfMail>> {
    const employees = await this.employees.contacts(companyId, { ids }, transaction);
    const emailKeys = employees.map(({ email }) => foldEmail(email));
    const users = await this.identity.contacts(companyId, { emailKeys }, transaction);
    const userIds = new Map(users.filter(({ isActive }) => isActive).map((user) => [user.emailKey, user.id]));
    return new Map(
      employees.map(({ id, email }) => {
        const emailKey = foldEmail(email);
        return [id, { employeeId: id, emailKey, userId: userIds.get(emailKey) }];
      }),
    );
  }

  /** Addresses of the active managers among some users. */
  async managersOf(
    companyId: string,
    userIds: readonly string[],
    transaction?: Transaction,
  ): Promise<string[]> {
    const users = await this.identity.contacts(companyId, { ids: userIds }, transaction);
    return users.filter(isManager).map(({ emailKey }) => emailKey);
  }
}
