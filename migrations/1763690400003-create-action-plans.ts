import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Plans, their actions and the notes on them. Documents are the records as the API answers them (ADR 16); columns
 * exist for what SQL filters, sorts or counts.
 *
 * Times have milliseconds, the precision of the API, so that an order by them is the order that clients see. Documents
 * of usual size stay in the row (`toast_tuple_target`): reading them from elsewhere costs more than the row's length. A
 * search reads the texts of all actions of a company, so these are a table of their own, without the documents.
 */
export class CreateActionPlans1763690400003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE action_note, action_text, plan_action, action_plan');
  }
}

const TABLES = [
  `
  CREATE TABLE action_plan (
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT action_plan_company_fkey REFERENCES company ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    visibility text NOT NULL,
    created_by text COLLATE "C",
    created_at timestamptz(3) NOT NULL,
    document json NOT NULL,
    CONSTRAINT action_plan_pkey PRIMARY KEY (company_id, id)
  ) WITH (toast_tuple_target = 8160)`,
  `
  CREATE TABLE plan_action (
    company_id text COLLATE "C" NOT NULL,
    plan_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz(3) NOT NULL,
    status text NOT NULL,
    assignee_statuses text[] NOT NULL,
    filter_keys text[] NOT NULL,
    overdue_after timestamptz(3),
    document json NOT NULL,
    CONSTRAINT plan_action_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT plan_action_plan_fkey FOREIGN KEY (company_id, plan_id)
      REFERENCES action_plan (company_id, id) ON DELETE CASCADE
  ) WITH (toast_tuple_target = 8160)`,
  `
  CREATE TABLE action_text (
    company_id text COLLATE "C" NOT NULL,
    plan_id text COLLATE "C" NOT NULL,
    action_id text COLLATE "C" NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    CONSTRAINT action_text_pkey PRIMARY KEY (company_id, action_id),
    CONSTRAINT action_text_action_fkey FOREIGN KEY (company_id, action_id)
      REFERENCES plan_action (company_id, id) ON DELETE CASCADE
  )`,
  `
  CREATE TABLE action_note (
    company_id text COLLATE "C" NOT NULL,
    plan_id text COLLATE "C" NOT NULL,
    action_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    author_id text COLLATE "C" NOT NULL,
    visibility text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    document json NOT NULL,
    CONSTRAINT action_note_pkey PRIMARY KEY (company_id, action_id, id),
    CONSTRAINT action_note_action_fkey FOREIGN KEY (company_id, action_id)
      REFERENCES plan_action (company_id, id) ON DELETE CASCADE
  )`,
];

const INDEXES = [
  `
  CREATE INDEX action_plan_newest_idx ON action_plan (company_id, created_at DESC, id DESC)
    INCLUDE (visibility, created_by)`,
  'CREATE INDEX plan_action_plan_idx ON plan_action (company_id, plan_id, created_at, id)',
  // The keys begin with the company. Every search reads the pending list to its end, so it is kept short.
  'CREATE INDEX plan_action_filter_idx ON plan_action USING gin (filter_keys) WITH (gin_pending_list_limit = 256)',
  `
  CREATE INDEX plan_action_overdue_idx ON plan_action (company_id, overdue_after) INCLUDE (plan_id)
    WHERE overdue_after IS NOT NULL`,
  // An import refuses ids of other companies.
  'CREATE INDEX action_plan_id_idx ON action_plan (id)',
  'CREATE INDEX plan_action_id_idx ON plan_action (id)',
];
