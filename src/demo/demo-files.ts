import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../platform/package-root.js';
import type { ReminderSettings } from '../reminders/index.js';
import type { Role } from '../shared-kernel/actor.js';
import { MS_PER_DAY } from '../shared-kernel/date-time.js';
import { offsetsOf } from '../shared-kernel/time-zone.js';

/** A file of `demo`: a company, its users and settings, and the lists of an import document. */
interface DemoCompanyFile {
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** UTC day on which the file was written; its past ends before it. Loading moves this day to today. */
  readonly asOf: string;
  /** Their ids occur in the lists; loading replaces them by the ids of the created users. */
  readonly users: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    readonly language: string;
  }[];
  readonly settings: Partial<ReminderSettings>;
  readonly [list: string]: unknown;
}

/** A demo company as of today. */
export interface DemoCompany extends Pick<DemoCompanyFile, 'name' | 'timeZone' | 'users' | 'settings'> {
  /** Records by property of the import document. */
  readonly lists: Readonly<Record<string, readonly unknown[]>>;
}

const COMPANIES = ['aurora-hotels', 'northwind-logistics'];
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The demo companies, with all date-times moved by whole days, so that `asOf` becomes the UTC day of `now`. */
export function readDemoCompanies(now = Date.now()): DemoCompany[] {
  return COMPANIES.map((file) => {
    const { name, timeZone, asOf, users, settings, ...lists } = readDemoFile<DemoCompanyFile>(file);
    const days = Math.floor(now / MS_PER_DAY) - Date.parse(asOf) / MS_PER_DAY;
    const move = recordMover(days * MS_PER_DAY, timeZone);
    const moved = Object.entries(lists).map(([list, records]) => [list, (records as object[]).map(move)]);
    return { name, timeZone, users, settings, lists: Object.fromEntries(moved) as DemoCompany['lists'] };
  });
}

/** The content of `demo/<name>.json` of the package. */
export function readDemoFile<T>(name: string): T {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, `demo/${name}.json`), 'utf8')) as T;
}

/** A copy of a JSON value in which every string is replaced. */
export function mapTexts<T>(value: T, replace: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? replace(part) : part,
  ) as T;
}

/**
 * Moves all date-times of a record by the same duration. A timesheet keeps the local time at which it starts, also
 * where the clocks of the company have changed since.
 */
function recordMover(byMs: number, timeZone: string): (record: { startTime?: string }) => object {
  const offsetAt = offsetsOf(timeZone);
  return (record) => {
    const start = Date.parse(record.startTime ?? '');
    const correction = Number.isNaN(start) ? 0 : offsetAt(start) - offsetAt(start + byMs);
    return mapTexts(record, (text) =>
      DATE_TIME.test(text) ? new Date(Date.parse(text) + byMs + correction).toISOString() : text,
    );
  };
}
