import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';

/** Of a working time, whose record names the person by their keys. */
const valueOf = (name: string): string => `coalesce(r.after ->> '${name}', r.before ->> '${name}')`;

/** `$2` ids of employees and users, `$3` folded e-mail addresses, `$4` external ids, `$5` ids of users. */
const IS_ABOUT = `
  r.company_id = $1 AND (r.before IS NOT NULL OR r.after IS NOT NULL OR r.listed IS NOT NULL) AND (
    r.object_id = ANY ($2)
    OR r.object_type = 'timesheet' AND (
      lower(${valueOf('email')}) = ANY ($3) OR ${valueOf('externalId')} = ANY ($4)
    )
    OR r.object_type IN ('session', 'webhook') AND r.actor_id = ANY ($5)
    OR r.object_type = 'session' AND ${valueOf('userId')} = ANY ($5)
  )`;

const COUNT = {
  name: 'audit.count-of-person',
  text: `SELECT count(*)::integer AS count FROM audit_record r WHERE ${IS_ABOUT}`,
};

const CLEAR = {
  name: 'audit.clear-of-person',
  text: `UPDATE audit_record r SET before = NULL, after = NULL, listed = NULL WHERE ${IS_ABOUT}`,
};

/** `$2` ids of users. */
const CLEAR_ADDRESSES = {
  name: 'audit.clear-addresses-of-person',
  text: `
    UPDATE audit_record r SET address = NULL
    WHERE r.company_id = $1 AND r.actor_id = ANY ($2) AND r.address IS NOT NULL`,
};

/** Removes the values of records about a person, and the addresses of the person's requests. The facts stay. */
@Injectable()
export class AuditEraser extends PersonalDataEraser {
  constructor(private readonly sql: Sql) {
    super();
  }

  async count(person: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<{ count: number }>(COUNT, valuesOf(person));
    return { auditRecords: row?.count ?? 0 };
  }

  async erase(person: Person): Promise<void> {
    await this.sql.query(CLEAR, valuesOf(person));
    await this.sql.query(CLEAR_ADDRESSES, [person.companyId, person.userIds]);
  }
}

function valuesOf({ companyId, employeeIds, userIds, emailKeys, externalIds }: Person): unknown[] {
  return [companyId, [...employeeIds, ...userIds], emailKeys, externalIds, userIds];
}
