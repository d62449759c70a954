import { Injectable } from '@nestjs/common';
import { sweepOf } from '../../platform/database/expired-rows.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { MAIL_PAUSE_MS, MAX_MAILED_WEBHOOKS } from '../domain/webhook.limits.js';
import type { WebhookKey } from '../domain/webhook.repository.js';

/** `$3` time. */
const COUNT_OTHER_MAILS: Statement = {
  name: 'webhook-mails.count-others',
  text: `
    SELECT count(*)::integer AS count FROM webhook_mail
    WHERE company_id = $1 AND webhook_id <> $2 AND mailed_at > $3`,
};

/** `$3` time since which there must be none, `$4` now. */
const NOTE_MAIL: Statement = {
  name: 'webhook-mails.note',
  text: `
    INSERT INTO webhook_mail AS m (company_id, webhook_id, mailed_at) VALUES ($1, $2, $4)
    ON CONFLICT (company_id, webhook_id) DO UPDATE SET mailed_at = excluded.mailed_at WHERE m.mailed_at <= $3
    RETURNING webhook_id`,
};

const removeOld = sweepOf({
  table: 'webhook_mail',
  id: 'webhook_id',
  expires: `mailed_at < now() - interval '1 ms' * ${MAIL_PAUSE_MS}`,
  by: 'mailed_at',
  batch: 1_000,
});

/** Mails about webhooks that the service has disabled, also about those that were deleted since. */
@Injectable()
export class WebhookMailStore {
  constructor(private readonly sql: Sql) {}

  /**
   * Notes a mail about a webhook, which is locked.
   * @returns false where none is to be sent: there was one within a day, or there were too many about others
   */
  async note({ companyId, webhookId }: WebhookKey, transaction: Transaction): Promise<boolean> {
    const now = new Date();
    const values = [companyId, webhookId, new Date(now.getTime() - MAIL_PAUSE_MS)];
    const [others] = await this.sql.query<{ count: number }>(COUNT_OTHER_MAILS, values, transaction);
    if ((others?.count ?? 0) >= MAX_MAILED_WEBHOOKS) return false;
    return (await this.sql.query(NOTE_MAIL, [...values, now], transaction)).length === 1;
  }

  /** Removes notes of all companies that are older than a day. */
  removeOld(signal: AbortSignal): Promise<void> {
    return removeOld(this.sql, signal);
  }
}
