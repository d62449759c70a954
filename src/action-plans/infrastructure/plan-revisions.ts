import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

/** `$1` company. */
const MOVE: Statement = {
  name: 'action-plans.move-revision',
  text: `
    INSERT INTO plan_revision (company_id, revision) VALUES ($1, gen_random_uuid())
    ON CONFLICT (company_id) DO UPDATE SET revision = excluded.revision`,
};

/** Moves the revision of a company's plans, by which clients recognise an unchanged list (ADR 23). */
@Injectable()
export class PlanRevisions {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** To be called by every write of plans, actions or notes. */
  move(companyId: string, transaction: Transaction): void {
    this.unitOfWork.beforeCommit(transaction, `plan revision of ${companyId}`, () =>
      this.sql.query(MOVE, [companyId], transaction),
    );
  }
}
