import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The employees of companies. `document` is the employee as the API answers; the columns beside it are what is
 * filtered, sorted or constrained, and what the answer does not show. E-mail address and external id are unique among
 * employees who are not deleted; deleted ones keep theirs, to be found when they are invited again.
 *
 * `employee_group` and `employee_profile_value` are what the list finds employees by. The value of a date is its day
 * in UTC. Areas and groups that an import removes disappear from the columns of deleted employees, not from their
 * documents; while employees who are not deleted use them, the import is refused (ADR 17).
 */
export class CreateWorkforce1763690400006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE employee_profile_value, employee_group, employee');
  }
}

const TABLES = [
  // Documents of usual size stay in the row: the list reads all of them.
  `
  CREATE TABLE employee (
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT employee_company_fkey REFERENCES company ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    name text,
    email_key text COLLATE "C",
    external_id text COLLATE "C",
    hierarchy_id text COLLATE "C",
    activated boolean NOT NULL,
    must_choose_profile boolean NOT NULL,
    deleted_at timestamptz(3),
    turnover_date timestamptz(3),
    turnover_type text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    document json NOT NULL,
    CONSTRAINT employee_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT employee_area_fkey FOREIGN KEY (company_id, hierarchy_id)
      REFERENCES area (company_id, id) ON DELETE SET NULL (hierarchy_id)
  ) WITH (toast_tuple_target = 8160)`,
  `
  CREATE TABLE employee_group (
    company_id text COLLATE "C" NOT NULL,
    employee_id text COLLATE "C" NOT NULL,
    group_id text COLLATE "C" NOT NULL,
    CONSTRAINT employee_group_pkey PRIMARY KEY (company_id, employee_id, group_id),
    CONSTRAINT employee_group_employee_fkey FOREIGN KEY (company_id, employee_id)
      REFERENCES employee (company_id, id) ON DELETE CASCADE,
    CONSTRAINT employee_group_group_fkey FOREIGN KEY (company_id, group_id)
      REFERENCES company_group (company_id, id) ON DELETE CASCADE
  )`,
  `
  CREATE TABLE employee_profile_value (
    company_id text COLLATE "C" NOT NULL,
    employee_id text COLLATE "C" NOT NULL,
    characteristic_id text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    CONSTRAINT employee_profile_value_pkey PRIMARY KEY (company_id, employee_id, characteristic_id, value),
    CONSTRAINT employee_profile_value_employee_fkey FOREIGN KEY (company_id, employee_id)
      REFERENCES employee (company_id, id) ON DELETE CASCADE
  )`,
];

const INDEXES = [
  `
  CREATE UNIQUE INDEX employee_live_email_key ON employee (company_id, email_key) WHERE deleted_at IS NULL`,
  `
  CREATE UNIQUE INDEX employee_live_external_id_key ON employee (company_id, external_id)
    WHERE deleted_at IS NULL`,
  `
  CREATE INDEX employee_deleted_email_idx ON employee (company_id, email_key) WHERE deleted_at IS NOT NULL`,
  `
  CREATE INDEX employee_deleted_external_id_idx ON employee (company_id, external_id)
    WHERE deleted_at IS NOT NULL`,
  `
  CREATE INDEX employee_live_list_idx ON employee (company_id, name COLLATE "und-x-icu", id)
    WHERE deleted_at IS NULL`,
  `
  CREATE INDEX employee_deleted_list_idx ON employee (company_id, name COLLATE "und-x-icu", id)
    WHERE deleted_at IS NOT NULL`,
  // Few employees of a company are not activated: without an index all of it would be read to find them.
  `
  CREATE INDEX employee_not_activated_idx ON employee (company_id, name COLLATE "und-x-icu", id)
    WHERE NOT activated`,
  'CREATE INDEX employee_area_idx ON employee (company_id, hierarchy_id)',
  'CREATE INDEX employee_group_idx ON employee_group (company_id, group_id, employee_id)',
  `
  CREATE INDEX employee_profile_value_idx
    ON employee_profile_value (company_id, characteristic_id, value, employee_id)`,
];
