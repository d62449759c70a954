import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { newId } from '../../shared-kernel/id.js';
import type { Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DailyMail } from '../domain/planned-mail.js';
import type { Recipient, Wishes } from '../domain/wishes.js';

const COLUMNS = 'id, email_key AS "emailKey", reminders, digest';

const FIND: Statement = {
  name: 'reminders.find-recipient',
  text: `
    SELECT ${COLUMNS}, to_char(last_assigned, 'YYYY-MM-DD') AS "lastAssigned"
    FROM reminder_recipient WHERE company_id = $1 AND email_key = $2`,
};

const FIND_BY_ID: Statement = {
  name: 'reminders.find-recipient-by-id',
  text: `SELECT ${COLUMNS} FROM reminder_recipient WHERE company_id = $1 AND id = $2`,
};

/** The update, which changes nothing, locks the row of an address that has one. */
const LOCK: Statement = {
  name: 'reminders.lock-recipient',
  text: `
    INSERT INTO reminder_recipient (company_id, id, email_key) VALUES ($1, $2, $3)
    ON CONFLICT (company_id, email_key) DO UPDATE SET email_key = EXCLUDED.email_key
    RETURNING ${COLUMNS}`,
};

const SET_WISHES: Statement = {
  name: 'reminders.set-wishes',
  text: 'UPDATE reminder_recipient SET reminders = $3, digest = $4 WHERE company_id = $1 AND id = $2 RETURNING id',
};

/** `$1` company, `$2` ids of those who are new, `$3` addresses, `$4` day. */
function claimStatement(mail: DailyMail): Statement {
  const column = `last_${mail}`;
  return {
    name: `reminders.claim-${mail}`,
    text: `
      INSERT INTO reminder_recipient AS r (company_id, id, email_key, ${column})
      SELECT $1, given.id, given.email_key, $4::date
      FROM unnest($2::text[], $3::text[]) AS given (id, email_key)
      ON CONFLICT (company_id, email_key) DO UPDATE SET ${column} = excluded.${column}
        WHERE r.${column} IS NULL OR r.${column} < excluded.${column}
      RETURNING ${COLUMNS}`,
  };
}

const CLAIM = { morning: claimStatement('morning'), assigned: claimStatement('assigned') };

type Row = Recipient & Record<string, unknown>;
type FoundRow = Row & { readonly lastAssigned: Day | null };

/** E-mail addresses of companies that get mail, each known since it was first needed. */
@Injectable()
export class RecipientStore {
  constructor(private readonly sql: Sql) {}

  /** By a folded address, with the day of the last mail about assignments only. */
  async find(companyId: string, emailKey: string, transaction?: Transaction): Promise<FoundRow | undefined> {
    const [row] = await this.sql.query<FoundRow>(FIND, [companyId, emailKey], transaction);
    return row;
  }

  async findById(companyId: string, id: string): Promise<Recipient | undefined> {
    const [row] = await this.sql.query<Row>(FIND_BY_ID, [companyId, id]);
    return row;
  }

  /** Locks a recipient until the transaction ends, and adds it where it is unknown. */
  async lock(companyId: string, emailKey: string, transaction: Transaction): Promise<Recipient> {
    const [row] = await this.sql.query<Row>(LOCK, [companyId, newId(), emailKey], transaction);
    return row as Row;
  }

  /** @returns false when there is no such recipient */
  async setWishes(
    companyId: string,
    id: string,
    { reminders, digest }: Wishes,
    transaction?: Transaction,
  ): Promise<boolean> {
    const updated = await this.sql.query(SET_WISHES, [companyId, id, reminders, digest], transaction);
    return updated.length > 0;
  }

  /**
   * Claims a mail of a day for people, who become recipients if they are not.
   * @param emailKeys - of the people
   * @returns the recipients for whom nobody has claimed such a mail of that day
   */
  claim(
    companyId: string,
    emailKeys: readonly string[],
    day: Day,
    mail: DailyMail,
    transaction: Transaction,
  ): Promise<Recipient[]> {
    const keys = [...new Set(emailKeys)].sort(); // several transactions lock rows in the same order
    const values = [companyId, keys.map(() => newId()), keys, day];
    return this.sql.query<Row>(CLAIM[mail], values, transaction);
  }
}
