import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Columns by which actions are counted: when they were completed, the kinds of their goals, and their areas, as lines
 * of a text, because an index groups by a text faster than by an array. Areas with too many bytes for an entry of an
 * index are null, and read from the document.
 *
 * The index of the actions of a plan, and that of the people of an area, have all that is counted, so that no document
 * is read. Actions also get their creators (`create-reminders`).
 */
export class SummarizePlans1763690400320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** `MAX_COUNTED_BYTES` of this version. */
const MAX_BYTES = 1_500;

const UP = [
  `
  ALTER TABLE plan_action
    ADD completed_at timestamptz(3),
    ADD focus_types text COLLATE "C" NOT NULL DEFAULT '',
    ADD area_ids text COLLATE "C"`,
  `
  UPDATE plan_action a SET created_by = o.document ->> 'createdBy',
    completed_at = (o.document ->> 'completedAt')::timestamptz, focus_types = f.types,
    area_ids = CASE WHEN octet_length(t.areas) <= ${MAX_BYTES} THEN t.areas END
  FROM plan_action o
    CROSS JOIN LATERAL (
      SELECT coalesce(string_agg(type, ',' ORDER BY array_position(ARRAY['SCORE', 'HI', 'ENPS'], type)), '') AS types
      FROM (SELECT DISTINCT item ->> 'focusType' AS type FROM json_array_elements(o.document -> 'focusItems') item) d
    ) f
    CROSS JOIN LATERAL (
      SELECT coalesce(string_agg(id, E'\\n' ORDER BY place), '') AS areas
      FROM json_array_elements_text(o.document -> 'hierarchyIds') WITH ORDINALITY AS h (id, place)
    ) t
  WHERE o.company_id = a.company_id AND o.id = a.id`,
  'DROP INDEX plan_action_plan_idx',
  `
  CREATE INDEX plan_action_plan_idx ON plan_action (company_id, plan_id, created_at, id)
    INCLUDE (status, overdue_after, completed_at, focus_types, area_ids)`,
  'DROP INDEX employee_area_idx',
  'CREATE INDEX employee_area_idx ON employee (company_id, hierarchy_id) INCLUDE (deleted_at)',
];

const DOWN = [
  'DROP INDEX employee_area_idx',
  'CREATE INDEX employee_area_idx ON employee (company_id, hierarchy_id)',
  // Drops plan_action_plan_idx, too.
  'ALTER TABLE plan_action DROP completed_at, DROP focus_types, DROP area_ids',
  `
  CREATE INDEX plan_action_plan_idx ON plan_action (company_id, plan_id, created_at, id)
    INCLUDE (status, overdue_after)`,
];
