import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

const FIND_WEBHOOKS = {
  name: 'webhooks.records-of-person',
  text: `
    SELECT id, url, types, description, disabled_reason AS "disabledReason", disabled_at AS "disabledAt",
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM webhook WHERE company_id = $1 AND user_id = ANY ($2) ORDER BY created_at, id`,
};

/** Answers of receivers are texts of others. */
const FIND_MESSAGES = {
  name: 'webhooks.messages-of-person',
  text: `
    SELECT id, webhook_id AS "webhookId", type, object_id AS "objectId", status, attempts, created_at AS "createdAt"
    FROM webhook_message WHERE company_id = $1 AND object_id = ANY ($2) ORDER BY created_at, id`,
};

/** Webhooks that a person made, and the messages by which others were told of the person. */
@Injectable()
export class WebhookSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, employeeIds, userIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'webhooks', FIND_WEBHOOKS, [companyId, userIds]);
    yield* recordsOfRows(this.sql, 'webhookMessages', FIND_MESSAGES, [companyId, employeeIds]);
  }
}
