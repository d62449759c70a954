import type { Pool } from 'pg';
import { becomeFloor, type FloorInput } from '../harness/become-floor.js';

/** What the floors of the list of plans are started with. */
export interface PlansFloorInput extends FloorInput {
  /** `own`: the statement of the service, on the texts that its triggers derive. `plain`: aggregates of the columns. */
  readonly sql: 'own' | 'plain';
  /** The statement of the service. */
  readonly statement: { readonly name: string; readonly text: string };
  /** Company, reader, from, length of the page. */
  readonly values: readonly unknown[];
}

/** It takes for granted what is so in the data of the bench: texts are complete. */
const text = (column: string): string => `${column} || '{"valid": true}'`;

const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What somebody writes who has the tables, the contract and `json_agg`, but no derived columns. */
const PLAIN = {
  name: 'plans-plain',
  text: `
    SELECT json_build_object(
      'from', $3::integer, 'to', $3::integer + $4::integer,
      'total', (
        SELECT count(*) FROM action_plan p
        WHERE p.company_id = $1 AND (p.visibility = 'PUBLIC' OR p.created_by IS NULL OR p.created_by = $2)
      ),
      'result', coalesce(json_agg(json_build_object(
        'id', p.id, 'companyId', p.company_id, 'title', ${text('p.title')}, 'description', ${text('p.description')},
        'visibility', p.visibility, 'createdBy', p.created_by, 'createdAt', ${time('p.created_at')},
        'updatedAt', ${time('p.updated_at')}, 'completionPercent', x.percent, 'actions', x.actions
      ) ORDER BY p.created_at DESC, p.id DESC), '[]')
    )::text AS answer
    FROM (
      SELECT * FROM action_plan p
      WHERE p.company_id = $1 AND (p.visibility = 'PUBLIC' OR p.created_by IS NULL OR p.created_by = $2)
      ORDER BY p.created_at DESC, p.id DESC OFFSET $3 LIMIT $4
    ) p
    CROSS JOIN LATERAL (
      SELECT coalesce(100 * count(*) FILTER (WHERE a.status = 'COMPLETED') / nullif(count(*), 0), 0) AS percent,
        coalesce(json_agg(json_strip_nulls(json_build_object(
          'id', a.id, 'companyId', a.company_id, 'planId', a.plan_id, 'title', ${text('a.title')},
          'description', ${text('a.description')}, 'focusItems', a.focus_items,
          'assigneeStatuses', a.assignee_statuses, 'hierarchyIds', a.hierarchy_ids, 'groupIds', a.group_ids,
          'characteristics', a.characteristics, 'actionType', a.action_type, 'source', a.source,
          'visibility', a.visibility, 'status', a.status, 'dueDate', ${time('a.due_date')},
          'startedAt', ${time('a.started_at')}, 'completedAt', ${time('a.completed_at')},
          'createdBy', a.created_by, 'createdAt', ${time('a.created_at')}, 'updatedAt', ${time('a.updated_at')},
          'plan', json_build_object('id', p.id, 'title', ${text('p.title')}, 'description', ${text('p.description')}),
          'completionPercent', (
            SELECT 100 * count(*) FILTER (WHERE s ->> 'status' = 'COMPLETED') / count(*)
            FROM jsonb_array_elements(a.assignee_statuses) s
          ),
          'notes', (
            SELECT coalesce(json_agg(n ORDER BY n ->> 'createdAt' COLLATE "C", n ->> 'id' COLLATE "C"), '[]')
            FROM jsonb_array_elements(a.notes) n
            WHERE n ->> 'visibility' <> 'PRIVATE' OR n ->> 'authorId' = $2
          )
        )) ORDER BY a.created_at, a.id), '[]') AS actions
      FROM plan_action a WHERE a.plan_id = p.id
    ) x`,
};

function plain(pool: Pool, { values }: PlansFloorInput): () => Promise<string> {
  return async () => {
    const { rows } = await pool.query<{ answer: string }>({ ...PLAIN, values: [...values] });
    return rows[0]!.answer;
  };
}

function own(pool: Pool, { statement, values }: PlansFloorInput): () => Promise<string> {
  const [, , from, length] = values as [string, string, number, number];
  return async () => {
    const { rows } = await pool.query<{ total: number; plans: string }>({
      ...statement,
      values: [...values],
    });
    const { total, plans } = rows[0]!;
    return `{"from":${from},"to":${from + length},"total":${total},"result":[${plans}]}`;
  };
}

becomeFloor<PlansFloorInput>((pool, input) => (input.sql === 'own' ? own(pool, input) : plain(pool, input)));
