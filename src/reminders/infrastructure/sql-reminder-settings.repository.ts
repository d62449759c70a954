import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { DEFAULT_REMINDER_SETTINGS, type ReminderSettings } from '../domain/reminder-settings.js';
import { ReminderSettingsRepository } from '../domain/reminder-settings.repository.js';

const FIND: Statement = {
  name: 'reminders.find-settings',
  text: 'SELECT reminders, digest, language, hour, weekdays FROM reminder_setting WHERE company_id = $1',
};

/** The update, which changes nothing, locks the row of a company that has one. */
const LOCK: Statement = {
  name: 'reminders.lock-settings',
  text: `
    INSERT INTO reminder_setting (company_id, reminders, digest, language, hour, weekdays)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (company_id) DO UPDATE SET company_id = EXCLUDED.company_id
    RETURNING reminders, digest, language, hour, weekdays`,
};

/** Names of columns on the right are their values before the update. */
const UPDATE: Statement = {
  name: 'reminders.update-settings',
  text: `
    UPDATE reminder_setting SET reminders = $2, digest = $3, language = $4, hour = $5, weekdays = $6,
      reminders_since = CASE WHEN reminders = $2 THEN reminders_since WHEN $2 THEN now() END,
      planned_morning = CASE WHEN reminders = $2 THEN planned_morning END,
      digest_since = CASE WHEN digest = $3 THEN digest_since WHEN $3 THEN now() END,
      planned_digest = CASE WHEN digest = $3 THEN planned_digest END
    WHERE company_id = $1`,
};

type Row = ReminderSettings & Record<string, unknown>;

/** Settings in PostgreSQL. */
@Injectable()
export class SqlReminderSettingsRepository extends ReminderSettingsRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find(companyId: string, transaction?: Transaction): Promise<ReminderSettings | undefined> {
    const [row] = await this.sql.query<Row>(FIND, [companyId], transaction);
    return row;
  }

  async lock(companyId: string, transaction: Transaction): Promise<ReminderSettings> {
    const values = valuesOf(companyId, DEFAULT_REMINDER_SETTINGS);
    const [row] = await this.sql.query<Row>(LOCK, values, transaction);
    return row as Row;
  }

  async update(companyId: string, settings: ReminderSettings, transaction: Transaction): Promise<void> {
    await this.sql.query(UPDATE, valuesOf(companyId, settings), transaction);
  }
}

function valuesOf(
  companyId: string,
  { reminders, digest, language, hour, weekdays }: ReminderSettings,
): unknown[] {
  return [companyId, reminders, digest, language, hour, weekdays];
}
