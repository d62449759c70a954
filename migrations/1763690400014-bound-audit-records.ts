import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Audit records have the properties that changed, and what lists show of large ones (ADR 21). What restores a deleted
 * plan is kept apart from them. It belongs to the company, so it refers to it; the plan is gone.
 */
export class BoundAuditRecords1763690400014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_plan');
    await runner.query('ALTER TABLE audit_record ADD COLUMN withheld json, DROP COLUMN listed');
    await runner.query("COMMENT ON COLUMN audit_record.withheld IS 'Personal data: private notes'");
  }
}

const STATEMENTS = [
  'ALTER TABLE audit_record ADD COLUMN listed json, DROP COLUMN withheld',
  `CREATE TABLE deleted_plan (
    company_id text COLLATE "C" NOT NULL,
    plan_id text COLLATE "C" NOT NULL,
    deleted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    document json NOT NULL,
    CONSTRAINT deleted_plan_pkey PRIMARY KEY (company_id, plan_id),
    CONSTRAINT deleted_plan_company_fkey FOREIGN KEY (company_id) REFERENCES company (id) ON DELETE CASCADE
  )`,
  // Workers remove old ones of all companies.
  'CREATE INDEX deleted_plan_age_idx ON deleted_plan (deleted_at)',
  `COMMENT ON COLUMN audit_record.listed IS 'Personal data: a part of before and after, where they are large'`,
  `COMMENT ON COLUMN deleted_plan.document IS 'Personal data: ids of users and assigned employees, and what people write'`,
];
