import type { EntityManager } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { REPEATED_TOMBSTONE } from '../../platform/database/tombstones.js';
import type { ActionPlan } from '../domain/action-plan.js';

/** All people of the company read a plan `p`, as {@link MAY_READ_PLAN} says. */
const IS_READ_BY_ALL = `(p.visibility = 'PUBLIC' OR p.created_by IS NULL)`;

const insertTombstones = (except: string, changeSet: string, from: string): string => `
  INSERT INTO change_tombstone (company_id, kind, id, reader_id, except_id, change_set)
  SELECT p.company_id, 'plan', p.id, CASE WHEN ${IS_READ_BY_ALL} THEN '' ELSE p.created_by END, ${except},
    ${changeSet}::uuid
  ${from} ${REPEATED_TOMBSTONE}`;

/** For the readers of a plan that the same statement deletes. */
export const tombstoneOf = (companyId: string, planId: string, changeSet: string): string =>
  insertTombstones(
    `''`,
    changeSet,
    `FROM action_plan p WHERE p.company_id = ${companyId} AND p.id = ${planId}`,
  );

/** For the readers of plans `p` that the same statement deletes. */
export const tombstonesOf = (changeSet: string, from: string): string =>
  insertTombstones(`''`, changeSet, from);

/** `$1` company, `$2` plans, `$3` the only reader that each has from now on, `$4` change set. */
const HIDE = insertTombstones(
  `CASE WHEN ${IS_READ_BY_ALL} THEN given.reader ELSE '' END`,
  '$4',
  `FROM unnest($2::text[], $3::text[]) AS given (id, reader)
     JOIN action_plan p ON p.company_id = $1 AND p.id = given.id
   WHERE ${IS_READ_BY_ALL} OR p.created_by <> given.reader`,
);

/**
 * Lets the change feed tell those who may read plans, and may no longer after this change, that they are gone. It is
 * called before the plans are written.
 */
export async function hidePlans(
  manager: EntityManager,
  companyId: string,
  plans: readonly ActionPlan[],
): Promise<void> {
  const hidden = plans.flatMap(({ state }) =>
    state.visibility === 'PRIVATE' && state.createdBy !== undefined
      ? [{ id: state.id, reader: state.createdBy }]
      : [],
  );
  if (hidden.length === 0) return;
  await manager.query(HIDE, [
    companyId,
    hidden.map(({ id }) => id),
    hidden.map(({ reader }) => reader),
    changeSetOf(manager, companyId, 'plan'),
  ]);
}
