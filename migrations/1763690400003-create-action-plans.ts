import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Plans and their actions with the notes on them. Next to what the domain writes lie columns that triggers derive
 * from it in the same write, so that the list concatenates texts and searches one index (ADR 10):
 *
 * - `rendered`, `summary`, `shared_notes`: members of the answer as JSON text. Neither completion is among them.
 * - `filter_keys`: a key names company, filter and value. Its list in the index holds actions of one company only,
 *   so a filter costs the same however many other companies there are.
 * - `search`: the texts that `q` searches, folded, one a line. Neither title nor query holds a line feed. It is indexed
 *   by its trigrams, each of which is hashed together with the company, for the same reason.
 *
 * Times are kept in milliseconds, the precision of the API, so that an order by them is the order that clients see.
 */
export class CreateActionPlans1763690400003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    const [trgm] = (await runner.query(SCHEMA_OF_TRGM)) as { name: string }[];
    const functions = [...FUNCTIONS, searchKeys(trgm?.name ?? 'public')];
    for (const statement of [...functions, ...TABLES, ...INDEXES, ...TRIGGERS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_action, action_plan');
    await runner.query(
      `DROP FUNCTION derive_plan_action, derive_action_plan, json_of_text(jsonb), json_of_time(timestamptz),
        json_member(text, text), plan_search_keys(text, text), search_lines(jsonb), search_fold(text), is_blank(text)`,
    );
  }
}

const SCHEMA_OF_TRGM = `SELECT extnamespace::regnamespace::text AS name FROM pg_extension WHERE extname = 'pg_trgm'`;

/** An index is built without any search path, so the function of the extension is called by its full name. */
const searchKeys = (schema: string): string => `
  CREATE FUNCTION plan_search_keys(company text, value text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(hashtextextended(t, hashtextextended(company, 0))), '{}')
    FROM unnest(${schema}.show_trgm(value)) t
  $$`;

/** The white space is that of JavaScript's trim(), by which the domain tells whether a text is blank. */
const FUNCTIONS = [
  String.raw`
  CREATE FUNCTION is_blank(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT btrim(value, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
      || E'\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') = ''
  $$`,
  // Lower case depends on the place of a sigma in its word; a part of a text must fold like the whole.
  `
  CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT translate(lower(value COLLATE "und-x-icu"), 'ς', 'σ') COLLATE "default"
  $$`,
  String.raw`
  CREATE FUNCTION search_lines(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT search_fold(value ->> 'defaultValue')
      || coalesce((SELECT string_agg(E'\n' || search_fold(l.value), '') FROM jsonb_each_text(value -> 'langValues') l), '')
  $$`,
  `
  CREATE FUNCTION json_of_time(value timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT to_char(value AT TIME ZONE 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')
  $$`,
  `
  CREATE FUNCTION json_of_text(value jsonb) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT '{"defaultValue":' || to_json(value ->> 'defaultValue')::text
      || CASE WHEN value ? 'langValues' THEN ',"langValues":{' || coalesce(l.members, '') || '}' ELSE '' END
      || ',"valid":' || (NOT is_blank(value ->> 'defaultValue') AND coalesce(l.complete, true))::text || '}'
    FROM (
      SELECT string_agg(to_json(key)::text || ':' || to_json(t.value)::text, ',') AS members,
        bool_and(NOT is_blank(t.value)) AS complete
      FROM jsonb_each_text(value -> 'langValues') t
    ) l
  $$`,
  `
  CREATE FUNCTION json_member(name text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(',"' || name || '":' || value, '')
  $$`,
];

/** Rows stay whole and uncompressed as long as they fit on a page: taking them apart would cost more than reading. */
const TABLES = [
  `
  CREATE TABLE action_plan (
    id text COLLATE "C" CONSTRAINT action_plan_pkey PRIMARY KEY,
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT action_plan_company_fkey REFERENCES company ON DELETE CASCADE,
    title jsonb NOT NULL,
    description jsonb,
    visibility text NOT NULL,
    created_by text COLLATE "C",
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    rendered text NOT NULL,
    summary text NOT NULL
  ) WITH (toast_tuple_target = 8160)`,
  `
  CREATE TABLE plan_action (
    id text COLLATE "C" CONSTRAINT plan_action_pkey PRIMARY KEY,
    plan_id text COLLATE "C" NOT NULL
      CONSTRAINT plan_action_plan_fkey REFERENCES action_plan ON DELETE CASCADE,
    company_id text COLLATE "C" NOT NULL,
    title jsonb NOT NULL,
    description jsonb,
    focus_items jsonb NOT NULL,
    assignee_statuses jsonb NOT NULL,
    hierarchy_ids text[] NOT NULL,
    group_ids text[] NOT NULL,
    characteristics jsonb NOT NULL,
    action_type text NOT NULL,
    source text NOT NULL,
    visibility text NOT NULL,
    status text NOT NULL,
    due_date timestamptz(3),
    started_at timestamptz(3),
    completed_at timestamptz(3),
    created_by text COLLATE "C",
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    notes jsonb NOT NULL,
    rendered text NOT NULL,
    shared_notes text NOT NULL,
    private_note_authors text[] NOT NULL,
    assignee_states text[] NOT NULL,
    filter_keys text[] NOT NULL,
    search text NOT NULL
  ) WITH (toast_tuple_target = 8160)`,
];

const INDEXES = [
  `
  CREATE INDEX action_plan_newest_idx ON action_plan (company_id, created_at DESC, id DESC)
    INCLUDE (visibility, created_by)`,
  'CREATE INDEX plan_action_plan_idx ON plan_action (plan_id, created_at, id)',
  // What waits in the pending list is read through by every search.
  `
  CREATE INDEX plan_action_filter_idx
    ON plan_action USING gin (filter_keys, plan_search_keys(company_id, search)) WITH (gin_pending_list_limit = 256)`,
];

const TRIGGERS = [
  `
  CREATE FUNCTION derive_action_plan() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    texts text := '"title":' || json_of_text(NEW.title) || json_member('description', json_of_text(NEW.description));
  BEGIN
    NEW.summary := '{"id":' || to_json(NEW.id)::text || ',' || texts || '}';
    NEW.rendered := '"id":' || to_json(NEW.id)::text || json_member('companyId', to_json(NEW.company_id)::text)
      || ',' || texts || json_member('visibility', to_json(NEW.visibility)::text)
      || json_member('createdBy', to_json(NEW.created_by)::text)
      || json_member('createdAt', json_of_time(NEW.created_at))
      || json_member('updatedAt', json_of_time(NEW.updated_at));
    RETURN NEW;
  END $$`,
  `
  CREATE FUNCTION derive_plan_action() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.rendered := '"id":' || to_json(NEW.id)::text || json_member('companyId', to_json(NEW.company_id)::text)
      || json_member('planId', to_json(NEW.plan_id)::text)
      || json_member('title', json_of_text(NEW.title)) || json_member('description', json_of_text(NEW.description))
      || json_member('focusItems', NEW.focus_items::text)
      || json_member('assigneeStatuses', NEW.assignee_statuses::text)
      || json_member('hierarchyIds', to_json(NEW.hierarchy_ids)::text)
      || json_member('groupIds', to_json(NEW.group_ids)::text)
      || json_member('characteristics', NEW.characteristics::text)
      || json_member('actionType', to_json(NEW.action_type)::text) || json_member('source', to_json(NEW.source)::text)
      || json_member('visibility', to_json(NEW.visibility)::text) || json_member('status', to_json(NEW.status)::text)
      || json_member('dueDate', json_of_time(NEW.due_date)) || json_member('startedAt', json_of_time(NEW.started_at))
      || json_member('completedAt', json_of_time(NEW.completed_at))
      || json_member('createdBy', to_json(NEW.created_by)::text)
      || json_member('createdAt', json_of_time(NEW.created_at))
      || json_member('updatedAt', json_of_time(NEW.updated_at));
    SELECT coalesce(string_agg(n::text, ',' ORDER BY n ->> 'createdAt' COLLATE "C", n ->> 'id' COLLATE "C")
        FILTER (WHERE n ->> 'visibility' <> 'PRIVATE'), ''),
      coalesce(array_agg(DISTINCT n ->> 'authorId') FILTER (WHERE n ->> 'visibility' = 'PRIVATE'), '{}')
    INTO NEW.shared_notes, NEW.private_note_authors
    FROM jsonb_array_elements(NEW.notes) n;
    NEW.assignee_states := ARRAY(SELECT s ->> 'status' FROM jsonb_array_elements(NEW.assignee_statuses) s);
    NEW.filter_keys := ARRAY[NEW.company_id, NEW.company_id || ':status:' || NEW.status,
        NEW.company_id || ':type:' || NEW.action_type]
      || ARRAY(SELECT DISTINCT NEW.company_id || ':focus:' || (f ->> 'focusType')
           FROM jsonb_array_elements(NEW.focus_items) f)
      || ARRAY(SELECT DISTINCT NEW.company_id || ':assignee:' || (s ->> 'assigneeId')
           FROM jsonb_array_elements(NEW.assignee_statuses) s)
      || ARRAY(SELECT DISTINCT NEW.company_id || ':area:' || h FROM unnest(NEW.hierarchy_ids) h);
    NEW.search := search_lines(NEW.title) || coalesce(E'\\n' || search_lines(NEW.description), '');
    RETURN NEW;
  END $$`,
  `
  CREATE TRIGGER action_plan_derives BEFORE INSERT OR UPDATE ON action_plan
    FOR EACH ROW EXECUTE FUNCTION derive_action_plan()`,
  `
  CREATE TRIGGER plan_action_derives BEFORE INSERT OR UPDATE ON plan_action
    FOR EACH ROW EXECUTE FUNCTION derive_plan_action()`,
];
