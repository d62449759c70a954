import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { ReferenceMove } from '../../segmentation/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { USED } from './reference-uses.queries.js';

/**
 * Employees who refer to any of some objects: `$1` company, `$2` kind, `$3` ids, `$4` for values the id of their
 * characteristic, `$5` most of them.
 */
const FIND_USERS: Statement = {
  name: 'workforce.find-users',
  text: `
    SELECT DISTINCT used.employee AS id FROM (${USED}) used
    WHERE used.kind = $2::text
      AND CASE WHEN $2 = 'value'
        THEN used.id = $4::text AND coalesce(used.entry ->> 'valueId', used.entry ->> 'leafId') = ANY ($3::text[])
        ELSE used.id = ANY ($3)
      END
    ORDER BY id LIMIT $5`,
};

/** Finds the employees whose references a change of segmentation moves. */
@Injectable()
export class ReferenceMovesQueries {
  constructor(private readonly sql: Sql) {}

  /** Ids of employees who are not deleted. @param limit - most of them */
  async users(
    companyId: string,
    { kind, from, characteristicId }: ReferenceMove,
    limit: number,
    transaction: Transaction,
  ): Promise<string[]> {
    const values = [companyId, kind, from, characteristicId ?? '', limit];
    const rows = await this.sql.query<{ id: string }>(FIND_USERS, values, transaction);
    return rows.map(({ id }) => id);
  }
}
