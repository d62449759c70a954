import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';

const IS_MESSAGE = 'company_id = $1 AND object_id = ANY ($2)';
const IS_WEBHOOK = 'company_id = $1 AND user_id = ANY ($2)';

const COUNT_MESSAGES = {
  name: 'webhooks.count-messages-of-person',
  text: `SELECT count(*)::integer AS count FROM webhook_message WHERE ${IS_MESSAGE}`,
};

const COUNT_WEBHOOKS = {
  name: 'webhooks.count-of-person',
  text: `SELECT count(*)::integer AS count FROM webhook WHERE ${IS_WEBHOOK}`,
};

const DELETE_MESSAGES = {
  name: 'webhooks.delete-messages-of-person',
  text: `DELETE FROM webhook_message WHERE ${IS_MESSAGE}`,
};

const DELETE_WEBHOOKS = {
  name: 'webhooks.delete-of-person',
  text: `DELETE FROM webhook WHERE ${IS_WEBHOOK}`,
};

/** Removes the messages about a person with the answers of receivers, and the webhooks that the person made. */
@Injectable()
export class WebhookEraser extends PersonalDataEraser {
  readonly tables = ['webhook', 'webhook_message'];

  constructor(private readonly sql: Sql) {
    super();
  }

  async count({ companyId, employeeIds, userIds }: Person): Promise<PersonalCounts> {
    const [messages] = await this.sql.query<{ count: number }>(COUNT_MESSAGES, [companyId, employeeIds]);
    const [webhooks] = await this.sql.query<{ count: number }>(COUNT_WEBHOOKS, [companyId, userIds]);
    return { webhookMessages: messages?.count ?? 0, webhooks: webhooks?.count ?? 0 };
  }

  async erase({ companyId, employeeIds, userIds }: Person): Promise<void> {
    await this.sql.query(DELETE_MESSAGES, [companyId, employeeIds]);
    await this.sql.query(DELETE_WEBHOOKS, [companyId, userIds]);
  }
}
