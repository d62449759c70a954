import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A power of two, so that a partition can be replaced by two halves without touching the others (ADR 25). */
const PARTITIONS = 16;

/**
 * Spreads timesheet entries over partitions by company (ADR 25). Entries can be read while they are copied, but not
 * written.
 */
export class PartitionTimesheets1763690400011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const partitions = Array.from(
      { length: PARTITIONS },
      (_, remainder) => `
        CREATE TABLE timesheet_entry_${remainder} PARTITION OF timesheet_entry_copy
          FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder})`,
    );
    await copyTable(runner, [`${CREATE_COPY} PARTITION BY HASH (company_id)`, ...partitions]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await copyTable(runner, [CREATE_COPY]);
  }
}

const CREATE_COPY = 'CREATE TABLE timesheet_entry_copy (LIKE timesheet_entry INCLUDING CONSTRAINTS)';

/** Replaces the table by a copy with the same names. */
async function copyTable(runner: QueryRunner, create: readonly string[]): Promise<void> {
  const statements = [
    'LOCK TABLE timesheet_entry IN SHARE ROW EXCLUSIVE MODE',
    ...Object.keys(INDEXES).map((name) => `ALTER INDEX ${name} RENAME TO ${name}_old`),
    ...create,
    // As in the migration that created the table.
    'ALTER TABLE timesheet_entry_copy ALTER COLUMN company_id SET STATISTICS 0',
    'INSERT INTO timesheet_entry_copy SELECT * FROM timesheet_entry',
    ...Object.values(INDEXES),
    'ANALYZE timesheet_entry_copy',
    // The last ones, because they lock companies against changes and entries against reading.
    FOREIGN_KEY,
    'DROP TABLE timesheet_entry',
    'ALTER TABLE timesheet_entry_copy RENAME TO timesheet_entry',
  ];
  for (const statement of statements) await runner.query(statement);
}

const FOREIGN_KEY = `
  ALTER TABLE timesheet_entry_copy
    ADD CONSTRAINT timesheet_entry_company_fkey FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;

const INDEXES = {
  timesheet_entry_pkey: `
    ALTER TABLE timesheet_entry_copy ADD CONSTRAINT timesheet_entry_pkey PRIMARY KEY (company_id, id)`,
  timesheet_entry_list_idx: `
    CREATE INDEX timesheet_entry_list_idx ON timesheet_entry_copy (company_id, list, listed_at, id)`,
  timesheet_entry_email_idx: `
    CREATE INDEX timesheet_entry_email_idx ON timesheet_entry_copy (company_id, list, email_key, listed_at, id)
      WHERE email_key IS NOT NULL`,
  timesheet_entry_deleted_start_idx: `
    CREATE INDEX timesheet_entry_deleted_start_idx ON timesheet_entry_copy (company_id, start_time, listed_at, id)
      WHERE list = 'deleted'`,
  timesheet_entry_deleted_email_start_idx: `
    CREATE INDEX timesheet_entry_deleted_email_start_idx
      ON timesheet_entry_copy (company_id, email_key, start_time, listed_at, id) WHERE list = 'deleted'`,
  timesheet_entry_original_idx: `
    CREATE INDEX timesheet_entry_original_idx ON timesheet_entry_copy (company_id, original_timesheet_id)
      WHERE original_timesheet_id IS NOT NULL`,
  timesheet_entry_id_idx: 'CREATE INDEX timesheet_entry_id_idx ON timesheet_entry_copy (id)',
};
