import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { type ExpiredRecords, type Expiry, Retention } from '../../shared-kernel/retention.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { TimesheetList } from './timesheet.row.js';
import { TimesheetWriter } from './timesheet-writer.js';

const LISTS: readonly TimesheetList[] = ['live', 'deleted'];

/** Live entries are listed by their start. */
const START = { live: 'e.listed_at', deleted: 'e.start_time' } as const;

/** `$1` company, `$2` time, `$3` and `$4` addresses and external ids of held people, `$5` most rows. */
const expired = (list: TimesheetList): string => `
  FROM timesheet_entry e
  WHERE e.company_id = $1 AND e.list = '${list}' AND ${START[list]} < $2
    AND (e.email_key IS NULL OR e.email_key <> ALL ($3::text[]))
    AND (cardinality($4::text[]) = 0 OR coalesce(e.document->>'externalId', '') <> ALL ($4::text[]))`;

const COUNT = statements('count', (list) => `SELECT count(*)::integer AS count ${expired(list)}`);

const FIRST = statements(
  'first',
  (list) => `SELECT e.id ${expired(list)} ORDER BY ${START[list]}, e.listed_at, e.id LIMIT $5`,
);

/** A `ctid` is unique in the partition of the company, whose lock keeps rows in place. */
export const REMOVE_EXPIRED_TIMESHEETS = statements(
  'remove',
  (list) => `
    WITH removed AS (
      DELETE FROM timesheet_entry WHERE company_id = $1 AND ctid = ANY (ARRAY(
        SELECT e.ctid ${expired(list)} ORDER BY ${START[list]}, e.listed_at LIMIT $5
      ))
      RETURNING id, list, listed_at
    )
    SELECT id, list, to_char(listed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "listedAt" FROM removed`,
);

/** Live and deleted entries, by their start. */
@Injectable()
export class TimesheetRetention extends Retention {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async preview(expiry: Expiry, mostIds: number): Promise<ExpiredRecords> {
    let count = 0;
    const firstIds: string[] = [];
    for (const list of LISTS) {
      const values = valuesOf(expiry);
      const [row] = await this.sql.query<{ count: number }>(COUNT[list], values);
      count += row?.count ?? 0;
      const first = await this.sql.query<{ id: string }>(FIRST[list], [...values, mostIds]);
      firstIds.push(...first.map(({ id }) => id));
    }
    return { count, firstIds: firstIds.slice(0, mostIds) };
  }

  remove(expiry: Expiry, limit: number): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      const manager = managerOf(transaction);
      const writer = await TimesheetWriter.lock(manager, expiry.companyId);
      let removed = 0;
      for (const list of LISTS) {
        const values = [...valuesOf(expiry), limit - removed];
        const entries = await this.sql.query<RemovedRow>(
          REMOVE_EXPIRED_TIMESHEETS[list],
          values,
          transaction,
        );
        await writer.recordRemoved(entries);
        removed += entries.length;
        if (removed === limit) break;
      }
      return removed;
    });
  }
}

type RemovedRow = Record<string, unknown> & {
  readonly id: string;
  readonly list: TimesheetList;
  readonly listedAt: string;
};

function valuesOf({ companyId, before, held }: Expiry): unknown[] {
  return [companyId, before, held.emailKeys, held.externalIds];
}

function statements(
  name: string,
  textOf: (list: TimesheetList) => string,
): Readonly<Record<TimesheetList, Statement>> {
  const of = (list: TimesheetList): Statement => ({
    name: `timesheet-retention.${name}-${list}`,
    text: textOf(list),
  });
  return { live: of('live'), deleted: of('deleted') };
}
