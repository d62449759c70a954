import { Injectable } from '@nestjs/common';
import { IdentityService } from '../../identity/index.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeContent } from '../domain/employee-content.js';
import {
  EmployeeAmbiguous,
  EmployeeNotFound,
  EmployeeTaken,
  InvalidEmployee,
} from '../domain/employee.errors.js';
import { mayNameSomebody, type EmployeeKey } from '../domain/employee-key.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import { Employee, requireIdentifier, type Turnover } from '../domain/employee.js';
import { areNone, referenceIssues, referencesOf } from '../domain/references.js';

/** How often an invitation looks again, when somebody else has just written the person whom it did not find. */
const MAX_ATTEMPTS = 5;

/** What integrations do to the people of their company. */
@Injectable()
export class EmployeesService {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly segmentation: SegmentationQueries,
    private readonly identity: IdentityService,
  ) {}

  /**
   * Invites a person: creates whoever is unknown, changes whoever is there, takes back whoever had left (decisions 8).
   * @returns the person's id
   * @throws {InvalidEmployee}
   * @throws {EmployeeAmbiguous} when e-mail and external id are those of two people
   */
  async invite({ companyId }: IntegrationActor, content: EmployeeContent): Promise<string> {
    const { email = null, externalId = null } = content;
    requireIdentifier({ email, externalId });
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.employees.atomically(async (transaction) => {
          await this.checkReferences(companyId, content, transaction);
          const found = await this.employees.findAll(companyId, { email, externalId }, transaction);
          return this.take(companyId, content, found, transaction);
        });
      } catch (error) {
        if (!(error instanceof EmployeeTaken) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Changes what is given of a person.
   * @returns the person's id
   * @throws {InvalidEmployee}
   * @throws {EmployeeNotFound}
   * @throws {EmployeeTaken}
   */
  change({ companyId }: IntegrationActor, key: EmployeeKey, content: EmployeeContent): Promise<string> {
    return this.employees.atomically(async (transaction) => {
      await this.checkReferences(companyId, content, transaction);
      const employee = await this.load(companyId, key, transaction);
      if (employee.merge(content)) await this.employees.update(employee, transaction);
      return employee.id;
    });
  }

  /**
   * Makes a person choose area and profile anew at the next login.
   * @returns the person's id
   * @throws {EmployeeNotFound}
   */
  reset({ companyId }: IntegrationActor, email: string): Promise<string> {
    return this.employees.atomically(async (transaction) => {
      const employee = await this.load(companyId, { email }, transaction);
      employee.reset();
      await this.employees.update(employee, transaction);
      return employee.id;
    });
  }

  /**
   * Ends the employment of a person, and the sessions of the user with the same e-mail.
   * @throws {EmployeeNotFound}
   */
  end({ companyId }: IntegrationActor, key: EmployeeKey, turnover: Turnover): Promise<void> {
    return this.employees.atomically(async (transaction) => {
      const employee = await this.load(companyId, key, transaction);
      employee.end(turnover);
      await this.employees.update(employee, transaction);
      const emails = employee.email === null ? [] : [employee.email];
      await this.identity.endSessionsOf(companyId, emails, transaction);
    });
  }

  private async take(
    companyId: string,
    content: EmployeeContent,
    [found, other]: readonly Employee[],
    transaction: Transaction,
  ): Promise<string> {
    if (!found) {
      const employee = Employee.invite(companyId, content);
      await this.employees.insert(employee, transaction);
      return employee.id;
    }
    if (found.deletedAt !== null) {
      const known = await this.segmentation.known(companyId, referencesOf([found, content]), transaction);
      found.revive(content, known);
      await this.employees.update(found, transaction);
    } else {
      if (other) throw new EmployeeAmbiguous();
      if (found.merge(content)) await this.employees.update(found, transaction);
    }
    return found.id;
  }

  private async load(companyId: string, key: EmployeeKey, transaction: Transaction): Promise<Employee> {
    const employee = mayNameSomebody(key)
      ? await this.employees.find(companyId, key, transaction)
      : undefined;
    if (!employee) throw new EmployeeNotFound();
    return employee;
  }

  /** @throws {InvalidEmployee} */
  private async checkReferences(
    companyId: string,
    content: EmployeeContent,
    transaction: Transaction,
  ): Promise<void> {
    const wanted = referencesOf([content]);
    if (areNone(wanted)) return;
    const known = await this.segmentation.known(companyId, wanted, transaction);
    const issues = referenceIssues(content, known);
    if (issues.length > 0) throw new InvalidEmployee(issues);
  }
}
