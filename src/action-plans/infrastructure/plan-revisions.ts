import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';

/** A transaction keeps to the lane of its connection, so that it never waits for a second one (ADR 23). */
const OWN_LANE = 'pg_backend_pid() % 16';

/** Imports of a company follow one another, and last too long to share a lane with requests. */
const IMPORT_LANE = '-1';

const moveRevision = (lane: string): string => `
  INSERT INTO plan_revision (company_id, lane, revision) VALUES ($1, ${lane}, gen_random_uuid())
  ON CONFLICT (company_id, lane) DO UPDATE SET revision = excluded.revision`;

/** `$1` company. A part of every statement that writes plans, actions or notes, or {@link PlanRevisions.move} after it. */
export const MOVE_REVISION = moveRevision(OWN_LANE);

const MOVE = { name: 'action-plans.move-revision', text: MOVE_REVISION };
const MOVE_BY_IMPORT = { name: 'action-plans.move-revision-by-import', text: moveRevision(IMPORT_LANE) };

/** Moves the revision of a company's plans, by which clients recognise an unchanged list (ADR 23). */
@Injectable()
export class PlanRevisions {
  constructor(private readonly sql: Sql) {}

  async move(companyId: string, transaction: Transaction): Promise<void> {
    await this.sql.query(MOVE, [companyId], transaction);
  }

  async moveByImport(companyId: string, transaction: Transaction): Promise<void> {
    await this.sql.query(MOVE_BY_IMPORT, [companyId], transaction);
  }
}
