import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail (ADR 21). A record refers to no other table, so that it outlives what it describes. `at` is the time
 * of the clock, not of the transaction: changes of one object wait for each other, and their records are in that order.
 *
 * Columns of personal data have a comment that begins with "Personal data" (docs/personal-data.md).
 */
export class CreateAudit1763690400008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TABLE, ...INDEXES]) await runner.query(statement);
    for (const [column, comment] of PERSONAL_DATA)
      await runner.query(`COMMENT ON COLUMN audit_record.${column} IS 'Personal data: ${comment}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_record');
  }
}

const TABLE = `
  CREATE TABLE audit_record (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    operation text COLLATE "C" NOT NULL,
    object_type text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    plan_id text COLLATE "C",
    private_to text COLLATE "C",
    actor_kind text NOT NULL,
    actor_id text COLLATE "C",
    credential_id text COLLATE "C",
    address text,
    request_id text,
    before json,
    after json,
    withheld json,
    CONSTRAINT audit_record_pkey PRIMARY KEY (company_id, id)
  )`;

const INDEXES = [
  'CREATE INDEX audit_record_newest_idx ON audit_record (company_id, at, id)',
  'CREATE INDEX audit_record_actor_idx ON audit_record (company_id, actor_id, at, id)',
  'CREATE INDEX audit_record_object_type_idx ON audit_record (company_id, object_type, at, id)',
  'CREATE INDEX audit_record_object_idx ON audit_record (company_id, object_id, at, id)',
  'CREATE INDEX audit_record_operation_idx ON audit_record (company_id, operation, at, id)',
  // Workers remove old records of all companies.
  'CREATE INDEX audit_record_age_idx ON audit_record (at)',
];

const PERSONAL_DATA: readonly (readonly [column: string, comment: string])[] = [
  ['object_id', 'id of a user or an employee, where that is the object'],
  ['private_to', 'id of a user'],
  ['actor_id', 'id of a user, or the account of an operator'],
  ['credential_id', 'id of a session'],
  ['address', 'IP address'],
  ['before', 'the changed object: a user, an employee, or what people write'],
  ['after', 'the changed object: a user, an employee, or what people write'],
  ['withheld', 'private notes'],
];
