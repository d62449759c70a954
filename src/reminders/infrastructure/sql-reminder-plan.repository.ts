import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { newId } from '../../shared-kernel/id.js';
import type { Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ReminderPlanRepository, type DailyMail } from '../domain/reminder-plan.repository.js';
import type { RemindingCompany } from '../domain/reminding-company.js';
import type { Recipient } from '../domain/wishes.js';

const dayOf = (column: string): string => `to_char(s.${column}, 'YYYY-MM-DD')`;

const SELECT_COMPANIES = `
  SELECT s.company_id AS "companyId", c.name, c.time_zone AS "timeZone", s.language, s.hour, s.weekdays,
    s.reminders_since AS "remindersSince", s.digest_since AS "digestSince",
    ${dayOf('planned_morning')} AS "plannedMorning", ${dayOf('planned_digest')} AS "plannedDigest"
  FROM reminder_setting s JOIN company c ON c.id = s.company_id
  WHERE (s.reminders_since IS NOT NULL OR s.digest_since IS NOT NULL)`;

/** Of all companies: a worker plans the mails of all. */
const FIND_COMPANIES = { name: 'reminders.companies', text: SELECT_COMPANIES };

const FIND = { name: 'reminders.company', text: `${SELECT_COMPANIES} AND s.company_id = $1` };

const LOCK = { name: 'reminders.lock-company', text: `${FIND.text} FOR UPDATE OF s` };

const SET_PLANNED = {
  name: 'reminders.set-planned',
  text: `
    UPDATE reminder_setting
    SET planned_morning = coalesce($2::date, planned_morning), planned_digest = coalesce($3::date, planned_digest)
    WHERE company_id = $1`,
};

const RECIPIENT = 'r.id, r.email_key AS "emailKey", r.reminders, r.digest';

/** `$1` company, `$2` ids of those who are new, `$3` addresses, `$4` day. */
function claimStatement(mail: DailyMail) {
  const column = `last_${mail}`;
  return {
    name: `reminders.claim-${mail}`,
    text: `
      INSERT INTO reminder_recipient AS r (company_id, id, email_key, ${column})
      SELECT $1, given.id, given.email_key, $4::date
      FROM unnest($2::text[], $3::text[]) AS given (id, email_key)
      ON CONFLICT (company_id, email_key) DO UPDATE SET ${column} = excluded.${column}
        WHERE r.${column} IS NULL OR r.${column} < excluded.${column}
      RETURNING ${RECIPIENT}`,
  };
}

const CLAIM = { morning: claimStatement('morning'), assigned: claimStatement('assigned') };

type CompanyRow = RemindingCompany & Record<string, unknown>;
type RecipientRow = Recipient & Record<string, unknown>;

@Injectable()
export class SqlReminderPlanRepository extends ReminderPlanRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  findCompanies(): Promise<RemindingCompany[]> {
    return this.sql.query<CompanyRow>(FIND_COMPANIES);
  }

  async find(companyId: string): Promise<RemindingCompany | undefined> {
    const [row] = await this.sql.query<CompanyRow>(FIND, [companyId]);
    return row;
  }

  async lock(companyId: string, transaction: Transaction): Promise<RemindingCompany | undefined> {
    const [row] = await this.sql.query<CompanyRow>(LOCK, [companyId], transaction);
    return row;
  }

  async setPlanned(
    companyId: string,
    { morning, digest }: { readonly morning?: Day; readonly digest?: Day },
    transaction: Transaction,
  ): Promise<void> {
    await this.sql.query(SET_PLANNED, [companyId, morning ?? null, digest ?? null], transaction);
  }

  claim(
    companyId: string,
    emailKeys: readonly string[],
    day: Day,
    mail: DailyMail,
    transaction: Transaction,
  ): Promise<Recipient[]> {
    const keys = [...new Set(emailKeys)].sort(); // several transactions lock rows in the same order
    const values = [companyId, keys.map(() => newId()), keys, day];
    return this.sql.query<RecipientRow>(CLAIM[mail], values, transaction);
  }
}
