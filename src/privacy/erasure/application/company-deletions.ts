import { Injectable } from '@nestjs/common';
import { CompaniesService, CompanyNotFound, type CompanyContent } from '../../../identity/index.js';
import { operatorOf } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { LegalHolds, UnderLegalHold } from '../../holds/index.js';
import { CompanyNotDeleted } from '../domain/erasure.errors.js';
import { DeletedCompanies, DeletedCompanyFiles } from './deleted-companies.store.js';
import { pagesOf } from './pages-of.js';

/** Companies of a statement. */
const PAGE = 1_000;

/** A company may have millions of rows. */
const STATEMENT_LIMIT_MS = 5 * 60_000;

/** Deletes companies so that no restored dump brings them back (ADR 53). */
@Injectable()
export class CompanyDeletions {
  constructor(
    private readonly companies: CompaniesService,
    private readonly holds: LegalHolds,
    private readonly ledger: DeletedCompanies,
    private readonly files: DeletedCompanyFiles,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Removes a company and enters it into the ledger. The file comes last: without it nothing is deleted, and if the
   * process ends before the commit, the next start deletes the company.
   * @returns numbers of removed records
   * @throws {CompanyNotFound}
   * @throws {UnderLegalHold} also for a hold on one of its people
   */
  delete(companyId: string): Promise<CompanyContent> {
    return this.unitOfWork.run(async (transaction) => {
      const { isCompanyHeld, heldPeople } = await this.holds.inCompany(companyId, transaction);
      if (isCompanyHeld || heldPeople > 0) throw new UnderLegalHold();
      const removed = await this.companies.remove(companyId, transaction);
      const entry = { companyId, deletedAt: new Date().toISOString() };
      await this.ledger.enter(entry, transaction);
      await this.files.put(entry);
      return removed;
    });
  }

  /**
   * Lets a dump bring a deleted company back.
   * @throws {CompanyNotDeleted}
   */
  allowAgain(companyId: string, reason: string): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const isEntered = await this.ledger.takeBack(companyId, transaction);
      if (!isEntered && !(await this.files.read(companyId))) throw new CompanyNotDeleted(companyId);
      const change = { operation: 'company.allow-again', objectId: companyId, after: { reason } } as const;
      await this.audit.record(operatorOf(companyId), change, transaction);
      await this.files.remove(companyId);
    });
  }

  /** Deletes companies again that a restored database has. @returns how many */
  async deleteAgain(): Promise<number> {
    for await (const companyIds of pagesOf(this.files.ids(), PAGE)) await this.enterMissing(companyIds);
    const present = await this.ledger.present();
    await this.unitOfWork.withStatementLimit(STATEMENT_LIMIT_MS, async () => {
      for (const companyId of present) await this.deletePresent(companyId);
    });
    return present.length;
  }

  private async enterMissing(companyIds: readonly string[]): Promise<void> {
    const known = new Set(await this.ledger.among(companyIds));
    for (const companyId of companyIds.filter((id) => !known.has(id))) {
      const entry = await this.files.read(companyId);
      if (entry) await this.ledger.enter(entry);
    }
  }

  /** Another process that starts may have deleted it meanwhile. */
  private async deletePresent(companyId: string): Promise<void> {
    try {
      await this.companies.remove(companyId);
    } catch (error) {
      if (!(error instanceof CompanyNotFound)) throw error;
    }
  }
}
