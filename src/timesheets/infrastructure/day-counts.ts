import type { EntityManager } from 'typeorm';
import type { TimesheetList } from './timesheet.row.js';

/** `$1` company, `$2` days, here and below. */
const DAYS = 'json_to_recordset($2::json) AS d (list text, day date, entries integer)';

const ADD = `
  INSERT INTO timesheet_day_count AS c (company_id, list, day, entries)
  SELECT $1, d.list, d.day, d.entries FROM ${DAYS}
  ON CONFLICT (company_id, list, day) DO UPDATE SET entries = c.entries + excluded.entries`;

/** Days that lose all of their entries have no count. Only the holder of the company's lock writes its counts. */
const REMOVE = `
  DELETE FROM timesheet_day_count c USING ${DAYS}
  WHERE c.company_id = $1 AND c.list = d.list AND c.day = d.day AND c.entries + d.entries = 0`;

/** To be run after {@link REMOVE}. */
const REDUCE = `
  UPDATE timesheet_day_count c SET entries = c.entries + d.entries FROM ${DAYS}
  WHERE c.company_id = $1 AND c.list = d.list AND c.day = d.day`;

/** The list of an entry and the time by which it is ordered there. */
export interface Listed {
  readonly list: TimesheetList;
  /** Date-time in UTC. */
  readonly listedAt: string;
}

interface DayCount {
  readonly list: TimesheetList;
  readonly day: string;
  entries: number;
}

/** Entries that each list gains and loses per UTC day in one batch. */
export class DayCountChanges {
  private readonly changes = new Map<string, DayCount>();

  add(listed: Listed): void {
    this.change(listed, 1);
  }

  remove(listed: Listed): void {
    this.change(listed, -1);
  }

  async write(manager: EntityManager, companyId: string): Promise<void> {
    const changes = [...this.changes.values()];
    const gained = changes.filter(({ entries }) => entries > 0);
    const lost = changes.filter(({ entries }) => entries < 0);
    if (gained.length > 0) await manager.query(ADD, [companyId, JSON.stringify(gained)]);
    if (lost.length === 0) return;
    for (const statement of [REMOVE, REDUCE])
      await manager.query(statement, [companyId, JSON.stringify(lost)]);
  }

  private change({ list, listedAt }: Listed, entries: number): void {
    const day = listedAt.slice(0, 10);
    const key = `${list} ${day}`;
    const known = this.changes.get(key);
    if (known) known.entries += entries;
    else this.changes.set(key, { list, day, entries });
  }
}
