import { Injectable } from '@nestjs/common';
import { assigned, selected } from '../../../platform/database/columns.js';
import { named, Sql, type Statement } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import {
  RETENTION_PERIOD_NAMES,
  type RetentionPeriod,
  type RetentionSettings,
} from '../domain/retention-settings.js';

const COLUMNS: Readonly<Record<keyof RetentionSettings, string>> = {
  leaversMonths: 'leavers_months',
  timesheetsYears: 'timesheets_years',
  closedPlansYears: 'closed_plans_years',
  auditDays: 'audit_days',
  warnByMail: 'warn_by_mail',
};

/** Columns of `retention_setting` that have {@link RetentionSettings}. */
export const SETTING_COLUMNS = selected(COLUMNS);

export type SettingsRow = Record<string, unknown> & {
  readonly [Name in RetentionPeriod]: number | null;
} & { readonly warnByMail: boolean };

export function settingsOf(row: SettingsRow): RetentionSettings {
  const periods = RETENTION_PERIOD_NAMES.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]));
  return { ...Object.fromEntries(periods), warnByMail: row.warnByMail } as RetentionSettings;
}

const FIND: Statement = {
  name: 'retention.find-settings',
  text: `SELECT ${SETTING_COLUMNS} FROM retention_setting WHERE company_id = $1`,
};

/** The update, which changes nothing, locks the row of a company that has one. */
const LOCK: Statement = {
  name: 'retention.lock-settings',
  text: `
    INSERT INTO retention_setting (company_id, warn_by_mail) VALUES ($1, false)
    ON CONFLICT (company_id) DO UPDATE SET company_id = EXCLUDED.company_id
    RETURNING ${SETTING_COLUMNS}`,
};

const UPDATE = named(
  'retention.update-settings',
  `
    UPDATE retention_setting
    SET ${assigned(COLUMNS)}, next_run_at = now() + :nextRunInMs::float8 * interval '1 millisecond', warned_at = NULL
    WHERE company_id = :companyId`,
);

/** The retention of companies. */
@Injectable()
export class RetentionSettingsStore {
  constructor(private readonly sql: Sql) {}

  /** Undefined for a company that has set nothing. */
  async find(companyId: string, transaction?: Transaction): Promise<RetentionSettings | undefined> {
    const [row] = await this.sql.query<SettingsRow>(FIND, [companyId], transaction);
    return row && settingsOf(row);
  }

  /**
   * Locks the settings of a company until the transaction ends.
   * @returns the defaults, which it stores, for a company that has set nothing
   */
  async lock(companyId: string, transaction: Transaction): Promise<RetentionSettings> {
    const [row] = await this.sql.query<SettingsRow>(LOCK, [companyId], transaction);
    return settingsOf(row as SettingsRow);
  }

  /**
   * Updates locked settings.
   * @param nextRunInMs - time until the first run with these settings; undefined if they remove nothing
   */
  async update(
    companyId: string,
    settings: RetentionSettings,
    nextRunInMs: number | undefined,
    transaction: Transaction,
  ): Promise<void> {
    const none = Object.fromEntries(RETENTION_PERIOD_NAMES.map((name) => [name, null]));
    await this.sql.query(UPDATE, { companyId, nextRunInMs, ...none, ...settings }, transaction);
  }
}
