import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The sizes of plans and templates, and the time of the last change of plans and actions as a column: a change inside a
 * plan moves times and need not write documents again (ADR 29). Sizes of what is stored are estimated, and never too
 * small; those of plans are exact after the next import that changes them.
 */
export class BoundPlansAndCatalogue1763690400013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...VALUES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['action_plan', 'plan_action']) {
      await runner.query(`
        UPDATE ${table} SET document = (document::jsonb || jsonb_build_object(
          'updatedAt', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ))::json`);
    }
    await runner.query('ALTER TABLE action_plan DROP updated_at, DROP action_count, DROP bytes');
    await runner.query('ALTER TABLE plan_action DROP updated_at, DROP bytes');
    await runner.query('ALTER TABLE action_note DROP bytes');
    await runner.query('ALTER TABLE announcement_template DROP bytes');
  }
}

const COLUMNS = [
  `ALTER TABLE action_plan
     ADD updated_at timestamptz(3) NOT NULL DEFAULT now(),
     ADD action_count integer NOT NULL DEFAULT 0,
     ADD bytes integer NOT NULL DEFAULT 0`,
  `ALTER TABLE plan_action
     ADD updated_at timestamptz(3) NOT NULL DEFAULT now(),
     ADD bytes integer NOT NULL DEFAULT 0`,
  'ALTER TABLE action_note ADD bytes integer NOT NULL DEFAULT 0',
  'ALTER TABLE announcement_template ADD bytes integer NOT NULL DEFAULT 0',
];

const WITHOUT_TIME = `
  updated_at = (document ->> 'updatedAt')::timestamptz, document = (document::jsonb - 'updatedAt')::json`;

const VALUES = [
  'UPDATE announcement_template SET bytes = octet_length(document::text)',
  'UPDATE action_note SET bytes = octet_length(document::text) + 1',
  `UPDATE plan_action SET ${WITHOUT_TIME},
     bytes = octet_length(document::text) + 250 + 120 * coalesce(array_length(assignee_statuses, 1), 0)`,
  `UPDATE action_plan p SET ${WITHOUT_TIME},
     action_count = (SELECT count(*) FROM plan_action a WHERE a.company_id = p.company_id AND a.plan_id = p.id),
     bytes = 100 + octet_length(document::text) + coalesce((
       SELECT sum(a.bytes + octet_length(p.document::text) + coalesce((
         SELECT sum(n.bytes) FROM action_note n WHERE n.company_id = a.company_id AND n.action_id = a.id
       ), 0))
       FROM plan_action a WHERE a.company_id = p.company_id AND a.plan_id = p.id
     ), 0)`,
];
