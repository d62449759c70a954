import { Injectable } from '@nestjs/common';
import { documentsByIds, recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';
import type { Note } from '../domain/action.js';
import type { ActionDocument } from '../application/action.response.js';
import { timeOf } from '../application/plan-statements.queries.js';
import type { PlanDocument } from '../application/action-plan.response.js';
import { assigneeKeysOf } from '../domain/plan-filter.js';

const PLANS = {
  kind: 'actionPlans',
  ids: {
    name: 'action-plans.of-person',
    text: 'SELECT id FROM action_plan WHERE company_id = $1 AND created_by = ANY ($2) ORDER BY created_at, id',
  },
  documents: {
    name: 'action-plans.documents',
    text: 'SELECT id, document FROM action_plan WHERE company_id = $1 AND id = ANY ($2)',
  },
} as const;

const ACTIONS = {
  kind: 'actions',
  ids: {
    name: 'action-plans.actions-of-person',
    text: 'SELECT id FROM plan_action WHERE company_id = $1 AND created_by = ANY ($2) ORDER BY created_at, id',
  },
  documents: {
    name: 'action-plans.action-documents',
    text: `
      SELECT id, json_build_object('planId', plan_id, 'action', document) AS document
      FROM plan_action WHERE company_id = $1 AND id = ANY ($2)`,
  },
} as const;

const NOTES = {
  kind: 'notes',
  ids: {
    name: 'action-plans.notes-of-person',
    text: 'SELECT id FROM action_note WHERE company_id = $1 AND author_id = ANY ($2) ORDER BY created_at, id',
  },
  documents: {
    name: 'action-plans.note-documents',
    text: `
      SELECT id, json_build_object('planId', plan_id, 'actionId', action_id, 'note', document) AS document
      FROM action_note WHERE company_id = $1 AND id = ANY ($2)`,
  },
} as const;

/** `$2` keys of assigned employees, `$3` their ids. Titles are texts of others. */
const ASSIGNMENTS = {
  name: 'action-plans.assignments-of-person',
  text: `
    SELECT a.plan_id AS "planId", a.id AS "actionId", s ->> 'assigneeId' AS "employeeId", s ->> 'status' AS status,
      a.document ->> 'dueDate' AS "dueDate"
    FROM plan_action a CROSS JOIN LATERAL json_array_elements(a.document -> 'assigneeStatuses') s
    WHERE a.company_id = $1 AND a.filter_keys && $2::text[] AND s ->> 'assigneeId' = ANY ($3)
    ORDER BY a.created_at, a.id`,
};

/** `$2` ids of users and employees. */
const DELETED = {
  ids: {
    name: 'action-plans.deleted-of-person',
    text: `
      SELECT plan_id || ' ' || deleted_at AS id FROM deleted_plan d
      WHERE d.company_id = $1
        AND EXISTS (SELECT FROM unnest($2::text[]) key WHERE strpos(d.document::text, key) > 0)
      ORDER BY d.deleted_at, d.plan_id`,
  },
  documents: {
    name: 'action-plans.deleted-documents',
    text: `
      SELECT plan_id || ' ' || deleted_at AS id,
        json_build_object('planId', plan_id, 'deletedAt', ${timeOf('deleted_at')}, 'stored', document) AS document
      FROM deleted_plan WHERE company_id = $1 AND plan_id || ' ' || deleted_at = ANY ($2)`,
  },
};

interface DeletedDocument {
  readonly planId: string;
  readonly deletedAt: string;
  readonly stored: {
    readonly plan: PlanDocument;
    readonly actions: readonly { readonly action: ActionDocument; readonly notes: readonly Note[] }[];
  };
}

/** Plans, actions and notes that a person wrote, also of deleted plans, and the actions to which they are assigned. */
@Injectable()
export class PlanSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
    const { companyId, userIds, employeeIds } = person;
    for (const { kind, ...statements } of [PLANS, ACTIONS, NOTES]) {
      const found = documentsByIds<object>(this.sql, statements, [companyId, userIds]);
      for await (const record of found) yield { kind, record };
    }
    const assigned = [companyId, assigneeKeysOf(companyId, employeeIds), employeeIds];
    yield* recordsOfRows(this.sql, 'assignments', ASSIGNMENTS, assigned);
    const values = [companyId, [...userIds, ...employeeIds]] as const;
    for await (const deleted of documentsByIds<DeletedDocument>(this.sql, DELETED, values)) {
      const record = ownPartOf(deleted, person);
      if (record) yield { kind: 'deletedActionPlans', record };
    }
  }
}

/** The part of a deleted plan that a person wrote or is assigned to; undefined if there is none. */
function ownPartOf(
  { planId, deletedAt, stored }: DeletedDocument,
  { userIds, employeeIds }: Person,
): object | undefined {
  const isOwn = (userId: string | undefined): boolean => userId !== undefined && userIds.includes(userId);
  const { plan } = stored;
  const actions = stored.actions.flatMap(({ action, notes }) => {
    const assignments = action.assigneeStatuses.filter(({ assigneeId }) => employeeIds.includes(assigneeId));
    const own = {
      ...(isOwn(action.createdBy) ? { action } : assignments.length > 0 && { id: action.id, assignments }),
      ...(notes.some(({ authorId }) => isOwn(authorId)) && {
        notes: notes.filter(({ authorId }) => isOwn(authorId)),
      }),
    };
    return Object.keys(own).length > 0 ? [own] : [];
  });
  const isAuthor = isOwn(plan.createdBy);
  if (!isAuthor && actions.length === 0) return undefined;
  return { planId, deletedAt, ...(isAuthor && { plan }), ...(actions.length > 0 && { actions }) };
}
