import { Injectable } from '@nestjs/common';
import { operatorOf, type Scope } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { createCompany, renameCompany, type Company, type NewCompany } from '../domain/company.js';
import { CompanyRepository } from '../domain/identity.repositories.js';
import { CompanyContentQueries, type CompanyContent } from './company-content.queries.js';

/** Changes of companies by operators. */
@Injectable()
export class CompaniesService {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly content: CompanyContentQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws {DomainError} invalid */
  create(input: NewCompany): Promise<Company> {
    return this.unitOfWork.run(async (transaction) => {
      const company = createCompany(input);
      await this.companies.insert(company, transaction);
      const change: AuditedChange = { operation: 'company.create', objectId: company.id, after: company };
      await this.audit.record(operatorOf(company.id), change, transaction);
      return company;
    });
  }

  /**
   * Says which scopes the admins of a company may grant, within a transaction that records it.
   * @param scopes - undefined for the default
   * @throws {CompanyNotFound}
   */
  async setGrantableScopes(
    id: string,
    scopes: readonly Scope[] | undefined,
    transaction: Transaction,
  ): Promise<void> {
    const { grantableScopes: _, ...company } = await this.companies.lock(id, transaction);
    await this.companies.update({ ...company, ...(scopes && { grantableScopes: scopes }) }, transaction);
  }

  /**
   * @throws {DomainError} invalid
   * @throws {CompanyNotFound}
   */
  rename(id: string, name: string): Promise<Company> {
    return this.unitOfWork.run(async (transaction) => {
      const before = await this.companies.lock(id, transaction);
      const after = renameCompany(before, name);
      await this.companies.update(after, transaction);
      const change = { operation: 'company.rename', objectId: id, before, after } as const;
      await this.audit.record(operatorOf(id), change, transaction);
      return after;
    });
  }

  /** Counts what {@link remove} would remove. */
  contentOf(id: string): Promise<CompanyContent> {
    return this.unitOfWork.run((transaction) => this.content.count(id, transaction));
  }

  /**
   * Removes a company with all its data, audit trail included: the record of the removal is all that stays. Workers
   * remove the files of its exports within seconds.
   * @param given - a transaction to take part in
   * @returns numbers of removed records
   * @throws {CompanyNotFound}
   */
  remove(id: string, given?: Transaction): Promise<CompanyContent> {
    return this.unitOfWork.run(async (transaction) => {
      const before = await this.companies.lock(id, transaction);
      const removed = await this.content.count(id, transaction);
      await this.companies.remove(id, transaction);
      const change = { operation: 'company.delete', objectId: id, before } as const;
      await this.audit.record(operatorOf(id), change, transaction);
      return removed;
    }, given);
  }
}
