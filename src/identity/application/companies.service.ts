import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { renameCompany, type Company } from '../domain/company.js';
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
