import { readFileSync } from 'node:fs';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, runSql } from '../support/databases.js';

const COMMENTED = `
  SELECT c.relname || '.' || a.attname AS name, substr(d.description, length('Personal data: ') + 1) AS holds
  FROM pg_description d
    JOIN pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid
  WHERE d.description LIKE 'Personal data: %'`;

const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0`;

/** Names of columns that are likely to hold data about people. */
const SUSPICIOUS = `
  ${COLUMNS} AND a.attname ~ '(email|document|address|user_id|author|employee_id|_by$|before|after|listed)'
    AND a.atttypid IN ('text'::regtype, 'json'::regtype)`;

/** Without data about people. */
const IMPERSONAL = [
  ...['announcement_template.document', 'company_group.document', 'characteristic.document'],
  'employee_source.document',
  // Ids of API keys.
  ...['employee_sync.created_by', 'employee_sync.applied_by', 'person_erasure.requested_by'],
];

describe('docs/personal-data.md', () => {
  let url: string;
  beforeAll(async () => {
    url = await emptyDatabase('personal');
    await migrate(url);
  });

  const documented = new Map(
    [
      ...readFileSync('docs/personal-data.md', 'utf8').matchAll(
        /^\| `(\w+)` +\| `(\w+)` +\| (.*?) +\| .*\|$/gm,
      ),
    ].map(([, table, column, holds]) => [`${table}.${column}`, holds]),
  );
  const namesOf = async (statement: string): Promise<string[]> =>
    (await runSql<{ name: string }>(url, statement)).map(({ name }) => name);

  it('names columns that exist', async () => {
    const columns = new Set(await namesOf(COLUMNS));
    expect([...documented.keys()].filter((name) => !columns.has(name))).toEqual([]);
    expect(documented.size).toBeGreaterThan(20);
  });

  it('names those that have a comment, with the comment', async () => {
    const commented = await runSql<{ name: string; holds: string }>(url, COMMENTED);
    expect(commented.map(({ name }) => name)).toContain('audit_record.before');
    for (const { name, holds } of commented) expect([name, documented.get(name)]).toEqual([name, holds]);
  });

  it('names every column whose name suggests data about people', async () => {
    const suspicious = await namesOf(SUSPICIOUS);
    expect(suspicious.filter((name) => !documented.has(name) && !IMPERSONAL.includes(name))).toEqual([]);
  });
});
