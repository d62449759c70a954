/** Any fixed numbers: the space of locks of all companies together, and that of one each. */
const ALL = '720512, 0';
const ofCompany = (company: string): string => `720513, hashtext(${company})`;

const LOCKS = [
  `
  CREATE FUNCTION lock_timesheets(company text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${ALL});
    PERFORM pg_advisory_xact_lock(${ofCompany('company')});
    PERFORM set_config('wes.timesheets_locked', 'yes', true);
  END $$`,
  `
  CREATE FUNCTION lock_all_timesheets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF coalesce(current_setting('wes.timesheets_locked', true), '') = '' THEN
      PERFORM pg_advisory_xact_lock(${ALL});
    END IF;
    RETURN NULL;
  END $$`,
  // For transactions that have locked one company and then write to another one.
  `
  CREATE FUNCTION lock_counted_timesheets(companies text[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(${ofCompany('company')})
    FROM (SELECT company FROM unnest(companies) company ORDER BY hashtext(company)) c
  $$`,
  `
  CREATE TRIGGER timesheet_entry_waits BEFORE INSERT OR UPDATE OR DELETE ON timesheet_entry
    FOR EACH STATEMENT EXECUTE FUNCTION lock_all_timesheets()`,
];

const KEY = 'company_id, is_deleted, email_key, listed_at, id';

/** What each kind of statement adds to the lists and takes from them. */
const OPERATIONS = [
  {
    event: 'INSERT',
    name: 'count_new_timesheets',
    tables: 'NEW TABLE AS new_entry',
    changes: `SELECT ${KEY}, 1 AS n FROM new_entry`,
  },
  {
    event: 'DELETE',
    name: 'count_gone_timesheets',
    tables: 'OLD TABLE AS old_entry',
    changes: `SELECT ${KEY}, -1 AS n FROM old_entry`,
  },
  {
    event: 'UPDATE',
    name: 'count_moved_timesheets',
    tables: 'OLD TABLE AS old_entry NEW TABLE AS new_entry',
    changes: `
      SELECT ${KEY}, sum(n) AS n
      FROM (SELECT ${KEY}, 1 AS n FROM new_entry UNION ALL SELECT ${KEY}, -1 FROM old_entry) e
      GROUP BY ${KEY} HAVING sum(n) <> 0`,
  },
] as const;

const inScope = (of: string): string =>
  `(b.company_id, b.is_deleted, b.email_key) = (${of}.company_id, ${of}.is_deleted, ${of}.email_key)`;
const inBlock = (of: string): string =>
  `${inScope(of)} AND (b.first_at, b.first_id) = (${of}.first_at, ${of}.first_id)`;

const COUNTERS = OPERATIONS.flatMap(({ event, name, tables, changes }) => [
  `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM lock_counted_timesheets(ARRAY(SELECT DISTINCT company_id FROM (${changes}) c));
    INSERT INTO timesheet_block_change (company_id, is_deleted, email_key, first_at, first_id, part, entries)
    SELECT g.company_id, g.is_deleted, g.email_key, g.first_at, g.first_id, coalesce(p.part, 0) + 1, g.entries
    FROM (
      SELECT c.company_id, c.is_deleted, s.email_key, coalesce(b.first_at, '-infinity') AS first_at,
        coalesce(b.first_id, '') AS first_id, sum(c.n) AS entries
      FROM (${changes}) c CROSS JOIN LATERAL (VALUES (''), (c.email_key)) s (email_key) LEFT JOIN LATERAL (
        SELECT b.first_at, b.first_id FROM timesheet_block b
        WHERE b.company_id = c.company_id AND b.is_deleted = c.is_deleted AND b.email_key = s.email_key
          AND (b.first_at, b.first_id) <= (c.listed_at, c.id)
        ORDER BY b.first_at DESC, b.first_id DESC LIMIT 1
      ) b ON true
      WHERE s.email_key IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5
      HAVING sum(c.n) <> 0
    ) g LEFT JOIN LATERAL (
      SELECT b.part FROM timesheet_block_change b WHERE ${inBlock('g')} ORDER BY b.part DESC LIMIT 1
    ) p ON true;
    RETURN NULL;
  END $$`,
  `
  CREATE TRIGGER timesheet_entry_${event.toLowerCase()}_counts AFTER ${event} ON timesheet_entry
    REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
]);

/** Of the entries of a scope from one key to before another, the first of each block and how many it has. */
const cuts = (condition: string): string => `
  SELECT listed_at, id, least(size, total - number + 1) AS entries, number
  FROM (
    SELECT listed_at, id, row_number() OVER (ORDER BY listed_at, id) AS number, count(*) OVER () AS total,
      timesheet_block_size() AS size
    FROM timesheet_entry
    WHERE company_id = company AND is_deleted = deleted AND ${condition}
      AND (listed_at, id) >= (from_at, from_id) AND (listed_at, id) < (to_at, to_id)
  ) e
  WHERE (number - 1) % size = 0`;

const UPKEEP = [
  'CREATE FUNCTION timesheet_block_size() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 512 $$',
  `
  CREATE FUNCTION cut_timesheets(
    company text, deleted boolean, scope text, from_at timestamptz, from_id text, to_at timestamptz, to_id text
  ) RETURNS TABLE (first_at timestamptz, first_id text, entries bigint, number bigint) LANGUAGE plpgsql STABLE AS $$
  #variable_conflict use_column
  BEGIN
    IF scope = '' THEN
      RETURN QUERY ${cuts('true')};
    ELSE
      RETURN QUERY ${cuts('email_key = scope')};
    END IF;
  END $$`,
  `
  CREATE FUNCTION settle_timesheet_block() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    total bigint;
    before timesheet_block;
    after timesheet_block;
  BEGIN
    WITH changes AS (
      DELETE FROM timesheet_block_change b WHERE ${inBlock('NEW')} RETURNING b.entries
    ),
    block AS (
      DELETE FROM timesheet_block b WHERE ${inBlock('NEW')} RETURNING b.entries
    )
    SELECT sum(entries) INTO total FROM (SELECT entries FROM changes UNION ALL SELECT entries FROM block) e;
    IF total IS NULL THEN
      RETURN NULL;
    END IF;
    SELECT * INTO after FROM timesheet_block b
    WHERE ${inScope('NEW')} AND (b.first_at, b.first_id) > (NEW.first_at, NEW.first_id)
    ORDER BY b.first_at, b.first_id LIMIT 1;
    SELECT * INTO before FROM timesheet_block b
    WHERE ${inScope('NEW')} AND (b.first_at, b.first_id) < (NEW.first_at, NEW.first_id)
    ORDER BY b.first_at DESC, b.first_id DESC LIMIT 1;
    IF total > 2 * timesheet_block_size() THEN
      INSERT INTO timesheet_block (company_id, is_deleted, email_key, first_at, first_id, entries)
      SELECT NEW.company_id, NEW.is_deleted, NEW.email_key, CASE WHEN c.number = 1 THEN NEW.first_at ELSE c.first_at END,
        CASE WHEN c.number = 1 THEN NEW.first_id ELSE c.first_id END, c.entries
      FROM cut_timesheets(NEW.company_id, NEW.is_deleted, NEW.email_key, NEW.first_at, NEW.first_id,
        coalesce(after.first_at, 'infinity'), coalesce(after.first_id, '')) c;
    ELSIF before IS NOT NULL AND (total = 0
      OR total < timesheet_block_size() / 2 AND before.entries + total <= timesheet_block_size()) THEN
      UPDATE timesheet_block b SET entries = b.entries + total WHERE ${inBlock('before')};
      IF after IS NULL AND before.first_at = '-infinity' THEN
        DELETE FROM timesheet_block b WHERE ${inBlock('before')} AND b.entries = 0;
      END IF;
    ELSIF total <> 0 OR after IS NOT NULL THEN
      INSERT INTO timesheet_block (company_id, is_deleted, email_key, first_at, first_id, entries)
      VALUES (NEW.company_id, NEW.is_deleted, NEW.email_key, NEW.first_at, NEW.first_id, total);
    END IF;
    RETURN NULL;
  END $$`,
  `
  CREATE CONSTRAINT TRIGGER timesheet_block_settles AFTER INSERT ON timesheet_block_change
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.part = 1) EXECUTE FUNCTION settle_timesheet_block()`,
  // Nobody else writes entries or blocks while a table is being truncated.
  `
  CREATE FUNCTION forget_timesheet_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM timesheet_block_change;
    DELETE FROM timesheet_block;
    RETURN NULL;
  END $$`,
  `
  CREATE TRIGGER timesheet_entry_truncate_counts AFTER TRUNCATE ON timesheet_entry
    FOR EACH STATEMENT EXECUTE FUNCTION forget_timesheet_blocks()`,
  `
  CREATE FUNCTION rebuild_timesheet_blocks(company text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM lock_timesheets(company);
    LOCK TABLE timesheet_entry IN ROW EXCLUSIVE MODE;
    DELETE FROM timesheet_block_change WHERE company_id = company;
    DELETE FROM timesheet_block WHERE company_id = company;
    INSERT INTO timesheet_block (company_id, is_deleted, email_key, first_at, first_id, entries)
    SELECT company, is_deleted, scope, CASE WHEN number = 1 THEN '-infinity' ELSE listed_at END,
      CASE WHEN number = 1 THEN '' ELSE id END, least(size, total - number + 1)
    FROM (
      SELECT is_deleted, s.scope, listed_at, id, timesheet_block_size() AS size,
        row_number() OVER (PARTITION BY is_deleted, s.scope ORDER BY listed_at, id) AS number,
        count(*) OVER (PARTITION BY is_deleted, s.scope) AS total
      FROM timesheet_entry CROSS JOIN LATERAL (VALUES (''), (email_key)) s (scope)
      WHERE company_id = company AND s.scope IS NOT NULL
    ) e
    WHERE (number - 1) % size = 0;
  END $$`,
];

/** Everything that keeps the blocks of timesheets (ADR 14), in the order of its making. */
export const TIMESHEET_BLOCKS: readonly string[] = [...LOCKS, ...COUNTERS, ...UPKEEP];

/** The functions among it. */
export const BLOCK_FUNCTIONS: readonly string[] = [
  'lock_timesheets(text)',
  'lock_all_timesheets',
  'lock_counted_timesheets(text[])',
  ...OPERATIONS.map(({ name }) => name),
  'forget_timesheet_blocks',
  'settle_timesheet_block',
  'cut_timesheets(text, boolean, text, timestamptz, text, timestamptz, text)',
  'rebuild_timesheet_blocks(text)',
  'timesheet_block_size',
];
