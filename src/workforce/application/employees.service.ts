import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { withoutNulls, type InvitedContent } from '../domain/bulk-row.js';
import type { EmployeeContent } from '../domain/employee-content.js';
import { EmployeeAmbiguous, EmployeeNotFound } from '../domain/employee.errors.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import { Employee, requireIdentifier, type Turnover } from '../domain/employee.js';
import { toRevive } from '../domain/revival.js';
import { EmployeeReferences } from './employee-references.js';
import { EmployeesQueries } from './employees.queries.js';
import { EmployeeResponse } from './employee.response.js';
import { StaffWriter, type StaffChange } from './staff-writer.js';

/** Changes the employees of a company for integrations. A precondition may fail with {@link PreconditionFailed}. */
@Injectable()
export class EmployeesService {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly references: EmployeeReferences,
    private readonly writer: StaffWriter,
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: EmployeesQueries,
  ) {}

  /**
   * Creates an unknown employee, changes a known one, and takes a deleted one back (docs/contract.md, "POST
   * /api/v1/public/company/employees/invite"). A property that is null counts as absent.
   * @throws {ValidationFailed}
   * @param given - a transaction to take part in
   * @throws {EmployeeAmbiguous} when e-mail address and external id are those of two employees
   */
  async invite(
    actor: IntegrationActor,
    invitation: EmployeeContent,
    given?: Transaction,
  ): Promise<EmployeeResponse> {
    const invited = withoutNulls(invitation);
    requireIdentifier(invited);
    return this.writer.run(async (transaction) => {
      const content = await this.references.checked(actor.companyId, invited, transaction);
      const employee = await this.inviteInto(actor, content, transaction);
      return EmployeeResponse.from(employee.state);
    }, given);
  }

  /**
   * Changes the properties that are given.
   * @throws {ValidationFailed}
   * @throws {EmployeeNotFound}
   * @throws {EmployeeTaken}
   */
  change(
    actor: IntegrationActor,
    key: EmployeeKey,
    given: EmployeeContent,
    precondition?: Precondition,
  ): Promise<EmployeeResponse> {
    return this.unitOfWork.run(async (transaction) => {
      const content = await this.references.checked(actor.companyId, given, transaction);
      const employee = await this.load(actor.companyId, key, transaction, precondition);
      const { state: before } = employee;
      if (employee.merge(content, await this.employees.now(transaction)))
        await this.write(actor, { operation: 'employee.update', employee, before }, transaction);
      return EmployeeResponse.from(employee.state);
    });
  }

  /**
   * Makes an employee choose area and profile again at the next login.
   * @throws {EmployeeNotFound}
   */
  reset(actor: IntegrationActor, email: string, precondition?: Precondition): Promise<EmployeeResponse> {
    return this.unitOfWork.run(async (transaction) => {
      const employee = await this.load(actor.companyId, { email }, transaction, precondition);
      const { state: before } = employee;
      if (employee.reset(await this.employees.now(transaction)))
        await this.write(actor, { operation: 'employee.reset', employee, before }, transaction);
      return EmployeeResponse.from(employee.state);
    });
  }

  /**
   * Ends an employment, and the sessions of the user who is the employee.
   * @throws {EmployeeNotFound}
   */
  end(
    actor: IntegrationActor,
    key: EmployeeKey,
    turnover: Turnover,
    precondition?: Precondition,
  ): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const employee = await this.load(actor.companyId, key, transaction, precondition);
      const { state: before } = employee;
      employee.end(turnover, await this.employees.now(transaction));
      await this.write(actor, { operation: 'employee.end', employee, before }, transaction);
    });
  }

  private async inviteInto(
    actor: IntegrationActor,
    content: InvitedContent,
    transaction: Transaction,
  ): Promise<Employee> {
    const { companyId } = actor;
    const [live, other] = await this.employees.findLive(companyId, content, transaction);
    if (other) throw new EmployeeAmbiguous();
    const now = await this.employees.now(transaction);
    if (live) {
      const { state: before } = live;
      if (live.merge(content, now))
        await this.write(actor, { operation: 'employee.invite', employee: live, before }, transaction);
      return live;
    }
    const deleted = toRevive(content, await this.employees.findDeleted(companyId, content, transaction));
    if (deleted) {
      const known = await this.references.known(companyId, [deleted.state, content], transaction);
      const others = await this.employees.findLive(companyId, deleted.state, transaction);
      const { state: before } = deleted;
      deleted.revive(content, known, others, now);
      await this.write(actor, { operation: 'employee.invite', employee: deleted, before }, transaction);
      return deleted;
    }
    const employee = Employee.invite(companyId, content, now);
    await this.write(actor, { operation: 'employee.invite', employee }, transaction);
    return employee;
  }

  private async write(actor: IntegrationActor, change: StaffChange, transaction: Transaction): Promise<void> {
    await this.writer.write(actor, { changes: [change] }, transaction);
  }

  private async load(
    companyId: string,
    key: EmployeeKey,
    transaction: Transaction,
    precondition: Precondition | undefined,
  ): Promise<Employee> {
    const employee = await this.employees.find(companyId, key, transaction);
    if (!employee) throw new EmployeeNotFound();
    await precondition?.check(() => this.queries.get(companyId, key, transaction));
    return employee;
  }
}
