import { Injectable } from '@nestjs/common';
import { assigned, inserted, selected } from '../../platform/database/columns.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Day } from '../../shared-kernel/local-days.js';
import type { RemindingCompany } from '../domain/reminding-company.js';
import { DEFAULT_REMINDER_SETTINGS, type ReminderSettings } from '../domain/reminder-settings.js';

const COLUMNS: Readonly<Record<keyof ReminderSettings, string>> = {
  reminders: 'reminders',
  digest: 'digest',
  language: 'language',
  hour: 'hour',
  weekdays: 'weekdays',
};

const FIND: Statement = {
  name: 'reminders.find-settings',
  text: `SELECT ${selected(COLUMNS)} FROM reminder_setting WHERE company_id = $1`,
};

/** The update, which changes nothing, locks the row of a company that has one. */
const LOCK = named(
  'reminders.lock-settings',
  `
    INSERT INTO reminder_setting ${inserted({ companyId: 'company_id', ...COLUMNS })}
    ON CONFLICT (company_id) DO UPDATE SET company_id = EXCLUDED.company_id
    RETURNING ${selected(COLUMNS)}`,
);

/** Names of columns on the right are their values before the update. */
const UPDATE = named(
  'reminders.update-settings',
  `
    WITH time AS MATERIALIZED (SELECT now() AS now)
    UPDATE reminder_setting s SET ${assigned(COLUMNS)},
      reminders_since = CASE WHEN reminders = :reminders THEN reminders_since WHEN :reminders THEN time.now END,
      planned_morning = CASE WHEN reminders = :reminders THEN planned_morning END,
      digest_since = CASE WHEN digest = :digest THEN digest_since WHEN :digest THEN time.now END,
      planned_digest = CASE WHEN digest = :digest THEN planned_digest END
    FROM time
    WHERE s.company_id = :companyId`,
);

const dayOf = (column: string): string => `to_char(s.${column}, 'YYYY-MM-DD')`;

const SELECT_COMPANIES = `
  SELECT s.company_id AS "companyId", c.name, c.time_zone AS "timeZone", s.language, s.hour, s.weekdays,
    s.reminders_since AS "remindersSince", s.digest_since AS "digestSince",
    ${dayOf('planned_morning')} AS "plannedMorning", ${dayOf('planned_digest')} AS "plannedDigest"
  FROM reminder_setting s JOIN company c ON c.id = s.company_id
  WHERE (s.reminders_since IS NOT NULL OR s.digest_since IS NOT NULL)`;

/** Of all companies: a worker plans the mails of all. */
const FIND_COMPANIES: Statement = { name: 'reminders.companies', text: SELECT_COMPANIES };

const FIND_COMPANY: Statement = {
  name: 'reminders.company',
  text: `${SELECT_COMPANIES} AND s.company_id = $1`,
};

const LOCK_COMPANY: Statement = {
  name: 'reminders.lock-company',
  text: `${FIND_COMPANY.text} FOR UPDATE OF s`,
};

const SET_PLANNED: Statement = {
  name: 'reminders.set-planned',
  text: `
    UPDATE reminder_setting
    SET planned_morning = coalesce($2::date, planned_morning), planned_digest = coalesce($3::date, planned_digest)
    WHERE company_id = $1`,
};

type Row = ReminderSettings & Record<string, unknown>;
type CompanyRow = RemindingCompany & Record<string, unknown>;

/** The settings of companies, and which of their mails are planned. */
@Injectable()
export class ReminderSettingsStore {
  constructor(private readonly sql: Sql) {}

  /** Undefined for a company that has set nothing. */
  async find(companyId: string, transaction?: Transaction): Promise<ReminderSettings | undefined> {
    const [row] = await this.sql.query<Row>(FIND, [companyId], transaction);
    return row;
  }

  /**
   * Locks the settings of a company until the transaction ends.
   * @returns the defaults, which it stores, for a company that has set nothing
   */
  async lock(companyId: string, transaction: Transaction): Promise<ReminderSettings> {
    const values = { companyId, ...DEFAULT_REMINDER_SETTINGS };
    const [row] = await this.sql.query<Row>(LOCK, values, transaction);
    return row as Row;
  }

  /**
   * Updates locked settings. Reminders and digests that are turned on count from now on; for those that are turned on
   * or off, nothing is planned yet.
   */
  async update(companyId: string, settings: ReminderSettings, transaction: Transaction): Promise<void> {
    await this.sql.query(UPDATE, { companyId, ...settings }, transaction);
  }

  /** Companies that have turned on reminders or the digest. */
  remindingCompanies(): Promise<RemindingCompany[]> {
    return this.sql.query<CompanyRow>(FIND_COMPANIES);
  }

  /** Undefined if the company has turned on neither. */
  async remindingCompany(companyId: string): Promise<RemindingCompany | undefined> {
    const [row] = await this.sql.query<CompanyRow>(FIND_COMPANY, [companyId]);
    return row;
  }

  /** Like {@link remindingCompany}, and keeps other processes from planning for the company. */
  async lockRemindingCompany(
    companyId: string,
    transaction: Transaction,
  ): Promise<RemindingCompany | undefined> {
    const [row] = await this.sql.query<CompanyRow>(LOCK_COMPANY, [companyId], transaction);
    return row;
  }

  /** Of what is undefined nothing changes. */
  async setPlanned(
    companyId: string,
    { morning, digest }: { readonly morning: Day | undefined; readonly digest: Day | undefined },
    transaction: Transaction,
  ): Promise<void> {
    await this.sql.query(SET_PLANNED, [companyId, morning ?? null, digest ?? null], transaction);
  }
}
