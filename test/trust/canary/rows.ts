/** Written by every change, or in the background; and what has numbers or digests of the person, and no id. */
const OF_NOBODY = new Set([
  ...['change_position', 'change_set', 'job', 'job_schedule', 'migrations', 'webhook', 'webhook_message'],
  ...['credential_digest', 'plan_export_link', 'timesheet_day_count'],
]);
/** Written when a credential is used. */
const USE = /"last_used_at": (?:null|"[^"]*"),? ?/;

/**
 * Rows that are not as before, though they are not about the person.
 * @param about - values and ids, one of which is in each row about the person
 * @returns the table and the beginning of each
 */
export function changedRows(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
  about: readonly string[],
): string[] {
  return [...before].flatMap(([table, rows]) => {
    if (OF_NOBODY.has(table)) return [];
    const left = new Set((after.get(table) ?? []).map(unused));
    return rows
      .filter((row) => !left.has(unused(row)) && !about.some((value) => row.toLowerCase().includes(value)))
      .map((row) => `${table} ${row.slice(0, 200)}`);
  });
}

function unused(row: string): string {
  return row.replace(USE, '');
}
