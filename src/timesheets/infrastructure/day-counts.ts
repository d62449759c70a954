import type { EntityManager } from 'typeorm';
import type { TimesheetList } from './timesheet.row.js';

/** Only the holder of the company's lock writes its counts, so no other transaction inserts the same day. */
const ADD_TO_COUNTS = `
  MERGE INTO timesheet_day_count c
  USING json_to_recordset($2::json) AS d (list text, day date, entries integer)
  ON c.company_id = $1 AND c.list = d.list AND c.day = d.day
  WHEN MATCHED AND c.entries + d.entries = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET entries = c.entries + d.entries
  WHEN NOT MATCHED THEN INSERT (company_id, list, day, entries) VALUES ($1, d.list, d.day, d.entries)`;

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
    const changes = [...this.changes.values()].filter(({ entries }) => entries !== 0);
    if (changes.length > 0) await manager.query(ADD_TO_COUNTS, [companyId, JSON.stringify(changes)]);
  }

  private change({ list, listedAt }: Listed, entries: number): void {
    const day = listedAt.slice(0, 10);
    const key = `${list} ${day}`;
    const known = this.changes.get(key);
    if (known) known.entries += entries;
    else this.changes.set(key, { list, day, entries });
  }
}
