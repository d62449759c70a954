import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Timesheet entries, and how many of them each list of a company has on each UTC day (ADR 18). `listed_at` is the time
 * by which the list is ordered: the start of live entries, the deletion of deleted ones.
 */
export class CreateTimesheets1763690400007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, NO_STATISTICS, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE timesheet_day_count, timesheet_entry');
  }
}

const TABLES = [
  `
  CREATE TABLE timesheet_entry (
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT timesheet_entry_company_fkey REFERENCES company ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    list text COLLATE "C" NOT NULL CONSTRAINT timesheet_entry_list_check CHECK (list IN ('live', 'deleted')),
    listed_at timestamptz(3) NOT NULL,
    start_time timestamptz(3) NOT NULL,
    email_key text COLLATE "C",
    original_timesheet_id text COLLATE "C",
    document json NOT NULL,
    CONSTRAINT timesheet_entry_pkey PRIMARY KEY (company_id, id)
  )`,
  `
  CREATE TABLE timesheet_day_count (
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT timesheet_day_count_company_fkey REFERENCES company ON DELETE CASCADE,
    list text COLLATE "C" NOT NULL,
    day date NOT NULL,
    entries integer NOT NULL CONSTRAINT timesheet_day_count_entries_check CHECK (entries > 0),
    CONSTRAINT timesheet_day_count_pkey PRIMARY KEY (company_id, list, day)
  )`,
];

/**
 * Without statistics of companies the planner takes each for a two-hundredth of the table. With them it takes one that
 * they do not know yet, as during its first import, for a single row, and then reads all its entries to find one by id.
 */
const NO_STATISTICS = 'ALTER TABLE timesheet_entry ALTER COLUMN company_id SET STATISTICS 0';

const INDEXES = [
  'CREATE INDEX timesheet_entry_list_idx ON timesheet_entry (company_id, list, listed_at, id)',
  `
  CREATE INDEX timesheet_entry_email_idx ON timesheet_entry (company_id, list, email_key, listed_at, id)
    WHERE email_key IS NOT NULL`,
  `
  CREATE INDEX timesheet_entry_deleted_start_idx ON timesheet_entry (company_id, start_time, listed_at, id)
    WHERE list = 'deleted'`,
  `
  CREATE INDEX timesheet_entry_deleted_email_start_idx
    ON timesheet_entry (company_id, email_key, start_time, listed_at, id) WHERE list = 'deleted'`,
  `
  CREATE INDEX timesheet_entry_original_idx ON timesheet_entry (company_id, original_timesheet_id)
    WHERE original_timesheet_id IS NOT NULL`,
  // Not unique, so that the table can be partitioned by company: an import refuses ids of other companies by it.
  'CREATE INDEX timesheet_entry_id_idx ON timesheet_entry (id)',
];
