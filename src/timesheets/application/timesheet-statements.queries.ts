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
 * the last day and the last moment, then an e-mail. Answers `total`, the page as JSON texts, and whether the period is
 * turned round. Nothing is counted that lies before the page (ADR 14).
 */
export function listTimesheets(selection: Selection): Statement {
  return STATEMENTS.get(nameOf(selection)) as Statement;
}

const member = (name: string, column: string): string => `json_member('${name}', to_json(e.${column})::text)`;
const time = (name: string, column: string): string => `json_member('${name}', json_of_time(e.${column}))`;

const RECORDED = `
  '{"id":' || to_json(e.id)::text || ${member('email', 'email')} || ${member('externalId', 'external_id')}
    || ${member('timeZone', 'time_zone')} || ${time('startTime', 'start_time')} || ${time('endTime', 'end_time')}`;
const REST = `
  ',"breaks":' || e.breaks::text || ${member('periodType', 'period_type')}
    || ',"changeHistory":' || e.change_history::text`;

/** An entry in the shape in which it is answered (interface 2.9). */
const RENDERED = {
  live: `${RECORDED} || ${member('active', 'active')} || ${REST} || '}'`,
  deleted: `${RECORDED} || ${REST} || ${member('originalTimesheetId', 'original_timesheet_id')}
    || ${time('deletedAt', 'deleted_at')} || ${member('deletedBy', 'deleted_by')}
    || ${member('deletedReason', 'deleted_reason')} || '}'`,
} as const;

/** The text of the entry `k`. The planner cannot know how short a page is; so it is not asked how to join. */
const rendered = ({ list }: Selection): string =>
  `(SELECT ${RENDERED[list]} FROM timesheet_entry e WHERE e.id = k.id)`;

/** The period as a half-open one: moments are kept in milliseconds. */
const PERIOD = `
  period AS MATERIALIZED (
    SELECT coalesce($5::timestamptz(3), day_start($4::date, time_zone), '-infinity') AS begins,
      coalesce($7::timestamptz(3) + interval '1 millisecond', day_start($6::date + 1, time_zone), 'infinity') AS ends
    FROM company WHERE id = $1
  )`;

const emailKey = ({ byPeriod }: Selection): string =>
  `(SELECT lower(${byPeriod ? '$8' : '$4'}::text COLLATE "und-x-icu") COLLATE "C")`;

const listBlocks = (selection: Selection): string =>
  `company_id = $1 AND is_deleted = ${selection.list === 'deleted'}
      AND email_key = ${selection.byEmail ? emailKey(selection) : `''`}`;

/** Blocks of the list and how many entries lie before each of them. */
const blocks = (selection: Selection): string => `
  block AS MATERIALIZED (
    SELECT first_at, first_id, entries,
      sum(entries) OVER (ORDER BY first_at, first_id ROWS UNBOUNDED PRECEDING) - entries AS preceding
    FROM timesheet_block WHERE ${listBlocks(selection)}
  )`;

const scope = (selection: Selection): string => {
  const ofAll = `e.company_id = $1 AND e.is_deleted = ${selection.list === 'deleted'}`;
  return selection.byEmail ? `${ofAll} AND e.email_key = ${emailKey(selection)}` : ofAll;
};

/** How many entries of the list come before a moment: those before its block, and those before it within the block. */
const rank = (moment: string, selection: Selection): string => `
  coalesce((
    SELECT b.preceding + (
      SELECT count(*) FROM timesheet_entry e
      WHERE ${scope(selection)} AND (e.listed_at, e.id) >= (b.first_at, b.first_id) AND e.listed_at < ${moment}
    )
    FROM (
      SELECT first_at, first_id FROM timesheet_block WHERE ${listBlocks(selection)} AND first_at < ${moment}
      ORDER BY first_at DESC, first_id DESC LIMIT 1
    ) k JOIN block b USING (first_at, first_id)
  ), 0)`;

/** From which rank to before which the entries are that are asked for. */
const bounds = (selection: Selection): string =>
  selection.byPeriod
    ? `
  bounds AS MATERIALIZED (
    SELECT ${rank('p.begins', selection)} AS first, ${rank('p.ends', selection)} AS last, p.begins >= p.ends AS reversed
    FROM period p
  )`
    : `
  bounds AS MATERIALIZED (
    SELECT 0::bigint AS first, coalesce((SELECT sum(entries) FROM block), 0) AS last, false AS reversed
  )`;

/** Where the page begins: in which block, and after how many of its entries. Keys are passed over in the index. */
const byBlocks = (selection: Selection): string => `
  WITH ${selection.byPeriod ? `${PERIOD},` : ''} ${blocks(selection)}, ${bounds(selection)},
  page AS MATERIALIZED (
    SELECT b.first_at, b.first_id, first + $2::bigint - b.preceding AS passed,
      least($3::bigint, last - first - $2::bigint) AS length
    FROM bounds JOIN block b
      ON first + $2::bigint >= b.preceding AND first + $2::bigint < b.preceding + b.entries
    WHERE first + $2::bigint < last AND $3::bigint > 0
  )
  SELECT greatest(last - first, 0)::float8 AS total, reversed AS "isReversed", coalesce((
    SELECT string_agg(${rendered(selection)}, ',' ORDER BY k.listed_at, k.id)
    FROM page CROSS JOIN LATERAL (
      SELECT e.listed_at, e.id FROM timesheet_entry e
      WHERE ${scope(selection)} AND (e.listed_at, e.id) >= (page.first_at, page.first_id)
      ORDER BY e.listed_at, e.id OFFSET page.passed LIMIT page.length
    ) k
  ), '') AS entries
  FROM bounds`;

/** Deleted entries within a period of their start, which is not their order: those in the period are counted. */
const byCounting = (selection: Selection): string => `
  WITH ${PERIOD},
  matching AS MATERIALIZED (
    SELECT e.deleted_at, e.id FROM period p JOIN timesheet_entry e ON e.start_time >= p.begins AND e.start_time < p.ends
    WHERE e.is_deleted AND ${scope(selection)}
  )
  SELECT (SELECT count(*) FROM matching)::float8 AS total, begins >= ends AS "isReversed", coalesce((
    SELECT string_agg(${rendered(selection)}, ',' ORDER BY k.deleted_at, k.id)
    FROM (SELECT deleted_at, id FROM matching ORDER BY deleted_at, id OFFSET $2::bigint LIMIT $3::bigint) k
  ), '') AS entries
  FROM period`;

const nameOf = ({ list, byEmail, byPeriod }: Selection): string =>
  `timesheets.${list}${byEmail ? '-by-email' : ''}${byPeriod ? '-in-period' : ''}`;

const STATEMENTS: ReadonlyMap<string, Statement> = new Map(
  (['live', 'deleted'] as const).flatMap((list) =>
    [false, true].flatMap((byEmail) =>
      [false, true].map((byPeriod) => {
        const selection = { list, byEmail, byPeriod };
        const text = list === 'deleted' && byPeriod ? byCounting(selection) : byBlocks(selection);
        return [nameOf(selection), { name: nameOf(selection), text }] as const;
      }),
    ),
  ),
);
