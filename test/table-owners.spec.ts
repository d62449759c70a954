import { readdirSync, readFileSync } from 'node:fs';
import { PERSONAL_TABLES } from '../src/privacy/processing/application/catalogue.js';
import { IMPERSONAL_TABLES } from './support/impersonal-data.js';

/** The context that owns each table: it writes the rows, and may change the columns. */
const OWNERS: Readonly<Record<string, string>> = {
  'action-plans': 'action_plan plan_text plan_action action_text action_note deleted_plan new_assignment',
  'action-plans/exports': 'plan_export plan_export_link',
  announcements: 'announcement_template announcement_template_tombstone',
  audit: 'audit_record',
  changes: 'change_feed change_position change_set change_tombstone',
  identity: 'api_key company credential_digest credential_secret session user_account',
  persons: 'key_period',
  platform: 'company_lock idempotency_key job job_schedule migrations',
  'privacy/access': 'person_access',
  'privacy/erasure': 'company_erasure person_erasure person_erasure_key',
  'privacy/holds': 'legal_hold',
  'privacy/retention': 'retention_setting',
  reminders: 'reminder_recipient reminder_setting',
  scim: 'scim_request scim_user',
  segmentation: 'area characteristic company_group segmentation',
  'staff-files': 'employee_source',
  'sign-in': 'sign_in_client sign_in_code sign_in_link sign_in_setting sign_in_token',
  syncs: 'employee_sync employee_sync_row employee_sync_upload',
  timesheets: 'timesheet_day_count timesheet_entry',
  webhooks: 'webhook webhook_mail webhook_message',
  workforce: 'employee employee_profile_value',
};

/** Tables of others that a context uses in its statements, with the reason. */
const USES: Readonly<Record<string, readonly (readonly [tables: string, reason: string])[]>> = {
  'action-plans': [
    ['change_tombstone', 'the statement that deletes or hides a plan knows who could read it'],
    ['company', 'an operator has nothing but the id of a deleted plan, which is read by each company'],
    ['plan_export', 'the exports of a plan are given up in the statement that deletes it'],
  ],
  'action-plans/exports': [
    ['action_plan user_account', 'an export is stored only while its plan and its requester exist'],
    ['action_note action_plan plan_action', 'a workbook is erased with the people whom its plan names'],
    ['job', 'the state of an export follows from that of its job'],
  ],
  audit: [
    ['action_plan plan_action', 'records of a plan are shown to those who may read it'],
    ['timesheet_entry', 'records of working times name a person only by the entry'],
  ],
  identity: [
    ['employee key_period', 'a user is linked to the employee who has or had the address'],
    [
      'action_note action_plan area audit_record characteristic company_group deleted_plan employee plan_action ' +
        'plan_export timesheet_day_count',
      'an operator is shown what a company has before it is deleted',
    ],
    [
      'action_plan audit_record change_position change_set change_tombstone deleted_plan employee ' +
        'employee_sync_row employee_sync_upload job plan_export plan_export_link timesheet_entry webhook_message',
      'a company is removed from all tables, large ones in batches',
    ],
  ],
  persons: [['employee scim_user user_account', 'they have the keys that people have now']],
  platform: [
    ['audit_record', 'every context writes records in its own transaction'],
    ['change_position change_set change_tombstone', 'every context with a kind of the feed writes them'],
    ['person_erasure person_erasure_key', 'every context that writes people asks for them'],
  ],
  privacy: [['employee timesheet_entry user_account', 'a person is found by a key in all that has keys']],
  'privacy/erasure': [
    ['company', 'entries of the ledger are compared with the companies of a restored database'],
    ['employee timesheet_entry user_account', 'people of a restored database are found by their hashes'],
    ['idempotency_key job', 'the platform names no context, and knows no eraser'],
  ],
  'privacy/holds': [['person_erasure', 'nobody is held while rows of the person are removed']],
  reminders: [
    ['company', 'mails are planned by the time zone of the company'],
    ['new_assignment', 'plans write it for mails only, and mails state what is personal in it'],
  ],
  scim: [
    [
      'api_key area characteristic company_group employee',
      'SCIM shows employees and groups in a form of its own',
    ],
  ],
  'sign-in': [
    ['company employee user_account', 'users are found by their address, unless they have left'],
    ['reminder_setting', 'a manager of the staff gets a user with the language of the company'],
  ],
  syncs: [['employee', 'a list is compared with the people of its source']],
  timesheets: [['company', 'days are those of the time zone of the company']],
  webhooks: [
    ['api_key user_account', 'the rights of the owner decide whether a webhook is sent'],
    ['change_position', 'a webhook is behind when the company has a later position'],
  ],
  workforce: [
    ['company_group', 'a filter by groups takes only those of the company'],
    ['scim_user', 'the version of an employee has that of the row of SCIM'],
  ],
};

const LAYERS = ['domain', 'application', 'infrastructure', 'interface'];
const WITHOUT_LAYERS = ['platform', 'shared-kernel', 'demo', 'imports'];

/** The context or nested module of a file of `src`. */
function contextOf(path: string): string {
  const [context = '', part = '', ...rest] = path.split('/');
  const isNested = rest.length > 0 && !LAYERS.includes(part) && !WITHOUT_LAYERS.includes(context);
  return isNested ? `${context}/${part}` : context;
}

/** The names after the words of SQL, and those that functions put there. */
function tablesIn(source: string): string[] {
  const named = source.matchAll(
    /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE)\s+(?:ONLY\s+)?"?(\w+)|(?:Of\(|\btable: |\btableName: )'(\w+)'/g,
  );
  return [...named].map(([, inSql, inCode]) => inSql ?? inCode ?? '');
}

const words = (text: string): string[] => text.split(' ');
const owners = new Map(
  Object.entries(OWNERS).flatMap(([context, tables]) => words(tables).map((table) => [table, context])),
);
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));

describe('tables', () => {
  it('have one owner each', () => {
    const tables = [...PERSONAL_TABLES.map(({ table }) => table), ...Object.keys(IMPERSONAL_TABLES)];
    expect([...owners.keys()].sort()).toEqual(tables.sort());
  });

  it('are used in statements of other contexts only for the listed reasons', () => {
    const used = sources.flatMap((path) =>
      tablesIn(readFileSync(`src/${path}`, 'utf8'))
        .filter((table) => owners.has(table) && owners.get(table) !== contextOf(path))
        .map((table) => `${contextOf(path)} ${table}`),
    );
    const listed = Object.entries(USES).flatMap(([context, uses]) =>
      uses.flatMap(([tables]) => words(tables).map((table) => `${context} ${table}`)),
    );
    expect([...new Set(used)].sort()).toEqual([...new Set(listed)].sort());
  });

  it.each([
    ['SELECT id FROM area a', ['area']],
    ['DELETE FROM ONLY "area"', ['area']],
    ['UPDATE area SET name = $1 FROM unnest($2) JOIN job ON true', ['area', 'unnest', 'job']],
    ["countOf('area')", ['area']],
    ["{ table: 'area', id: 'id' }", ['area']],
    ["import { area } from './area.js'", []],
  ])('are found in: %s', (source, tables) => expect(tablesIn(source)).toEqual(tables));

  it.each([
    ['segmentation/domain/area.ts', 'segmentation'],
    ['segmentation/index.ts', 'segmentation'],
    ['privacy/holds/index.ts', 'privacy/holds'],
    ['scim/domain/scim-user.ts', 'scim'],
    ['platform/database/sql.ts', 'platform'],
  ])('are those of a context: %s', (path, context) => expect(contextOf(path)).toBe(context));
});
