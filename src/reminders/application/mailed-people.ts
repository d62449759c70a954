import { Injectable } from '@nestjs/common';
import {
  NewAssignmentRepository,
  RemindedActionsQueries,
  type NewlyAssigned,
} from '../../action-plans/index.js';
import { IdentityQueries, type UserContact } from '../../identity/index.js';
import { COMPANY_MANAGERS } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesQueries } from '../../workforce/index.js';
import { dueAround, type Mornings } from '../domain/reminder-rules.js';
import { reminderFor, type RemindingCompany } from '../domain/reminding-company.js';

/** A person behind an e-mail address: an employee, an active user, or both. */
export interface MailedPerson {
  readonly to: { readonly name: string; readonly address: string };
  readonly employeeId: string | undefined;
  readonly userId: string | undefined;
  /** BCP 47 tag of the user. */
  readonly language: string | undefined;
  readonly isManager: boolean;
}

/** An employee with an e-mail address, and the user who is the employee. */
interface EmployeeOfMail {
  readonly emailKey: string;
  readonly userId: string | undefined;
}

/** Actions or people that are read by one statement. */
const PART = 1_000;

const isManager = ({ role, isActive }: UserContact): boolean => isActive && COMPANY_MANAGERS.includes(role);

/** Finds the people to whom mail may be sent, by their folded addresses: nobody who is deleted or deactivated. */
@Injectable()
export class MailedPeople {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
    private readonly actions: RemindedActionsQueries,
    private readonly assignments: NewAssignmentRepository,
  ) {}

  /**
   * The person whose mails go to an address: that of the employee, or of a user who is none. Undefined if nobody has it,
   * or only users who are deactivated.
   */
  async find(companyId: string, emailKey: string): Promise<MailedPerson | undefined> {
    const [employee] = await this.employees.contacts(companyId, { emailKeys: [emailKey] });
    const users = await this.identity.contacts(companyId, {
      emailKeys: [emailKey],
      ...(employee && { employeeIds: [employee.id] }),
    });
    const own = users.filter(({ employeeId }) => employeeId !== null && employeeId === employee?.id);
    const unlinked = users.filter(({ employeeId }) => employeeId === null);
    const user = [...own, ...unlinked].find(({ isActive }) => isActive);
    if (!user && own.length + unlinked.length > 0) return undefined;
    const elsewhere = employee
      ? []
      : users.filter(({ isActive, employeeId }) => isActive && employeeId !== null);
    const mailed = user ?? (await this.withoutAddress(companyId, elsewhere));
    const address = employee?.email ?? mailed?.email;
    if (address === undefined) return undefined;
    return {
      to: { name: employee?.name ?? mailed?.name ?? '', address },
      employeeId: employee?.id,
      userId: mailed?.id,
      language: mailed?.language,
      isManager: mailed !== undefined && isManager(mailed),
    };
  }

  /** People with an action that is due, or whom others have assigned to one without a mail about it yet. */
  async ofMornings(
    company: RemindingCompany,
    mornings: Mornings,
    transaction?: Transaction,
  ): Promise<ReadonlySet<string>> {
    const { companyId, remindersSince } = company;
    const ids = new Set<string>();
    const period = dueAround(mornings);
    for await (const part of this.actions.dueActions(companyId, period, PART, transaction))
      for (const action of part)
        if (reminderFor(action, mornings, company)) for (const id of action.employeeIds) ids.add(id);
    const assigned = remindersSince
      ? await this.assignments.findAssigned({ companyId, since: remindersSince }, transaction)
      : [];
    for (const id of assigned) ids.add(id);
    const employees = await this.employeesOf(companyId, [...ids], transaction);
    return new Set([...employees.values()].map(({ emailKey }) => emailKey));
  }

  /** Managers who have created plans or actions. */
  async ofDigest({ companyId }: RemindingCompany, transaction?: Transaction): Promise<ReadonlySet<string>> {
    const creators = await this.actions.creators(companyId, transaction);
    const users = await this.identity.contacts(companyId, { ids: creators }, transaction);
    const managers = users.filter(isManager);
    const keys = await this.addressesOf(companyId, managers, transaction);
    return new Set(managers.map(({ id, emailKey }) => keys.get(id) ?? emailKey));
  }

  /** Those of newly assigned people whom others have assigned, with the time of the last assignment. */
  async assignedByOthers(
    companyId: string,
    people: readonly NewlyAssigned[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, Date>> {
    const ids = people.map(({ employeeId }) => employeeId);
    const employees = await this.employeesOf(companyId, ids, transaction);
    return new Map(
      people.flatMap(({ employeeId, assignedBy, assignedAt }) => {
        const employee = employees.get(employeeId);
        const isByOthers = employee && assignedBy.some((userId) => userId !== employee.userId);
        return isByOthers ? [[employee.emailKey, assignedAt]] : [];
      }),
    );
  }

  /** Those of some users whose employee has left, or has no address: their mails go to their own. */
  private async withoutAddress(
    companyId: string,
    users: readonly UserContact[],
  ): Promise<UserContact | undefined> {
    const keys = await this.addressesOf(companyId, users);
    return users.find(({ id }) => !keys.has(id));
  }

  /** The folded addresses of the employees who some users are, by the ids of the users. */
  private async addressesOf(
    companyId: string,
    users: readonly UserContact[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, string>> {
    const ids = users.flatMap(({ employeeId }) => employeeId ?? []);
    if (ids.length === 0) return new Map();
    const employees = await this.employees.contacts(companyId, { ids }, transaction);
    const keys = new Map(employees.map(({ id, email }) => [id, foldEmail(email)]));
    return new Map(
      users.flatMap(({ id, employeeId }) => {
        const key = employeeId === null ? undefined : keys.get(employeeId);
        return key === undefined ? [] : [[id, key]];
      }),
    );
  }

  /** Employees with an address who are not deleted, by id. */
  private async employeesOf(
    companyId: string,
    ids: readonly string[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, EmployeeOfMail>> {
    const found = new Map<string, EmployeeOfMail>();
    for (let at = 0; at < ids.length; at += PART) {
      const part = { ids: ids.slice(at, at + PART) };
      const employees = await this.employees.contacts(companyId, part, transaction);
      const employeeIds = employees.map(({ id }) => id);
      const users = await this.identity.contacts(companyId, { employeeIds }, transaction);
      const userIds = new Map(users.flatMap((user) => (user.isActive ? [[user.employeeId, user.id]] : [])));
      for (const { id, email } of employees)
        found.set(id, { emailKey: foldEmail(email), userId: userIds.get(id) });
    }
    return found;
  }
}
