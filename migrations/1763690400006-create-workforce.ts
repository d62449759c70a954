import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The people of companies. Next to what the domain writes lie what triggers derive from it in the same write:
 *
 * - `rendered`: the answer as JSON text, so that reads concatenate texts (ADR 10).
 * - `employee_profile_value`: one row for each value of a profile, so that the list finds people by value and by range
 *   of days; the value of a date is its UTC day.
 *
 * E-mail and external id name one of those who are not deleted; the deleted keep theirs, to be found when they return.
 */
export class CreateWorkforce1763690400006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES, ...TRIGGERS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE employee_profile_value, employee');
    await runner.query('DROP FUNCTION derive_employee, project_employee_profile');
  }
}

const TABLES = [
  `
  CREATE TABLE employee (
    id text COLLATE "C" CONSTRAINT employee_pkey PRIMARY KEY,
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT employee_company_fkey REFERENCES company ON DELETE CASCADE,
    name text,
    email text,
    external_id text COLLATE "C",
    hierarchy_id text COLLATE "C",
    profile jsonb NOT NULL,
    group_ids text[] NOT NULL,
    role text,
    managed_hierarchies text[] NOT NULL,
    activated boolean NOT NULL,
    must_choose_profile boolean NOT NULL,
    deleted_at timestamptz(3),
    turnover_date timestamptz(3),
    turnover_type text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    rendered text NOT NULL
  ) WITH (toast_tuple_target = 8160)`,
  `
  CREATE TABLE employee_profile_value (
    employee_id text COLLATE "C" NOT NULL
      CONSTRAINT employee_profile_value_employee_fkey REFERENCES employee ON DELETE CASCADE,
    characteristic_id text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    CONSTRAINT employee_profile_value_pkey PRIMARY KEY (employee_id, characteristic_id, value)
  )`,
];

/** The first two are rules as well; the next four find who returns and give the list its order. */
const INDEXES = [
  `
  CREATE UNIQUE INDEX employee_live_email_key ON employee (company_id, lower(email COLLATE "und-x-icu"))
    WHERE deleted_at IS NULL`,
  `
  CREATE UNIQUE INDEX employee_live_external_id_key ON employee (company_id, external_id)
    WHERE deleted_at IS NULL`,
  `
  CREATE INDEX employee_deleted_email_idx ON employee (company_id, lower(email COLLATE "und-x-icu"))
    WHERE deleted_at IS NOT NULL`,
  `
  CREATE INDEX employee_deleted_external_id_idx ON employee (company_id, external_id)
    WHERE deleted_at IS NOT NULL`,
  `
  CREATE INDEX employee_live_list_idx ON employee (company_id, name COLLATE "und-x-icu", id)
    WHERE deleted_at IS NULL`,
  `
  CREATE INDEX employee_deleted_list_idx ON employee (company_id, name COLLATE "und-x-icu", id)
    WHERE deleted_at IS NOT NULL`,
  // Most people of a company are activated, so those who are not would be sought through all of it.
  `
  CREATE INDEX employee_not_activated_idx ON employee (company_id, name COLLATE "und-x-icu", id)
    WHERE NOT activated`,
  'CREATE INDEX employee_area_idx ON employee (company_id, hierarchy_id)',
  // What waits in the pending list is read through by every search. An id of a group is of one company only.
  'CREATE INDEX employee_groups_idx ON employee USING gin (group_ids) WITH (gin_pending_list_limit = 256)',
  `
  CREATE INDEX employee_profile_value_idx
    ON employee_profile_value (characteristic_id, value, employee_id)`,
];

const TRIGGERS = [
  `
  CREATE FUNCTION derive_employee() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.rendered := '{"id":' || to_json(NEW.id)::text
      || json_member('name', to_json(NEW.name)::text) || json_member('email', to_json(NEW.email)::text)
      || json_member('externalId', to_json(NEW.external_id)::text)
      || json_member('hierarchyId', to_json(NEW.hierarchy_id)::text)
      || json_member('profile', NEW.profile::text) || json_member('groupIds', to_json(NEW.group_ids)::text)
      || json_member('role', to_json(NEW.role)::text)
      || json_member('managedHierarchies', to_json(NEW.managed_hierarchies)::text) || '}';
    RETURN NEW;
  END $$`,
  `
  CREATE FUNCTION project_employee_profile() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed text[];
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO employee_profile_value (employee_id, characteristic_id, value)
      SELECT n.id, p ->> 'id', coalesce(left(p ->> 'date', 10), p ->> 'valueId', p ->> 'leafId')
      FROM new_rows n CROSS JOIN LATERAL jsonb_array_elements(n.profile) p
      ON CONFLICT DO NOTHING;
    ELSE
      SELECT array_agg(o.id) INTO changed FROM old_rows o JOIN new_rows n USING (id) WHERE o.profile <> n.profile;
      IF changed IS NULL THEN RETURN NULL; END IF;
      DELETE FROM employee_profile_value WHERE employee_id = ANY (changed);
      INSERT INTO employee_profile_value (employee_id, characteristic_id, value)
      SELECT n.id, p ->> 'id', coalesce(left(p ->> 'date', 10), p ->> 'valueId', p ->> 'leafId')
      FROM new_rows n CROSS JOIN LATERAL jsonb_array_elements(n.profile) p
      WHERE n.id = ANY (changed)
      ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$`,
  `
  CREATE TRIGGER employee_derives BEFORE INSERT OR UPDATE ON employee
    FOR EACH ROW EXECUTE FUNCTION derive_employee()`,
  `
  CREATE TRIGGER employee_projects_new_profiles AFTER INSERT ON employee
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION project_employee_profile()`,
  `
  CREATE TRIGGER employee_projects_changed_profiles AFTER UPDATE ON employee
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION project_employee_profile()`,
];
