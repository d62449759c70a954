import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, runSql } from '../support/databases.js';

/** Keys and indexes of company data that do not begin with the company. */
const NOT_BY_COMPANY: Readonly<Record<string, string>> = {
  credential_digest_pkey: 'a request has nothing but its credential',
  plan_export_link_digest_idx: 'a download has nothing but its token',
  action_plan_id_idx: 'an import refuses ids of other companies',
  plan_action_id_idx: 'an import refuses ids of other companies',
  timesheet_entry_id_idx: 'an import refuses ids of other companies',
  plan_action_filter_idx: 'its keys, which are computed, begin with the company',
  employee_group_idx: 'no two companies have a group with the same id',
  employee_name_keys_idx: 'its keys, which are computed, begin with the company',
  scim_user_email_idx: 'its keys, which are computed, begin with the company',
  plan_export_expiry_idx: 'workers serve all companies',
  job_due_idx: 'workers serve all companies',
  job_finished_idx: 'workers serve all companies',
  audit_record_age_idx: 'workers serve all companies',
  deleted_plan_age_idx: 'workers serve all companies',
  change_set_age_idx: 'workers serve all companies',
  employee_sync_age_idx: 'workers serve all companies',
  employee_sync_upload_age_idx: 'workers serve all companies',
  idempotency_key_created_idx: 'workers serve all companies',
  new_assignment_age_idx: 'workers serve all companies',
  webhook_message_due_idx: 'workers serve all companies',
  webhook_message_age_idx: 'workers serve all companies',
  sign_in_client_pkey: 'a token names no company',
  sign_in_token_age_idx: 'workers serve all companies',
  user_account_sign_in_idx: 'a person who asks for a code names no company',
};

/** Functions and procedures outside of extensions and of PostgreSQL itself. */
const FUNCTIONS = `
  SELECT p.proname AS name FROM pg_proc p
  WHERE p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

/** Triggers that no foreign key made. */
const TRIGGERS = 'SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal';

/** Those of partitions are copies of those of their table. */
const INDEXES = `
  SELECT c.relname AS name, first.attname AS first FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid AND NOT c.relispartition
    JOIN pg_attribute company ON company.attrelid = i.indrelid AND company.attname = 'company_id'
    LEFT JOIN pg_attribute first ON first.attrelid = i.indrelid AND first.attnum = i.indkey[0]`;

const FOREIGN_KEYS = `
  SELECT f.conname AS name, first.attname AS first FROM pg_constraint f
    JOIN pg_attribute company ON company.attrelid = f.conrelid AND company.attname = 'company_id'
    JOIN pg_attribute first ON first.attrelid = f.conrelid AND first.attnum = f.conkey[1]
  WHERE f.contype = 'f'`;

const SELF_REFERENCES = `
  SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND conrelid = confrelid`;

describe('a migrated database', () => {
  let url: string;
  beforeAll(async () => {
    url = await emptyDatabase('logic');
    await migrate(url);
  });

  const names = async (statement: string): Promise<string[]> =>
    (await runSql<{ name: string }>(url, statement)).map(({ name }) => name).sort();
  const notByCompany = async (statement: string): Promise<string[]> =>
    (await runSql<{ name: string; first: string | null }>(url, statement))
      .filter(({ first }) => first !== 'company_id')
      .map(({ name }) => name)
      .sort();

  it('has neither functions nor triggers', async () => {
    expect(await names(FUNCTIONS)).toEqual([]);
    expect(await names(TRIGGERS)).toEqual([]);
  });

  it('has the company first in every key and index of company data, with known exceptions', async () => {
    expect(await notByCompany(INDEXES)).toEqual(Object.keys(NOT_BY_COMPANY).sort());
    expect(await notByCompany(FOREIGN_KEYS)).toEqual([]);
  });

  /** Its checks would be planned before the rows are written, and might read the whole table for each of them. */
  it('has no foreign key to the same table', async () => {
    expect(await names(SELF_REFERENCES)).toEqual([]);
  });

  it('is noticed when it has more', async () => {
    await runSql(
      url,
      `CREATE FUNCTION name_key() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER employee_name_key BEFORE INSERT ON employee FOR EACH ROW EXECUTE FUNCTION name_key();
      CREATE INDEX employee_name_idx ON employee (name, company_id);
      CREATE INDEX employee_lower_name_idx ON employee (lower(name));
      ALTER TABLE area ADD CONSTRAINT area_parent_fkey
        FOREIGN KEY (company_id, parent_id) REFERENCES area (company_id, id)`,
    );
    expect(await names(FUNCTIONS)).toEqual(['name_key']);
    expect(await names(TRIGGERS)).toEqual(['employee_name_key']);
    expect(await names(SELF_REFERENCES)).toEqual(['area_parent_fkey']);
    expect(await notByCompany(INDEXES)).toEqual(
      [...Object.keys(NOT_BY_COMPANY), 'employee_lower_name_idx', 'employee_name_idx'].sort(),
    );
  });
});
