import type { Database } from '../harness/database.js';

/** How many plans there are; each has five actions with two assignees and two notes each. */
export interface PlanVolume {
  readonly companies: number;
  readonly plansPerCompany: number;
}

/** Whose credential a session is. */
export interface PlanReader {
  readonly companyId: string;
  readonly userId: string;
}

/** Values that filters find; every company has all of them. */
export const KNOWN = {
  hierarchyId: '0000000000000000000a0007',
  assigneeId: '0000000000000000000b0007',
} as const;

const READER = `
  SELECT u.company_id AS "companyId", u.id AS "userId"
  FROM session s JOIN user_account u ON u.id = s.user_id
  WHERE s.digest = sha256(convert_to($1, 'UTF8'))`;

/** `$1` how many. */
const COMPANIES = `
  INSERT INTO company (id, name, time_zone)
  SELECT 'c' || lpad(n::text, 23, '0'), 'Company ' || n, 'Europe/Madrid' FROM generate_series(1, $1) n`;

/**
 * Companies write in turn, so that the rows of one lie scattered among those of the others. One plan in ten is
 * private, half of these of the reader `$1`. `$2` the reader's company, `$3` plans of each company.
 */
const PLANS = `
  INSERT INTO action_plan (id, company_id, title, description, visibility, created_by, created_at, updated_at)
  SELECT lpad(to_hex(n * 65536 + c.rank), 24, '0'), c.id,
    jsonb_build_object('defaultValue', 'A better week ' || n, 'langValues', jsonb_build_object('es', 'Una semana mejor ' || n)),
    jsonb_build_object('defaultValue', 'What the teams have agreed on after the survey of spring.'),
    CASE WHEN n % 10 = 0 THEN 'PRIVATE' ELSE 'PUBLIC' END,
    CASE WHEN n % 20 = 0 THEN $1 ELSE lpad(to_hex(n % 50 + 720896), 24, '0') END,
    timestamptz '2026-03-01T09:00Z' + n * interval '1 minute', timestamptz '2026-06-01T09:00Z' + n * interval '1 minute'
  FROM generate_series(1, $3::bigint) n
  CROSS JOIN (SELECT id, row_number() OVER (ORDER BY id <> $2, id) AS rank FROM company) c
  ORDER BY n, c.rank`;

/** Attributes are of numbers without a common divisor, so that every combination of them occurs. */
const ACTIONS = `
  INSERT INTO plan_action (id, plan_id, company_id, title, description, focus_items, assignee_statuses, hierarchy_ids,
    group_ids, characteristics, action_type, source, visibility, status, due_date, created_by, created_at, updated_at,
    notes)
  SELECT substr(p.id, 2) || a, p.id, p.company_id,
    jsonb_build_object('defaultValue', topic || ' ' || k, 'langValues', jsonb_build_object('es', 'Medida ' || k)),
    jsonb_build_object('defaultValue', 'The lead of team ' || k % 40 || ' talks to everybody, and reports what was heard.'),
    jsonb_build_array(
      jsonb_build_object('focusType', (ARRAY['SCORE', 'HI', 'ENPS'])[1 + k % 3], 'targetValue', 50 + k % 40)),
    jsonb_build_array(
      jsonb_build_object('assigneeId', lpad(to_hex(k % 47 + 720896), 24, '0'), 'status', 'COMPLETED'),
      jsonb_build_object('assigneeId', lpad(to_hex(k % 31 + 720946), 24, '0'), 'status', 'PENDING')),
    ARRAY[lpad(to_hex(k % 23 + 655360), 24, '0')], ARRAY[lpad(to_hex(k % 29 + 786432), 24, '0')], '[]',
    (ARRAY['MANAGER', 'COMPANY'])[1 + k % 2], 'MANUAL', 'PUBLIC',
    (ARRAY['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'])[1 + k / 7 % 5],
    p.created_at + interval '60 days', p.created_by, p.created_at + a * interval '1 second', p.updated_at,
    jsonb_build_array(
      jsonb_build_object('id', substr(p.id, 3) || a || '1', 'authorId', lpad(to_hex(k % 50 + 720896), 24, '0'),
        'content', 'The first talks went well, the next are in two weeks.', 'visibility', 'SHARED',
        'createdAt', '2026-04-01T08:00:00.000Z'),
      jsonb_build_object('id', substr(p.id, 3) || a || '2', 'authorId', coalesce(p.created_by, 'nobody'),
        'content', 'Somebody should look at the rota again.',
        'visibility', CASE WHEN k % 5 = 0 THEN 'PRIVATE' ELSE 'SHARED' END, 'createdAt', '2026-04-02T08:00:00.000Z'))
  FROM (
    SELECT plan.*, row_number() OVER (PARTITION BY company_id ORDER BY id) AS ordinal FROM action_plan plan
  ) p
  CROSS JOIN generate_series(1, 5) a
  CROSS JOIN LATERAL (SELECT p.ordinal * 5 + a AS k) numbered
  CROSS JOIN LATERAL (SELECT (ARRAY['Listen to the night shift', 'Publish the rota earlier', 'Thank a colleague',
    'Walk through the kitchen', 'Shorten the weekly meeting', 'Pair newcomers with a mentor', 'Mend the break room',
    'Answer every question', 'Plan holidays together', 'Share the numbers', 'Train the new managers'])[1 + k % 11] AS topic) t
  ORDER BY p.id`;

const FILTER_INDEX = 'plan_action_filter_idx';

/** Finds out whose session it is. */
export async function readerOf(database: Database, sessionId: string): Promise<PlanReader> {
  const [reader] = await database.query<{ companyId: string; userId: string }>(READER, [sessionId]);
  if (!reader) throw new Error('the session is not that of a user');
  return reader;
}

/**
 * Puts plans in the place of those that are there. Those of the reader's company are the same, whatever the volume
 * of the others.
 */
export async function fillPlans(database: Database, reader: PlanReader, volume: PlanVolume): Promise<void> {
  const { companies, plansPerCompany } = volume;
  await database.query('TRUNCATE action_plan CASCADE');
  const [there] = await database.query<{ count: number }>('SELECT count(*)::integer AS count FROM company');
  await database.query(COMPANIES, [companies - (there?.count ?? 0)]);
  // To make an index of rows that are there takes a fraction of keeping one while they come.
  const [index] = await database.query<{ definition: string }>(
    'SELECT pg_get_indexdef($1::regclass) AS definition',
    [FILTER_INDEX],
  );
  if (!index) throw new Error(`there is no index ${FILTER_INDEX}`);
  await database.query(`DROP INDEX ${FILTER_INDEX}`);
  await database.query(`SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`);
  await database.query(PLANS, [reader.userId, reader.companyId, plansPerCompany]);
  await database.query(ACTIONS);
  await database.query(index.definition);
  await database.query('VACUUM ANALYZE action_plan');
  await database.query('VACUUM ANALYZE plan_action');
  await database.query('RESET maintenance_work_mem; RESET work_mem');
  await database.query('CHECKPOINT');
}
