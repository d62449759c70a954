import { Injectable } from '@nestjs/common';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { Sql } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { ActionDocument } from '../application/action.response.js';
import type { PlanDocument } from '../application/action-plan.response.js';
import type { Note } from '../domain/action.js';

/** Plans of a statement: each may have a thousand actions, which are removed with it. */
const BATCH = 100;

/**
 * `$2` ids of users, `$3` of employees. A plan in which another person has written, or is assigned, stays: an
 * operator may give it to another manager.
 */
const IS_OWN = `
  p.company_id = $1 AND p.created_by = ANY ($2) AND p.visibility = 'PRIVATE'
  AND NOT EXISTS (
    SELECT FROM plan_action a WHERE a.company_id = $1 AND a.plan_id = p.id AND (
      a.created_by <> ALL ($2) OR EXISTS (
        SELECT FROM json_array_elements(a.document -> 'assigneeStatuses') s WHERE s ->> 'assigneeId' <> ALL ($3)
      )
    )
  )
  AND NOT EXISTS (
    SELECT FROM action_note n WHERE n.company_id = $1 AND n.plan_id = p.id AND n.author_id <> ALL ($2)
  )`;

const IS_PRIVATE_NOTE = `n.company_id = $1 AND n.author_id = ANY ($2) AND n.visibility = 'PRIVATE'`;

const COUNT_PLANS = {
  name: 'action-plans.count-private-of-person',
  text: `SELECT count(*)::integer AS count FROM action_plan p WHERE ${IS_OWN}`,
};

const COUNT_NOTES = {
  name: 'action-plans.count-private-notes-of-person',
  text: `SELECT count(*)::integer AS count FROM action_note n WHERE ${IS_PRIVATE_NOTE}`,
};

/** They leave no tombstone in the change feed: the person alone could read them. */
const DELETE_PLANS = {
  name: 'action-plans.delete-private-of-person',
  text: `
    WITH gone AS MATERIALIZED (
      SELECT p.id FROM action_plan p WHERE ${IS_OWN} ORDER BY p.id LIMIT ${BATCH} FOR UPDATE OF p
    ), abandoned AS (
      UPDATE plan_export SET plan_id = NULL WHERE company_id = $1 AND plan_id IN (SELECT id FROM gone)
    )
    DELETE FROM action_plan WHERE company_id = $1 AND id IN (SELECT id FROM gone) RETURNING id`,
};

/** All who change notes lock their plan first. */
const LOCK_PLANS = {
  name: 'action-plans.lock-of-private-notes',
  text: `
    SELECT p.id FROM action_plan p
    WHERE p.company_id = $1 AND p.id IN (SELECT n.plan_id FROM action_note n WHERE ${IS_PRIVATE_NOTE})
    ORDER BY p.id FOR UPDATE`,
};

/** `$3` change set. */
const DELETE_NOTES = {
  name: 'action-plans.delete-private-notes-of-person',
  text: `
    WITH gone AS (
      DELETE FROM action_note n WHERE ${IS_PRIVATE_NOTE} RETURNING n.plan_id, n.bytes
    )
    UPDATE action_plan p SET bytes = p.bytes - s.bytes, change_set = $3::uuid
    FROM (SELECT plan_id, sum(bytes)::integer AS bytes FROM gone GROUP BY plan_id) s
    WHERE p.company_id = $1 AND p.id = s.plan_id`,
};

const FIND_DELETED = {
  name: 'action-plans.deleted-with-person',
  text: `
    SELECT d.plan_id AS "planId", d.document FROM deleted_plan d
    WHERE d.company_id = $1 AND EXISTS (SELECT FROM unnest($2::text[]) id WHERE strpos(d.document::text, id) > 0)
    ORDER BY d.plan_id FOR UPDATE`,
};

const FORGET_DELETED = {
  name: 'action-plans.forget-deleted',
  text: 'DELETE FROM deleted_plan WHERE company_id = $1 AND plan_id = $2',
};

const REPLACE_DELETED = {
  name: 'action-plans.replace-deleted',
  text: 'UPDATE deleted_plan SET document = $3 WHERE company_id = $1 AND plan_id = $2',
};

interface StoredPlan {
  readonly plan: PlanDocument;
  readonly actions: readonly { readonly action: ActionDocument; readonly notes: readonly Note[] }[];
}

type DeletedRow = { readonly planId: string; readonly document: StoredPlan } & Record<string, unknown>;

/** Removes the plans and notes that a person alone could read. What others read stays (ADR 53). */
@Injectable()
export class PlanEraser extends PersonalDataEraser {
  readonly tables = ['action_plan', 'plan_text', 'plan_action', 'action_text', 'action_note', 'deleted_plan'];

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async count({ companyId, userIds, employeeIds }: Person): Promise<PersonalCounts> {
    const plans = await this.sql.query<{ count: number }>(COUNT_PLANS, [companyId, userIds, employeeIds]);
    const notes = await this.sql.query<{ count: number }>(COUNT_NOTES, [companyId, userIds]);
    return { privatePlans: plans[0]?.count ?? 0, privateNotes: notes[0]?.count ?? 0 };
  }

  async erase(person: Person): Promise<void> {
    const { companyId, userIds, employeeIds } = person;
    if (userIds.length === 0) return;
    for (let removed = BATCH; removed === BATCH;)
      removed = (await this.sql.query(DELETE_PLANS, [companyId, userIds, employeeIds])).length;
    await this.unitOfWork.run(async (transaction) => {
      const locked = await this.sql.query(LOCK_PLANS, [companyId, userIds], transaction);
      if (locked.length === 0) return;
      const changeSet = changeSetOf(managerOf(transaction), companyId, 'plan');
      await this.sql.query(DELETE_NOTES, [companyId, userIds, changeSet], transaction);
    });
    await this.unitOfWork.run(async (transaction) => {
      const found = await this.sql.query<DeletedRow>(FIND_DELETED, [companyId, userIds], transaction);
      for (const { planId, document } of found) {
        const left = withoutPrivate(document, person);
        if (!left) await this.sql.query(FORGET_DELETED, [companyId, planId], transaction);
        else if (left !== document)
          await this.sql.query(REPLACE_DELETED, [companyId, planId, JSON.stringify(left)], transaction);
      }
    });
  }
}

/**
 * A deleted plan without the parts that the person alone could read: undefined if nothing is left, and the same
 * object if it has no such part.
 */
function withoutPrivate(document: StoredPlan, { userIds, employeeIds }: Person): StoredPlan | undefined {
  const { plan, actions } = document;
  const isOwn = (userId: string | undefined): boolean => userId !== undefined && userIds.includes(userId);
  const isAlone = actions.every(
    ({ action, notes }) =>
      isOwn(action.createdBy) &&
      action.assigneeStatuses.every(({ assigneeId }) => employeeIds.includes(assigneeId)) &&
      notes.every(({ authorId }) => isOwn(authorId)),
  );
  if (isOwn(plan.createdBy) && plan.visibility === 'PRIVATE' && isAlone) return undefined;
  const isPrivate = ({ authorId, visibility }: Note): boolean => isOwn(authorId) && visibility === 'PRIVATE';
  if (!actions.some(({ notes }) => notes.some(isPrivate))) return document;
  return {
    ...document,
    actions: actions.map((each) => ({ ...each, notes: each.notes.filter((note) => !isPrivate(note)) })),
  };
}
