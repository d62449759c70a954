import {
  RETENTION_PERIOD_NAMES,
  type RetentionPeriod,
  type RetentionSettings,
} from '../domain/retention-settings.js';

/** Columns of `retention_setting` that have {@link RetentionSettings}. */
export const SETTING_COLUMNS = `
  leavers_months AS "leaversMonths", timesheets_years AS "timesheetsYears", closed_plans_years AS "closedPlansYears",
  audit_days AS "auditDays", warn_by_mail AS "warnByMail"`;

export type SettingsRow = Record<string, unknown> & {
  readonly [Name in RetentionPeriod]: number | null;
} & { readonly warnByMail: boolean };

export function settingsOf(row: SettingsRow): RetentionSettings {
  const periods = RETENTION_PERIOD_NAMES.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]));
  return { ...Object.fromEntries(periods), warnByMail: row.warnByMail } as RetentionSettings;
}
