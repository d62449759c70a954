import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Person } from '../../shared-kernel/personal-data.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { PersonAmbiguous, PersonNotFound } from '../domain/person.errors.js';
import type { PersonKey } from '../domain/person-key.js';

/** Both states and keys are named, because each condition has the index of its own. */
const OF_EMPLOYEES = ['NULL', 'NOT NULL'].flatMap((state) =>
  ['e.email_key = $2', 'e.external_id = $3'].map((key) => `e.deleted_at IS ${state} AND ${key}`),
);

/** `$1` company, `$2` folded e-mail address, `$3` external id; one of the two is null. */
const FIND_EMPLOYEES: Statement = {
  name: 'privacy.find-employees',
  text: OF_EMPLOYEES.map(
    (condition) => `
    SELECT e.id, e.email_key AS "emailKey", e.external_id AS "externalId", e.deleted_at IS NULL AS "isPresent"
    FROM employee e WHERE e.company_id = $1 AND ${condition}`,
  ).join(' UNION '),
};

/** `$1` company, `$2` folded e-mail addresses, `$3` external ids: employees with another external id are others. */
const EMPLOYEES_WITH: Statement = {
  name: 'privacy.employees-with-keys',
  text: ['NULL', 'NOT NULL']
    .flatMap((state) =>
      ['e.email_key = ANY ($2) AND e.external_id IS NULL', 'e.external_id = ANY ($3)'].map(
        (key) => `e.deleted_at IS ${state} AND ${key}`,
      ),
    )
    .map((condition) => `SELECT e.id FROM employee e WHERE e.company_id = $1 AND ${condition}`)
    .join(' UNION '),
};

/** `$1` company, `$2` employee. */
const KEYS_OF_EMPLOYEE: Statement = {
  name: 'privacy.keys-of-employee',
  text: `
    SELECT e.id, e.email_key AS "emailKey", e.external_id AS "externalId", e.deleted_at IS NULL AS "isPresent"
    FROM employee e WHERE e.company_id = $1 AND e.id = $2`,
};

/** `$1` company, `$2` folded e-mail addresses, `$3` ids of employees: others who have one of the addresses. */
const FIND_HOLDERS: Statement = {
  name: 'privacy.find-holders',
  text: ['NULL', 'NOT NULL']
    .map(
      (state) => `
    SELECT e.email_key AS "emailKey", e.deleted_at IS NULL AS "isPresent" FROM employee e
    WHERE e.company_id = $1 AND e.deleted_at IS ${state} AND e.email_key = ANY ($2) AND e.id <> ALL ($3)`,
    )
    .join(' UNION '),
};

/** `$1` company, `$2` ids of employees: addresses that they had before, as far as the audit trail has them. */
const FIND_FORMER_ADDRESSES: Statement = {
  name: 'privacy.find-former-addresses',
  text: `
    SELECT DISTINCT r.before ->> 'email' AS email FROM audit_record r
    WHERE r.company_id = $1 AND r.object_id = ANY ($2) AND r.object_type = 'employee'
      AND r.before ->> 'email' IS NOT NULL`,
};

/** `$1` company, `$2` folded e-mail addresses. */
const FIND_USERS: Statement = {
  name: 'privacy.find-users',
  text: `SELECT u.id FROM user_account u WHERE u.company_id = $1 AND u.email_key = ANY ($2) ORDER BY u.id`,
};

/** `$1` company, `$2` ids of users. */
const ACTIVE_USERS: Statement = {
  name: 'privacy.active-users',
  text: `
    SELECT u.id, u.email_key AS "emailKey" FROM user_account u
    WHERE u.company_id = $1 AND u.id = ANY ($2) AND u.deactivated_at IS NULL`,
};

/** `$1` company, `$2` folded e-mail address. */
const HAS_TIMESHEETS: Statement = {
  name: 'privacy.has-timesheets',
  text: `
    SELECT 1 FROM timesheet_entry t WHERE t.company_id = $1 AND t.list = ANY ('{live,deleted}') AND t.email_key = $2
      LIMIT 1`,
};

interface FoundEmployee extends Record<string, unknown> {
  readonly id: string;
  readonly emailKey: string | null;
  readonly externalId: string | null;
  readonly isPresent: boolean;
}

interface Holder extends Record<string, unknown> {
  readonly emailKey: string;
  readonly isPresent: boolean;
}

/** Finds who is meant by an external id or an e-mail address. */
@Injectable()
export class PersonQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * The person whom a key names: their employees, and their users and timesheets by the e-mail addresses that these
   * have or had. An address belongs to the one who works with it now; one that several had who have all left belongs to
   * none of them.
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous}
   */
  async get(companyId: string, key: PersonKey, transaction?: Transaction): Promise<Person> {
    const emailKey = key.email === undefined ? null : foldEmail(key.email);
    const employees = await this.sql.query<FoundEmployee>(
      FIND_EMPLOYEES,
      [companyId, emailKey, key.externalId ?? null],
      transaction,
    );
    const externalIds = [...new Set(employees.flatMap(({ externalId }) => externalId ?? []))];
    if (externalIds.length > 1 || (externalIds.length === 1 && someLackIt(employees)))
      throw new PersonAmbiguous();
    const employeeIds = employees.map(({ id }) => id).sort();
    const emailKeys = await this.ownAddresses(companyId, employees, { emailKey, employeeIds }, transaction);
    const userIds = await this.usersWith(companyId, emailKeys, transaction);
    const isKnown = employeeIds.length > 0 || userIds.length > 0;
    if (!isKnown && !(await this.hasTimesheets(companyId, emailKey, transaction))) throw new PersonNotFound();
    return { companyId, employeeIds, userIds, emailKeys, externalIds };
  }

  /**
   * The person whom an employee is: all employees with the external id, or the employee alone if there is none.
   * @throws {PersonNotFound}
   */
  async ofEmployee(companyId: string, employeeId: string, transaction?: Transaction): Promise<Person> {
    const values = [companyId, employeeId];
    const [employee] = await this.sql.query<FoundEmployee>(KEYS_OF_EMPLOYEE, values, transaction);
    if (!employee) throw new PersonNotFound();
    const { externalId, emailKey } = employee;
    if (externalId !== null) return this.get(companyId, { externalId }, transaction);
    const employeeIds = [employeeId];
    const emailKeys = await this.ownAddresses(companyId, [employee], { emailKey, employeeIds }, transaction);
    const userIds = await this.usersWith(companyId, emailKeys, transaction);
    return { companyId, employeeIds, userIds, emailKeys, externalIds: [] };
  }

  /** The person without the users who may sign in, and without the addresses of these. */
  async withoutActiveUsers(person: Person, transaction?: Transaction): Promise<Person> {
    const { companyId, userIds, emailKeys } = person;
    const active = await this.sql.query<{ readonly id: string; readonly emailKey: string }>(
      ACTIVE_USERS,
      [companyId, userIds],
      transaction,
    );
    const ids = active.map(({ id }) => id);
    const keys = active.map(({ emailKey }) => emailKey);
    return {
      ...person,
      userIds: userIds.filter((id) => !ids.includes(id)),
      emailKeys: emailKeys.filter((key) => !keys.includes(key)),
    };
  }

  /** The rows of employees and users that have any of some keys now. */
  async withKeys(
    companyId: string,
    { emailKeys, externalIds }: Pick<Person, 'emailKeys' | 'externalIds'>,
  ): Promise<Pick<Person, 'employeeIds' | 'userIds'>> {
    const rows = await this.sql.query<{ readonly id: string }>(EMPLOYEES_WITH, [
      companyId,
      emailKeys,
      externalIds,
    ]);
    return { employeeIds: rows.map(({ id }) => id), userIds: await this.usersWith(companyId, emailKeys) };
  }

  private async ownAddresses(
    companyId: string,
    employees: readonly FoundEmployee[],
    given: { readonly emailKey: string | null; readonly employeeIds: readonly string[] },
    transaction?: Transaction,
  ): Promise<string[]> {
    const { emailKey, employeeIds } = given;
    const current = new Set([emailKey, ...employees.map((employee) => employee.emailKey)]);
    const former = await this.formerAddresses(companyId, employeeIds, transaction);
    const keys = [...new Set([...current, ...former])].filter((key) => key !== null).sort();
    const holders = await this.sql.query<Holder>(FIND_HOLDERS, [companyId, keys, employeeIds], transaction);
    const present = employees.filter(({ isPresent }) => isPresent).map((employee) => employee.emailKey);
    const isOfAnother = (key: string): boolean =>
      holders.some((holder) => holder.emailKey === key && (holder.isPresent || !present.includes(key)));
    return keys.filter((key) => !isOfAnother(key));
  }

  private async formerAddresses(
    companyId: string,
    employeeIds: readonly string[],
    transaction?: Transaction,
  ): Promise<string[]> {
    const values = [companyId, employeeIds];
    const rows = await this.sql.query<{ readonly email: string }>(FIND_FORMER_ADDRESSES, values, transaction);
    return rows.map(({ email }) => foldEmail(email));
  }

  private async usersWith(
    companyId: string,
    emailKeys: readonly string[],
    transaction?: Transaction,
  ): Promise<string[]> {
    const rows = await this.sql.query<{ readonly id: string }>(
      FIND_USERS,
      [companyId, emailKeys],
      transaction,
    );
    return rows.map(({ id }) => id);
  }

  private async hasTimesheets(
    companyId: string,
    emailKey: string | null,
    transaction?: Transaction,
  ): Promise<boolean> {
    if (emailKey === null) return false;
    return (await this.sql.query(HAS_TIMESHEETS, [companyId, emailKey], transaction)).length > 0;
  }
}

/**
 * An e-mail address of an employee with an external id and of one without may be that of two people.
 */
function someLackIt(employees: readonly FoundEmployee[]): boolean {
  return employees.some(({ externalId, isPresent }) => externalId === null && isPresent);
}
