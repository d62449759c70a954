import type { Database } from '../harness/database.js';

/** What names a person. */
export interface PersonNames {
  readonly email: string;
  readonly externalId: string;
}

const COMPANY = `
  SELECT company_id AS "companyId" FROM api_key WHERE digest = sha256(convert_to($1, 'UTF8'))`;

/**
 * `$1` company, `$2` how many. Names come in no order, so that the list, which is by name, walks all over the table.
 * One person in seven has no e-mail, one in eleven no area; a profile has three entries.
 */
const PEOPLE = `
  INSERT INTO employee (id, company_id, name, email, external_id, hierarchy_id, profile, group_ids, role,
    managed_hierarchies, activated, must_choose_profile, created_at, updated_at)
  SELECT 'e' || lpad(to_hex(n), 23, '0'), $1,
    (ARRAY['Ana', 'Bjørn', 'Chloé', 'Dmitri', 'Elif', 'Farah', 'Gwen', 'Hugo', 'Inés', 'João', 'Kees'])[1 + k % 11]
      || ' ' || (ARRAY['Álvarez', 'Berg', 'Costa', 'Díaz', 'Evans', 'Fischer', 'García'])[1 + k / 11 % 7] || ' ' || k,
    CASE WHEN n % 7 > 0 THEN 'Person.' || n || '@company.example.com' END, 'PAY-' || lpad(n::text, 7, '0'),
    CASE WHEN n % 11 > 0 THEN 'a' || lpad(to_hex(n % 500), 23, '0') END,
    jsonb_build_array(
      jsonb_build_object('id', repeat('c', 24), 'date', to_char(date '2000-01-01' + n % 9000, 'YYYY-MM-DD"T00:00:00.000Z"')),
      jsonb_build_object('id', repeat('d', 24), 'valueId', lpad(to_hex(n % 13), 24, 'd')),
      jsonb_build_object('id', repeat('f', 24), 'leafId', lpad(to_hex(n % 97), 24, 'f'))
    ),
    ARRAY['b' || lpad(to_hex(n % 40), 23, '0'), 'b' || lpad(to_hex(40 + n % 3), 23, '0')],
    CASE WHEN n % 25 = 0 THEN 'MANAGER' END,
    CASE WHEN n % 25 = 0 THEN ARRAY['a' || lpad(to_hex(n % 500), 23, '0')] ELSE '{}' END,
    n % 50 > 0, false, now(), now()
  FROM generate_series(1, $2::integer) n CROSS JOIN LATERAL (SELECT n * 7919 % 1000003 AS k) scattered`;

/** `$1` company, `$2` how many, of those who have both. */
const SAMPLE = `
  SELECT email, external_id AS "externalId" FROM employee
  WHERE company_id = $1 AND email IS NOT NULL ORDER BY md5(id) LIMIT $2`;

/** Finds out which company a key is of. */
export async function companyOf(database: Database, apiKey: string): Promise<string> {
  const [key] = await database.query<{ companyId: string }>(COMPANY, [apiKey]);
  if (!key) throw new Error('the key is not that of a company');
  return key.companyId;
}

/** Puts people of one company in the place of all that are there. */
export async function fillEmployees(database: Database, companyId: string, people: number): Promise<void> {
  await database.query('TRUNCATE employee CASCADE');
  await database.query(PEOPLE, [companyId, people]);
  for (const table of ['employee', 'employee_profile_value']) await database.query(`VACUUM ANALYZE ${table}`);
  await database.query('CHECKPOINT');
}

/** Some people from all over the company, the same ones in every run. */
export async function somePeople(
  database: Database,
  companyId: string,
  count: number,
): Promise<PersonNames[]> {
  return database.query<{ email: string; externalId: string }>(SAMPLE, [companyId, count]);
}
