import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BLOCK_FUNCTIONS, TIMESHEET_BLOCKS } from './statements/timesheet-blocks.js';

/**
 * Timesheet entries, live and deleted ones in one table, and the blocks that say how many of them lie before any point
 * of a list (ADR 14). A scope is one list of one company: of everybody (`email_key` is empty) or of one e-mail. It is
 * cut into consecutive blocks in the order of the list, the first of which begins at the beginning of time.
 *
 * Whoever writes entries waits for others before touching a row: a plain statement for all of them, since nobody knows
 * yet whose entries it will touch; whoever has called `lock_timesheets` for those of the same company only. In the same
 * statement a further change of each block is noted, how many entries it has won or lost; when the transaction ends,
 * the block takes its changes in, and what has grown too large is cut, what has become small joined with what is before.
 * Not sooner: of a statement that both inserts and updates, the rows of one trigger are there before the other has
 * counted them; and a row that one transaction updates a thousand times is found through a thousand dead versions.
 */
export class CreateTimesheets1763690400007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES, ...TIMESHEET_BLOCKS, ...READING]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE timesheet_block_change, timesheet_block, timesheet_entry');
    await runner.query(`DROP FUNCTION ${[...BLOCK_FUNCTIONS, 'day_start(date, text)'].join(', ')}`);
  }
}

const TABLES = [
  `
  CREATE TABLE timesheet_entry (
    id text COLLATE "C" CONSTRAINT timesheet_entry_pkey PRIMARY KEY,
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT timesheet_entry_company_fkey REFERENCES company ON DELETE CASCADE,
    email text,
    external_id text,
    time_zone text,
    start_time timestamptz(3) NOT NULL,
    end_time timestamptz(3),
    active boolean,
    breaks jsonb NOT NULL,
    period_type text,
    change_history jsonb NOT NULL,
    original_timesheet_id text COLLATE "C",
    deleted_at timestamptz(3),
    deleted_by text,
    deleted_reason text,
    is_deleted boolean NOT NULL GENERATED ALWAYS AS (deleted_at IS NOT NULL) STORED,
    email_key text COLLATE "C" GENERATED ALWAYS AS (nullif(lower(email COLLATE "und-x-icu"), '')) STORED,
    listed_at timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(deleted_at, start_time)) STORED
  )`,
  `
  CREATE TABLE timesheet_block (
    company_id text COLLATE "C" NOT NULL,
    is_deleted boolean NOT NULL,
    email_key text COLLATE "C" NOT NULL,
    first_at timestamptz(3) NOT NULL,
    first_id text COLLATE "C" NOT NULL,
    entries integer NOT NULL,
    CONSTRAINT timesheet_block_pkey PRIMARY KEY (company_id, is_deleted, email_key, first_at, first_id)
      INCLUDE (entries)
  )`,
  // Empty outside of transactions. Apart from the blocks, which stay dense whatever a transaction leaves here.
  `
  CREATE TABLE timesheet_block_change (
    company_id text COLLATE "C" NOT NULL,
    is_deleted boolean NOT NULL,
    email_key text COLLATE "C" NOT NULL,
    first_at timestamptz(3) NOT NULL,
    first_id text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    entries integer NOT NULL,
    CONSTRAINT timesheet_block_change_pkey
      PRIMARY KEY (company_id, is_deleted, email_key, first_at, first_id, part)
  )`,
];

const INDEXES = [
  'CREATE INDEX timesheet_entry_list_idx ON timesheet_entry (company_id, is_deleted, listed_at, id)',
  `
  CREATE INDEX timesheet_entry_email_list_idx ON timesheet_entry (company_id, is_deleted, email_key, listed_at, id)
    WHERE email_key IS NOT NULL`,
  `
  CREATE INDEX timesheet_entry_deleted_start_idx ON timesheet_entry (company_id, start_time, deleted_at, id)
    WHERE is_deleted`,
  `
  CREATE INDEX timesheet_entry_deleted_email_start_idx
    ON timesheet_entry (company_id, email_key, start_time, deleted_at, id) WHERE is_deleted`,
  `
  CREATE INDEX timesheet_entry_original_idx ON timesheet_entry (company_id, original_timesheet_id)
    WHERE original_timesheet_id IS NOT NULL`,
];

const READING = [
  // A day begins at the earliest moment whose local time is in it: where clocks are set back over midnight, midnight
  // comes twice, and PostgreSQL takes the second.
  `
  CREATE FUNCTION day_start(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT min(moment)
    FROM (
      SELECT day::timestamp AT TIME ZONE zone - make_interval(mins => earlier) AS moment
      FROM unnest(ARRAY[0, 30, 60, 120, 180]) earlier
    ) m
    WHERE moment AT TIME ZONE zone >= day::timestamp
  $$`,
];
