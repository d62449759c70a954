import type { Statement } from '../../platform/database/sql.js';

/** Answers are JSON texts made by PostgreSQL from what triggers keep ready in each row (see the migration). */

/** Plans of the company `$1` that the user `$2` reads (decisions 3). The same rule as `mayReadPlan`. */
const READABLE = `p.company_id = $1 AND (p.visibility = 'PUBLIC' OR p.created_by IS NULL OR p.created_by = $2)`;

/** `floor(100 × completed / all)` over the rows of a plan's actions; computed, never stored (decisions 6). */
const PLAN_COMPLETION = `coalesce(100 * count(*) FILTER (WHERE a.status = 'COMPLETED') / nullif(count(*), 0), 0)`;

/** The same share over the assignees of one action. */
const ACTION_COMPLETION = `
  CASE
    WHEN cardinality(a.assignee_states) > 0
      THEN 100 * cardinality(array_positions(a.assignee_states, 'COMPLETED')) / cardinality(a.assignee_states)
    WHEN a.status = 'COMPLETED' THEN 100
    ELSE 0
  END`;

/** Notes as a user reads them: who has private ones among them needs a list of their own. */
const notesFor = (user: string): string => `
  CASE
    WHEN ${user} = ANY (a.private_note_authors) THEN (
      SELECT string_agg(n::text, ',' ORDER BY n ->> 'createdAt' COLLATE "C", n ->> 'id' COLLATE "C")
      FROM jsonb_array_elements(a.notes) n
      WHERE n ->> 'visibility' <> 'PRIVATE' OR n ->> 'authorId' = ${user}
    )
    ELSE a.shared_notes
  END`;

const actionFor = (user: string): string => `
  '{' || a.rendered || ',"plan":' || p.summary || ',"completionPercent":' || ${ACTION_COMPLETION}
    || ',"notes":[' || ${notesFor(user)} || ']}'`;

/** A plan `p` as the user `$2` reads it, with those of its actions `a` that a condition holds for. */
const planWith = (condition?: string): string => `
  SELECT '{' || p.rendered || ',"completionPercent":' || ${PLAN_COMPLETION} || ',"actions":[' || coalesce(
    string_agg(${actionFor('$2')}, ',' ORDER BY a.created_at, a.id)
    ${condition === undefined ? '' : `FILTER (WHERE ${condition})`}, '') || ']}' AS json
  FROM plan_action a
  WHERE a.plan_id = p.id`;

/** `$1` company, `$2` reader, `$3` plan. */
export const GET_PLAN: Statement = {
  name: 'action-plans.get',
  text: `
    SELECT ${READABLE} AS "isReadable", x.json
    FROM action_plan p CROSS JOIN LATERAL (${planWith()}) x
    WHERE p.id = $3 AND p.company_id = $1`,
};

/**
 * How a list looks for a text: `indexed` when it has a word that trigrams can be made of; without one the index would
 * be read from end to end, so the actions of the company are `scanned`.
 */
export type TextSearch = 'indexed' | 'scanned';

/**
 * Values come from sub-selects, which the planner does not look into: it makes one plan for all of them and keeps it,
 * instead of one for each request.
 */
const HAS_KEYS = 'a.filter_keys @> (SELECT $5::text[])';

const SEARCH = 'position((SELECT search_fold($6::text)) IN a.search) > 0';

/**
 * Trigrams of the words at either end of a text depend on what stands beside it. They are left out: they change with
 * the letter, `$7` or `$8`, that is put there.
 */
const HAS_TRIGRAMS = `
  plan_search_keys(a.company_id, a.search) @> ARRAY(
    SELECT unnest(plan_search_keys($1, $7::text || search_fold($6::text) || $7::text))
    INTERSECT
    SELECT unnest(plan_search_keys($1, $8::text || search_fold($6::text) || $8::text))
  )`;

/** What finds actions by the index, and what then tells them from others. */
const SEARCHES = {
  indexed: `${HAS_TRIGRAMS} AND ${SEARCH}`,
  scanned: SEARCH,
} satisfies Record<TextSearch, string>;

/**
 * Plans with an action that has all keys and the text: `$1` company, `$2` reader, `$3` from, `$4` length of the page,
 * `$5` keys, `$6` text, for `indexed` `$7` and `$8` two letters that are not in it. Each way to search has a statement
 * of its own, so that it stays prepared.
 */
export function listMatching(search?: TextSearch): Statement {
  const found = search === undefined ? HAS_KEYS : `${HAS_KEYS} AND ${SEARCHES[search]}`;
  const shown = search === undefined ? HAS_KEYS : `${HAS_KEYS} AND ${SEARCH}`;
  return {
    name: `action-plans.list-matching${search === undefined ? '' : `-${search}`}`,
    text: `
      WITH matching AS MATERIALIZED (
        SELECT a.plan_id FROM plan_action a WHERE ${found}
      ), listed AS MATERIALIZED (
        SELECT p.id, p.created_at FROM action_plan p
        WHERE ${READABLE} AND p.id IN (SELECT m.plan_id FROM matching m)
      )
      ${page({
        all: 'listed',
        window: `(SELECT l.id FROM listed l ORDER BY l.created_at DESC, l.id DESC OFFSET $3 LIMIT $4) w
          JOIN action_plan p ON p.id = w.id`,
        plan: planWith(shown),
      })}`,
  };
}

/** `$1` company, `$2` reader, `$3` from, `$4` length of the page. */
export const LIST_ALL: Statement = {
  name: 'action-plans.list',
  text: page({
    all: `action_plan p WHERE ${READABLE}`,
    window: `(
      SELECT p.id, p.created_at, p.rendered, p.summary FROM action_plan p WHERE ${READABLE}
      ORDER BY p.created_at DESC, p.id DESC OFFSET $3 LIMIT $4
    ) p`,
    plan: planWith(),
  }),
};

/** The envelope: how many there are, and a window of them in their order. */
function page({ all, window, plan }: { all: string; window: string; plan: string }): string {
  return `
    SELECT (SELECT count(*) FROM ${all})::integer AS total,
      coalesce(string_agg(x.json, ',' ORDER BY p.created_at DESC, p.id DESC), '') AS plans
    FROM ${window} CROSS JOIN LATERAL (${plan}) x`;
}

/** `$1` plan. */
export const READ_PLAN_FACTS: Statement = {
  name: 'action-plans.facts',
  text: `
    SELECT p.id, p.company_id AS "companyId", p.title, p.description, p.visibility, p.created_by AS "createdBy",
      p.created_at AS "createdAt", p.updated_at AS "updatedAt"
    FROM action_plan p
    WHERE p.id = $1`,
};

/** `$1` plan, `$2` reader. One row per action, to be read bit by bit: there may be megabytes of them. */
export const READ_ACTIONS = `
  SELECT ${actionFor('$2')} AS row
  FROM action_plan p JOIN plan_action a ON a.plan_id = p.id
  WHERE p.id = $1
  ORDER BY a.created_at, a.id`;
