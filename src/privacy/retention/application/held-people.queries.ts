import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../../platform/database/sql.js';
import type { HeldPeople } from '../../../shared-kernel/retention.js';
import { LegalHolds } from '../../holds/index.js';

/** `$1` company, `$2` ids of employees, `$3` ids of users. */
const FIND_KEYS: Statement = {
  name: 'retention.find-keys-of-held',
  text: `
    SELECT e.email_key AS "emailKey", e.external_id AS "externalId" FROM employee e
    WHERE e.company_id = $1 AND e.id = ANY ($2::text[])
    UNION SELECT u.email_key, NULL FROM user_account u WHERE u.company_id = $1 AND u.id = ANY ($3::text[])`,
};

interface KeyRow extends Record<string, unknown> {
  readonly emailKey: string | null;
  readonly externalId: string | null;
}

/** The people of a company who are held, with the addresses and external ids that they have now. */
@Injectable()
export class HeldPeopleQueries {
  constructor(
    private readonly holds: LegalHolds,
    private readonly sql: Sql,
  ) {}

  /** Undefined while the whole company is held. */
  async of(companyId: string): Promise<HeldPeople | undefined> {
    const { isCompanyHeld, employeeIds, userIds } = await this.holds.inCompany(companyId);
    if (isCompanyHeld) return undefined;
    const isNobodyHeld = employeeIds.length + userIds.length === 0;
    const values = [companyId, employeeIds, userIds];
    const rows = isNobodyHeld ? [] : await this.sql.query<KeyRow>(FIND_KEYS, values);
    const emailKeys = [...new Set(rows.flatMap(({ emailKey }) => emailKey ?? []))];
    const externalIds = [...new Set(rows.flatMap(({ externalId }) => externalId ?? []))];
    return { employeeIds, userIds, emailKeys, externalIds };
  }
}
