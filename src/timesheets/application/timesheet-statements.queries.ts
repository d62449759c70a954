import type { Statement } from '../../platform/database/sql.js';

/** Which entries are asked for. */
export interface Selection {
  readonly list: 'live' | 'deleted';
  /** Those of one e-mail. */
  readonly byEmail: boolean;
  /** Those that started within a period. */
  readonly byPeriod: boolean;
}

/**
 * A page of a list: `$1` company, `$2` from, `$3` length of the page, then of a period the first day, the first moment,
 * the last day and the last moment, then the key of an e-mail. Returns `total`, the page as JSON texts, and whether the
 * period ends before it begins.
 */
export function listTimesheets(selection: Selection): Statement {
  return { name: nameOf(selection), text: textOf(selection) };
}

/**
 * The first moment of a day in the company's time zone. `AT TIME ZONE` takes the second midnight where clocks are set
 * back over midnight, hence the earlier candidates.
 */
const dayStart = (day: string): string => `(
  SELECT min(moment)
  FROM (
    SELECT ${day}::timestamp AT TIME ZONE time_zone - make_interval(mins => earlier) AS moment
    FROM unnest(ARRAY[0, 30, 60, 120, 180]) earlier
  ) candidate
  WHERE moment AT TIME ZONE time_zone >= ${day}::timestamp
)`;

/** The period as a half-open one: moments are stored in milliseconds. */
const PERIOD = `
  period AS MATERIALIZED (
    SELECT coalesce($5::timestamptz(3), ${dayStart('$4::date')}, '-infinity') AS begins,
      coalesce($7::timestamptz(3) + interval '1 millisecond', ${dayStart('($6::date + 1)')}, 'infinity') AS ends
    FROM company WHERE id = $1
  )`;

/** The entries that are asked for, but for their period. */
const selected = ({ list, byEmail, byPeriod }: Selection): string => {
  const inList = `e.company_id = $1 AND e.list = '${list}'`;
  return byEmail ? `${inList} AND e.email_key = ${byPeriod ? '$8' : '$4'}::text` : inList;
};

/** Concatenates the documents of the keys `k`. The planner cannot know how few they are, so it gets no join. */
const DOCUMENTS = `
  string_agg(
    (SELECT e.document::text FROM timesheet_entry e WHERE e.company_id = $1 AND e.id = k.id),
    ',' ORDER BY k.listed_at, k.id
  )`;

/** Number of entries of the list before a moment: those of whole days by their counts, the rest by index. */
const rank = (moment: string, selection: Selection): string => `
  coalesce((SELECT sum(entries) FROM day WHERE starts < date_trunc('day', ${moment}, 'UTC')), 0) + (
    SELECT count(*) FROM timesheet_entry e
    WHERE ${selected(selection)} AND e.listed_at >= date_trunc('day', ${moment}, 'UTC') AND e.listed_at < ${moment}
  )`;

/** From which to before which position of the list the entries are that are asked for. */
const bounds = (selection: Selection): string =>
  selection.byPeriod
    ? `
    SELECT ${rank('begins', selection)} AS first, ${rank('ends', selection)} AS last, begins >= ends AS reversed
    FROM period`
    : 'SELECT 0 AS first, coalesce((SELECT sum(entries) FROM day), 0) AS last, false AS reversed';

/** Finds the day of the page by the counts, and passes over entries of that day alone. */
const byDayCounts = (selection: Selection): string => `
  WITH ${selection.byPeriod ? `${PERIOD},` : ''}
  day AS MATERIALIZED (
    SELECT day::timestamp AT TIME ZONE 'UTC' AS starts, entries, sum(entries) OVER (ORDER BY day) - entries AS preceding
    FROM timesheet_day_count WHERE company_id = $1 AND list = '${selection.list}'
  ),
  bounds AS MATERIALIZED (${bounds(selection)}),
  page AS MATERIALIZED (
    SELECT starts, first + $2::bigint - preceding AS passed, least($3::bigint, last - first - $2::bigint) AS length
    FROM bounds JOIN day ON first + $2::bigint >= preceding AND first + $2::bigint < preceding + entries
    WHERE first + $2::bigint < last
  )
  SELECT greatest(last - first, 0)::float8 AS total, reversed AS "isReversed", coalesce((
    SELECT ${DOCUMENTS}
    FROM page CROSS JOIN LATERAL (
      SELECT e.listed_at, e.id FROM timesheet_entry e
      WHERE ${selected(selection)} AND e.listed_at >= page.starts
      ORDER BY e.listed_at, e.id OFFSET page.passed LIMIT page.length
    ) k
  ), '') AS entries
  FROM bounds`;

/** Counts the entries of one e-mail by their index. */
const byEmail = (selection: Selection): string => {
  const entries = `timesheet_entry e WHERE ${selected(selection)}`;
  const matching = selection.byPeriod
    ? `${entries} AND e.listed_at >= begins AND e.listed_at < ends`
    : entries;
  return `
  ${selection.byPeriod ? `WITH ${PERIOD}` : ''}
  SELECT (SELECT count(*) FROM ${matching})::float8 AS total, coalesce((
    SELECT ${DOCUMENTS}
    FROM (
      SELECT e.listed_at, e.id FROM ${matching} ORDER BY e.listed_at, e.id OFFSET $2::bigint LIMIT $3::bigint
    ) k
  ), '') AS entries, ${selection.byPeriod ? 'begins >= ends AS "isReversed" FROM period' : 'false AS "isReversed"'}`;
};

/** Deleted entries of a period are those that started in it, while their list is ordered by deletion. */
const deletedInPeriod = (selection: Selection): string => `
  WITH ${PERIOD},
  matching AS MATERIALIZED (
    SELECT e.listed_at, e.id FROM period p JOIN timesheet_entry e ON e.start_time >= p.begins AND e.start_time < p.ends
    WHERE ${selected(selection)}
  )
  SELECT (SELECT count(*) FROM matching)::float8 AS total, begins >= ends AS "isReversed", coalesce((
    SELECT ${DOCUMENTS}
    FROM (SELECT listed_at, id FROM matching ORDER BY listed_at, id OFFSET $2::bigint LIMIT $3::bigint) k
  ), '') AS entries
  FROM period`;

const textOf = (selection: Selection): string => {
  if (selection.list === 'deleted' && selection.byPeriod) return deletedInPeriod(selection);
  return selection.byEmail ? byEmail(selection) : byDayCounts(selection);
};

const nameOf = ({ list, byEmail, byPeriod }: Selection): string =>
  `timesheets.${list}${byEmail ? '-by-email' : ''}${byPeriod ? '-in-period' : ''}`;
