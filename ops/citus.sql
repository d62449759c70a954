-- Distributes the tables of the service by company, for Citus 12 or newer on PostgreSQL 15 or newer.
--
-- Run it once, by `psql -v ON_ERROR_STOP=1 -f` on the coordinator, after `CREATE EXTENSION citus`, `citus_add_node` and
-- `wes migrate`, while the tables are empty. docs/postgresql.md describes the rest. A table of a later migration needs a
-- line below. test/platform/citus.spec.ts holds the lists against the migrated schema.

-- Citus has no ON DELETE SET NULL for a key with the distribution column. These rows keep the id of what was removed.
ALTER TABLE employee DROP CONSTRAINT employee_area_fkey;
ALTER TABLE plan_export DROP CONSTRAINT plan_export_plan_fkey;
ALTER TABLE plan_export DROP CONSTRAINT plan_export_user_fkey;

-- A primary key must have the distribution column. A download has only the digest of its token, and asks all shards.
ALTER TABLE plan_export_link DROP CONSTRAINT plan_export_link_pkey;
ALTER TABLE plan_export_link ADD CONSTRAINT plan_export_link_pkey PRIMARY KEY (company_id, digest);
CREATE INDEX plan_export_link_digest_idx ON plan_export_link (digest);

-- Citus refuses volatile functions in updates. The identifier of a cluster does not change while it runs.
ALTER FUNCTION pg_control_system() STABLE;

-- Citus refuses a foreign key between a distributed table and one that is not distributed yet. The keys come back at
-- the end.
CREATE TEMPORARY TABLE foreign_key AS
  SELECT conrelid::regclass AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace;
DO $$
DECLARE key foreign_key;
BEGIN
  FOR key IN SELECT * FROM foreign_key LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key."table", key.name);
  END LOOP;
END $$;

-- Found without a company, or shared by all of them: a copy on each node.
SELECT create_reference_table('company');
SELECT create_reference_table('user_account');
SELECT create_reference_table('session');
SELECT create_reference_table('api_key');
SELECT create_reference_table('credential_digest');
SELECT create_reference_table('announcement_template');
SELECT create_reference_table('announcement_template_tombstone');
SELECT create_reference_table('change_feed');

-- Company data: the rows of a company are on one node.
SELECT create_distributed_table('segmentation', 'company_id', colocate_with => 'none');
SELECT create_distributed_table('company_lock', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('area', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('company_group', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('characteristic', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('employee', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('employee_profile_value', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('action_plan', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('plan_text', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('plan_action', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('action_text', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('action_note', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('deleted_plan', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('plan_export', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('plan_export_link', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('timesheet_entry', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('timesheet_day_count', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('audit_record', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('change_tombstone', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('change_set', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('change_position', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('employee_sync', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('employee_sync_row', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('employee_sync_upload', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('reminder_setting', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('reminder_recipient', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('new_assignment', 'company_id', colocate_with => 'segmentation');
SELECT create_distributed_table('idempotency_key', 'company_id', colocate_with => 'segmentation');

-- `migrations`, `credential_secret`, `job` and `job_schedule` stay on the coordinator: no other table refers to them, and
-- workers look for jobs of all companies with statements that Citus refuses for several shards.

DO $$
DECLARE key foreign_key;
BEGIN
  FOR key IN SELECT * FROM foreign_key LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', key."table", key.name, key.definition);
  END LOOP;
END $$;
DROP TABLE foreign_key;
