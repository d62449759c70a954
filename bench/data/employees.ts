import type { Database } from '../harness/database.js';

/** What names a person. */
export interface PersonNames {
  readonly email: string;
  readonly externalId: string;
}

const COMPANY = `
  SELECT company_id AS "companyId" FROM api_key WHERE digest = sha256(convert_to($1, 'UTF8'))`;

/** What employees refer to. `$1` company. */
const SEGMENTATION = [
  `INSERT INTO area (company_id, id, position, name)
   SELECT $1, 'a' || lpad(to_hex(n), 23, '0'), n, 'Area ' || n FROM generate_series(0, 499) n ON CONFLICT DO NOTHING`,
  `INSERT INTO company_group (company_id, id, position, document)
   SELECT $1, 'b' || lpad(to_hex(n), 23, '0'), n, '{}' FROM generate_series(0, 42) n ON CONFLICT DO NOTHING`,
];

/**
 * `$1` company, `$2` how many. Names come in no order, so that the list, which is by name, walks all over the table.
 * One employee in seven has no e-mail address, one in eleven no area; a profile has three entries.
 */
const EMPLOYEES = `
  INSERT INTO employee (company_id, id, name, email_key, external_id, hierarchy_id, activated, must_choose_profile,
    created_at, updated_at, document)
  SELECT $1, e.id, e.name, lower(e.email), e."externalId", e."hierarchyId", n % 50 > 0, false, now(), now(),
    json_strip_nulls(row_to_json(e))
  FROM generate_series(1, $2::integer) n
  CROSS JOIN LATERAL (SELECT n * 7919 % 1000003 AS k) scattered
  CROSS JOIN LATERAL (
    SELECT 'e' || lpad(to_hex(n), 23, '0') AS id,
      (ARRAY['Ana', 'Bjørn', 'Chloé', 'Dmitri', 'Elif', 'Farah', 'Gwen', 'Hugo', 'Inés', 'João', 'Kees'])[1 + k % 11]
        || ' ' || (ARRAY['Álvarez', 'Berg', 'Costa', 'Díaz', 'Evans', 'Fischer', 'García'])[1 + k / 11 % 7] || ' ' || k
        AS name,
      CASE WHEN n % 7 > 0 THEN 'Person.' || n || '@company.example.com' END AS email,
      'PAY-' || lpad(n::text, 7, '0') AS "externalId",
      CASE WHEN n % 11 > 0 THEN 'a' || lpad(to_hex(n % 500), 23, '0') END AS "hierarchyId",
      json_build_array(
        json_build_object('id', repeat('c', 24), 'date', to_char(date '2000-01-01' + n % 9000, 'YYYY-MM-DD"T00:00:00.000Z"')),
        json_build_object('id', repeat('d', 24), 'valueId', lpad(to_hex(n % 13), 24, 'd')),
        json_build_object('id', repeat('f', 24), 'leafId', lpad(to_hex(n % 97), 24, 'f'))
      ) AS profile,
      ARRAY['b' || lpad(to_hex(n % 40), 23, '0'), 'b' || lpad(to_hex(40 + n % 3), 23, '0')] AS "groupIds",
      CASE WHEN n % 25 = 0 THEN 'MANAGER' END AS role,
      CASE WHEN n % 25 = 0 THEN ARRAY['a' || lpad(to_hex(n % 500), 23, '0')] ELSE '{}' END AS "managedHierarchies"
  ) e`;

/** What the list finds employees by. */
const FILTERS = [
  `INSERT INTO employee_group (company_id, employee_id, group_id)
   SELECT company_id, id, json_array_elements_text(document -> 'groupIds') FROM employee`,
  `INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
   SELECT company_id, id, p ->> 'id', coalesce(left(p ->> 'date', 10), p ->> 'valueId', p ->> 'leafId')
   FROM employee CROSS JOIN LATERAL json_array_elements(document -> 'profile') p`,
];

/** Employees in columns, as a service without documents would store them. */
const COLUMNS = `
  SELECT company_id, id, name, deleted_at, document ->> 'email' AS email, external_id, hierarchy_id,
    (document -> 'profile')::jsonb AS profile,
    ARRAY(SELECT json_array_elements_text(document -> 'groupIds')) AS group_ids, document ->> 'role' AS role,
    ARRAY(SELECT json_array_elements_text(document -> 'managedHierarchies')) AS managed_hierarchies
  FROM public.employee ORDER BY id`;

/** `$1` company, `$2` how many, of those who have both. */
const SAMPLE = `
  SELECT document ->> 'email' AS email, external_id AS "externalId" FROM employee
  WHERE company_id = $1 AND email_key IS NOT NULL ORDER BY md5(id) LIMIT $2`;

/** Finds out which company a key is of. */
export async function companyOf(database: Database, apiKey: string): Promise<string> {
  const [key] = await database.query<{ companyId: string }>(COMPANY, [apiKey]);
  if (!key) throw new Error('the key is not that of a company');
  return key.companyId;
}

/** Replaces all employees by those of one company. */
export async function fillEmployees(database: Database, companyId: string, people: number): Promise<void> {
  await database.query('TRUNCATE employee CASCADE');
  for (const statement of SEGMENTATION) await database.query(statement, [companyId]);
  await database.query(EMPLOYEES, [companyId, people]);
  for (const statement of FILTERS) await database.query(statement);
  for (const table of ['employee', 'employee_group', 'employee_profile_value']) {
    await database.query(`VACUUM ANALYZE ${table}`);
  }
  await database.query('CHECKPOINT');
}

/** Makes the table `employee_in_columns` in the schema of a baseline, with the index that the list needs. */
export async function fillEmployeesInColumns(database: Database, schema: string): Promise<void> {
  const table = `${schema}.employee_in_columns`;
  await database.query(`CREATE TABLE ${table} AS ${COLUMNS}`);
  await database.query(
    `CREATE INDEX ON ${table} (company_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL`,
  );
  await database.query(`VACUUM ANALYZE ${table}`);
}

/** Some people from all over the company, the same ones in every run. */
export async function somePeople(
  database: Database,
  companyId: string,
  count: number,
): Promise<PersonNames[]> {
  return database.query<{ email: string; externalId: string }>(SAMPLE, [companyId, count]);
}
