import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { ReferenceMove } from '../../segmentation/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionPath } from './locked-plans.js';

/**
 * Actions that target any of some objects: `$1` company, `$2` kind, `$3` ids, `$4` for values the id of their
 * characteristic, `$5` most of them.
 */
const FIND_TARGETING: Statement = {
  name: 'action-plans.find-targeting',
  text: `
    SELECT a.plan_id AS "planId", a.id AS "actionId" FROM plan_action a
    WHERE a.company_id = $1 AND CASE $2::text
      WHEN 'area' THEN EXISTS (
        SELECT FROM json_array_elements_text(a.document -> 'hierarchyIds') t (id) WHERE t.id = ANY ($3::text[]))
      WHEN 'group' THEN EXISTS (
        SELECT FROM json_array_elements_text(a.document -> 'groupIds') t (id) WHERE t.id = ANY ($3))
      ELSE EXISTS (
        SELECT FROM json_array_elements(a.document -> 'characteristics') t
        WHERE t ->> 'characteristicId' = $4::text AND (t ->> 'id' = ANY ($3) OR t ->> 'value' = ANY ($3)))
      END
    ORDER BY a.plan_id, a.id LIMIT $5`,
};

/** Finds the actions whose targets a change of segmentation moves. */
@Injectable()
export class TargetMovesQueries {
  constructor(private readonly sql: Sql) {}

  /** In the order of their plans. @param limit - most of them */
  actions(
    companyId: string,
    { kind, from, characteristicId }: ReferenceMove,
    limit: number,
    transaction: Transaction,
  ): Promise<ActionPath[]> {
    const values = [companyId, kind, from, characteristicId ?? '', limit];
    return this.sql.query<ActionPath & Record<string, unknown>>(FIND_TARGETING, values, transaction);
  }
}
