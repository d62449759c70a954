import { Injectable } from '@nestjs/common';
import { IdentityService } from '../../identity/index.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { EmployeeContent } from '../domain/employee-content.js';
import { EmployeeAmbiguous, EmployeeNotFound, EmployeeTaken } from '../domain/employee.errors.js';
import { isPossible, type EmployeeKey } from '../domain/employee-key.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import { Employee, requireIdentifier, type Turnover } from '../domain/employee.js';
import { toRevive } from '../domain/revival.js';
import { areNone, referenceIssues, referencesOf } from '../domain/references.js';
import { EmployeesQueries } from './employees.queries.js';
import { EmployeeResponse } from './employee.response.js';

/** An invitation that another request overtakes finds the employee at the next attempt. */
const MAX_ATTEMPTS = 5;

/** What integrations do to the employees of their company. A precondition may fail with {@link PreconditionFailed}. */
@Injectable()
export class EmployeesService {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly segmentation: SegmentationQueries,
    private readonly identity: IdentityService,
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: EmployeesQueries,
  ) {}

  /**
   * Creates an unknown employee, changes a known one, and takes a deleted one back (decisions 8). A property that is
   * null counts as absent.
   * @throws {ValidationFailed}
   * @param given - a transaction to take part in
   * @throws {EmployeeAmbiguous} when e-mail address and external id are those of two employees
   */
  async invite(
    { companyId }: IntegrationActor,
    invitation: EmployeeContent,
    given?: Transaction,
  ): Promise<EmployeeResponse> {
    const content = withoutNulls(invitation);
    requireIdentifier(content);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.unitOfWork.run(async (transaction) => {
          await this.checkReferences(companyId, content, transaction);
          const employee = await this.inviteInto(companyId, content, transaction);
          return EmployeeResponse.from(employee.state);
        }, given);
      } catch (error) {
        if (!(error instanceof EmployeeTaken) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Changes the properties that are given.
   * @throws {ValidationFailed}
   * @throws {EmployeeNotFound}
   * @throws {EmployeeTaken}
   */
  change(
    { companyId }: IntegrationActor,
    key: EmployeeKey,
    content: EmployeeContent,
    precondition?: Precondition,
  ): Promise<EmployeeResponse> {
    return this.unitOfWork.run(async (transaction) => {
      await this.checkReferences(companyId, content, transaction);
      const employee = await this.load(companyId, key, transaction, precondition);
      if (employee.merge(content)) await this.employees.update(employee, transaction);
      return EmployeeResponse.from(employee.state);
    });
  }

  /**
   * Makes an employee choose area and profile again at the next login.
   * @throws {EmployeeNotFound}
   */
  reset(
    { companyId }: IntegrationActor,
    email: string,
    precondition?: Precondition,
  ): Promise<EmployeeResponse> {
    return this.unitOfWork.run(async (transaction) => {
      const employee = await this.load(companyId, { email }, transaction, precondition);
      employee.reset();
      await this.employees.update(employee, transaction);
      return EmployeeResponse.from(employee.state);
    });
  }

  /**
   * Ends an employment, and the sessions of the user with the same e-mail address.
   * @throws {EmployeeNotFound}
   */
  end(
    { companyId }: IntegrationActor,
    key: EmployeeKey,
    turnover: Turnover,
    precondition?: Precondition,
  ): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const employee = await this.load(companyId, key, transaction, precondition);
      employee.end(turnover);
      await this.employees.update(employee, transaction);
      const { email } = employee.state;
      await this.identity.endSessionsOf(companyId, email === undefined ? [] : [email], transaction);
    });
  }

  private async inviteInto(
    companyId: string,
    content: InvitedContent,
    transaction: Transaction,
  ): Promise<Employee> {
    const [live, other] = await this.employees.findLive(companyId, content, transaction);
    if (other) throw new EmployeeAmbiguous();
    if (live) {
      if (live.merge(content)) await this.employees.update(live, transaction);
      return live;
    }
    const deleted = toRevive(content, await this.employees.findDeleted(companyId, content, transaction));
    if (deleted) {
      const known = await this.segmentation.known(
        companyId,
        referencesOf([deleted.state, content]),
        transaction,
      );
      const others = await this.employees.findLive(companyId, deleted.state, transaction);
      deleted.revive(content, known, others);
      await this.employees.update(deleted, transaction);
      return deleted;
    }
    const employee = Employee.invite(companyId, content);
    await this.employees.insert(employee, transaction);
    return employee;
  }

  private async load(
    companyId: string,
    key: EmployeeKey,
    transaction: Transaction,
    precondition: Precondition | undefined,
  ): Promise<Employee> {
    const employee = isPossible(key) ? await this.employees.find(companyId, key, transaction) : undefined;
    if (!employee) throw new EmployeeNotFound();
    await precondition?.check(() => this.queries.get(companyId, key, transaction));
    return employee;
  }

  /** @throws {ValidationFailed} */
  private async checkReferences(
    companyId: string,
    content: EmployeeContent,
    transaction: Transaction,
  ): Promise<void> {
    const wanted = referencesOf([content]);
    if (areNone(wanted)) return;
    const known = await this.segmentation.known(companyId, wanted, transaction);
    const issues = referenceIssues(content, known);
    if (issues.length > 0) throw new ValidationFailed(issues);
  }
}

type InvitedContent = { [Name in keyof EmployeeContent]: Exclude<EmployeeContent[Name], null> };

function withoutNulls(content: EmployeeContent): InvitedContent {
  const given = Object.entries(content).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
}
