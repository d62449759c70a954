import { becomeFloor, type FloorInput } from '../harness/become-floor.js';

/** What the floors of the list of timesheets are started with. */
export interface TimesheetsFloorInput extends FloorInput {
  /** Company, from, length of the page, e-mail, and the moments between which entries start. */
  readonly values: readonly [string, number, number, string | null, string | null, string | null];
}

const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What somebody writes who has the table and the contract, but no counters. */
const statement = (email: string | null, begin: string | null): { name: string; text: string } => {
  const where = [
    'company_id = $1 AND NOT is_deleted',
    ...(email === null ? ['$4::text IS NULL'] : ['email_key = $4']),
    ...(begin === null
      ? ['$5::text IS NULL AND $6::text IS NULL']
      : ['listed_at >= $5::timestamptz AND listed_at < $6::timestamptz']),
  ].join(' AND ');
  return {
    name: 'timesheets-offset',
    text: `
      SELECT json_build_object(
        'from', $2::integer, 'to', $2::integer + $3::integer,
        'total', (SELECT count(*) FROM timesheet_entry WHERE ${where}),
        'noContent', count(*) = 0,
        'results', coalesce(json_agg(json_strip_nulls(json_build_object(
          'id', id, 'email', email, 'externalId', external_id, 'timeZone', time_zone,
          'startTime', ${time('start_time')}, 'endTime', ${time('end_time')}, 'active', active, 'breaks', breaks,
          'periodType', period_type, 'changeHistory', change_history
        )) ORDER BY listed_at, id), '[]')
      )::text AS answer
      FROM (
        SELECT * FROM timesheet_entry WHERE ${where} ORDER BY listed_at, id OFFSET $2::integer LIMIT $3::integer
      ) e`,
  };
};

becomeFloor<TimesheetsFloorInput>((pool, { values }) => {
  const question = statement(values[3], values[4]);
  return async () => {
    const { rows } = await pool.query<{ answer: string }>({ ...question, values: [...values] });
    return rows[0]!.answer;
  };
});
