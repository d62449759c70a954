import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTimesheets } from '../data/timesheet-importer.js';
import type { TrialBench } from '../harness/bench.js';
import { judge } from '../harness/comparison.js';
import type { Database } from '../harness/database.js';
import { spread } from '../harness/statistics.js';

const ENTRIES = 1_000_000;
const COMPANY = '0123456789abcdef01234567';

/** Columns that are not derived from others. */
const COLUMNS = `id, company_id, email, external_id, time_zone, start_time, end_time, active, breaks, period_type,
  change_history, original_timesheet_id, deleted_at, deleted_by, deleted_reason`;

/** A million entries by the importer, and the same rows by COPY into the same table with its indexes and triggers. */
export const timesheetImport: TrialBench = {
  name: 'timesheet-import',
  summary: 'a million timesheet entries by the importer, against COPY of the same rows into the same table',
  effort: { rounds: 1 },

  async conduct({ service, database }, { rounds }, tell) {
    const folder = await mkdtemp(join(tmpdir(), 'wes-bench-timesheets-'));
    await chmod(folder, 0o777); // the server may run as somebody else
    const file = join(folder, 'rows.txt');
    const imports: number[] = [];
    const copies: number[] = [];
    try {
      await database.query(
        `INSERT INTO company (id, name, time_zone) VALUES ($1, 'Bench', 'Europe/Madrid')`,
        [COMPANY],
      );
      for (let round = 1; round <= rounds; round++) {
        await database.query('TRUNCATE timesheet_entry');
        imports.push(await importTimesheets(service.databaseUrl, COMPANY, ENTRIES));
        await checkCounters(database);
        // In the order of the import, not of the rows on disk after a vacuum.
        await database.query(`COPY (SELECT ${COLUMNS} FROM timesheet_entry ORDER BY ctid) TO '${file}'`);
        await database.query('TRUNCATE timesheet_entry');
        const startedAt = performance.now();
        await database.query(`COPY timesheet_entry (${COLUMNS}) FROM '${file}'`);
        copies.push(performance.now() - startedAt);
        await checkCounters(database);
        tell(
          `round ${round} of ${rounds}: import ${imports.at(-1)?.toFixed(0)} ms, COPY ${copies.at(-1)?.toFixed(0)} ms`,
        );
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return {
      notes: [
        `${ENTRIES} entries in one transaction; after each way the counters say so.`,
        'The server reads the file itself, which spares COPY the way through a client.',
      ],
      measurements: [
        { name: 'import', unit: 'ms', value: spread(imports) },
        { name: 'COPY', unit: 'ms', value: spread(copies) },
      ],
      comparisons: [judge({ of: 'import', against: 'COPY', figure: 'time', atMost: 5 }, imports, copies)],
    };
  },
};

async function checkCounters(database: Database): Promise<void> {
  const [row] = await database.query<{ entries: number }>(
    `SELECT sum(entries)::integer AS entries FROM timesheet_block WHERE company_id = $1 AND email_key = ''`,
    [COMPANY],
  );
  if (row?.entries !== ENTRIES) throw new Error(`the counters say ${row?.entries} entries`);
}
