import { Injectable } from '@nestjs/common';
import { lockCompany } from '../../../platform/database/import-lock.js';
import { Sql, type Statement } from '../../../platform/database/sql.js';
import { managerOf } from '../../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { HeldIds, LegalHold } from '../domain/legal-hold.js';

const LIST: Statement = {
  name: 'holds.list',
  text: `
    SELECT company_id AS "companyId", id, is_of_company AS "isOfCompany", employee_ids AS "employeeIds",
      user_ids AS "userIds", reason, placed_at AS "placedAt"
    FROM legal_hold WHERE company_id = $1 ORDER BY placed_at, id`,
};

const PUT: Statement = {
  name: 'holds.put',
  text: `
    INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (company_id, id) DO UPDATE SET (employee_ids, user_ids, reason, placed_at) =
      ROW (excluded.employee_ids, excluded.user_ids, excluded.reason, excluded.placed_at)`,
};

const REMOVE: Statement = {
  name: 'holds.remove',
  text: 'DELETE FROM legal_hold WHERE company_id = $1 AND id = $2',
};

/** `$2` ids of employees and users. */
const IS_BEING_ERASED: Statement = {
  name: 'holds.is-being-erased',
  text: `
    SELECT 1 FROM person_erasure e WHERE e.company_id = $1 AND e.state = 'ERASING' AND EXISTS (
      SELECT FROM json_array_elements_text(e.person -> 'employeeIds') WHERE value = ANY ($2)
      UNION ALL SELECT FROM json_array_elements_text(e.person -> 'userIds') WHERE value = ANY ($2)
    ) LIMIT 1`,
};

interface Row extends Record<string, unknown> {
  readonly companyId: string;
  readonly id: string;
  readonly isOfCompany: boolean;
  readonly employeeIds: readonly string[];
  readonly userIds: readonly string[];
  readonly reason: string;
  readonly placedAt: Date;
}

/** The legal holds of companies. */
@Injectable()
export class LegalHoldStore {
  constructor(private readonly sql: Sql) {}

  /** All holds of a company, the oldest first. */
  async list(companyId: string, transaction?: Transaction): Promise<LegalHold[]> {
    return (await this.sql.query<Row>(LIST, [companyId], transaction)).map(holdOf);
  }

  /** Like {@link list}, and others who change holds of the company wait until the transaction ends. */
  async lock(companyId: string, transaction: Transaction): Promise<LegalHold[]> {
    await lockCompany(managerOf(transaction), companyId);
    return this.list(companyId, transaction);
  }

  /** True while rows of a person are removed. */
  async isBeingErased(
    companyId: string,
    { employeeIds, userIds }: HeldIds,
    transaction: Transaction,
  ): Promise<boolean> {
    const values = [companyId, [...employeeIds, ...userIds]];
    return (await this.sql.query(IS_BEING_ERASED, values, transaction)).length > 0;
  }

  /** Adds a hold, or replaces the one with its id. */
  async put({ companyId, id, person, reason, placedAt }: LegalHold, transaction: Transaction): Promise<void> {
    const ids = [person?.employeeIds ?? [], person?.userIds ?? []];
    await this.sql.query(PUT, [companyId, id, person === undefined, ...ids, reason, placedAt], transaction);
  }

  async remove({ companyId, id }: LegalHold, transaction: Transaction): Promise<void> {
    await this.sql.query(REMOVE, [companyId, id], transaction);
  }
}

function holdOf({ companyId, id, isOfCompany, employeeIds, userIds, reason, placedAt }: Row): LegalHold {
  return { companyId, id, ...(!isOfCompany && { person: { employeeIds, userIds } }), reason, placedAt };
}
