import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { ExpiredRecords, Expiry } from '../../shared-kernel/retention.js';

/** The end, or the day on which it was recorded, whichever is later: an end may be recorded for years ago. */
const leftAt = (alias: string): string => `greatest(${alias}.turnover_date, ${alias}.deleted_at)`;

/**
 * Records of the same person share an external id, or an address if one of them has no external id. Both are named for
 * each state, because each condition has an index of its own.
 */
const KEYS = [
  'o.external_id = e.external_id',
  'o.email_key = e.email_key AND (o.external_id IS NULL OR e.external_id IS NULL)',
];

/** The person is employed again, or has left again later. */
const STATES = ['o.deleted_at IS NULL', `o.deleted_at IS NOT NULL AND ${leftAt('o')} >= $2`];

const IS_ANYWHERE_ELSE = STATES.flatMap((state) =>
  KEYS.map((key) => `EXISTS (SELECT FROM employee o WHERE o.company_id = $1 AND ${state} AND ${key})`),
);

/** `$1` company, `$2` time, `$3` ids of employees who are held. */
const LEAVERS = `
  FROM employee e
  WHERE e.company_id = $1 AND e.deleted_at IS NOT NULL AND ${leftAt('e')} < $2 AND e.id <> ALL ($3::text[])
    AND NOT (${IS_ANYWHERE_ELSE.join(' OR ')})`;

const COUNT: Statement = {
  name: 'leavers.count',
  text: `SELECT count(*)::integer AS count ${LEAVERS}`,
};

/** `$4` id after which the list begins, `$5` most people. */
const LIST: Statement = {
  name: 'leavers.list',
  text: `SELECT e.id ${LEAVERS} AND e.id > $4 ORDER BY e.id LIMIT $5`,
};

/** People who left before a time, none of whom is employed again. */
@Injectable()
export class LeaversQueries {
  constructor(private readonly sql: Sql) {}

  async preview(expiry: Expiry, mostIds: number): Promise<ExpiredRecords> {
    const [row] = await this.sql.query<{ count: number }>(COUNT, valuesOf(expiry));
    return { count: row?.count ?? 0, firstIds: await this.list(expiry, '', mostIds) };
  }

  /** Ids of employees, in their order. @param after - the last id of the page before, or empty */
  async list(expiry: Expiry, after: string, limit: number): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(LIST, [...valuesOf(expiry), after, limit]);
    return rows.map(({ id }) => id);
  }
}

function valuesOf({ companyId, before, held }: Expiry): unknown[] {
  return [companyId, before, held.employeeIds];
}
