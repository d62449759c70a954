import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';

/** Of a working time, whose record names the person by their keys. */
const valueOf = (name: string): string => `coalesce(c.after ->> '${name}', c.before ->> '${name}')`;

/** Working times of the person that records name by a key. Records of changes have only what has changed. */
const ENTRIES = `
  SELECT c.object_id FROM audit_record c
  WHERE c.company_id = $1 AND c.object_type = 'timesheet' AND (
    lower(${valueOf('email')}) = ANY ($3) OR ${valueOf('externalId')} = ANY ($4)
    OR EXISTS (
      SELECT FROM json_to_recordset($6::json) AS s (kind text, key text, "from" timestamptz, "to" timestamptz)
      WHERE (
          s.kind = 'externalId' AND ${valueOf('externalId')} = s.key
          OR s.kind = 'email' AND lower(${valueOf('email')}) = s.key AND ${valueOf('externalId')} IS NULL
        )
        AND (s."from" IS NULL OR (${valueOf('startTime')})::timestamptz >= s."from")
        AND (s."to" IS NULL OR (${valueOf('startTime')})::timestamptz < s."to")
    )
  )
  UNION ALL
  SELECT t.id FROM timesheet_entry t
  WHERE t.company_id = $1
    AND (t.list = ANY ('{live,deleted}') AND t.email_key = ANY ($3) OR t.document ->> 'externalId' = ANY ($4))`;

/** Of a record about something that names people by lists of ids. */
const names = (list: string): string => `
  SELECT FROM json_array_elements_text(coalesce(r.after, r.before) -> '${list}') WHERE value = ANY ($2)`;

/**
 * `$2` ids of employees and users, `$3` folded e-mail addresses, `$4` external ids, `$5` ids of users, `$6` keys that
 * others had, too. What only the person could read goes, and why the person was held.
 */
const IS_ABOUT = `
  r.company_id = $1 AND (r.before IS NOT NULL OR r.after IS NOT NULL OR r.listed IS NOT NULL) AND (
    r.object_id = ANY ($2)
    OR r.private_to = ANY ($5)
    OR r.object_type = 'hold' AND EXISTS (${names('employeeIds')} UNION ALL ${names('userIds')})
    OR r.object_type = 'timesheet' AND r.object_id = ANY (ARRAY(${ENTRIES}))
    OR r.object_type IN ('session', 'webhook') AND r.actor_id = ANY ($5)
    OR r.object_type = 'session' AND coalesce(r.after ->> 'userId', r.before ->> 'userId') = ANY ($5)
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
  readonly tables = ['audit_record'];

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

function valuesOf({
  companyId,
  employeeIds,
  userIds,
  emailKeys,
  externalIds,
  shared = [],
}: Person): unknown[] {
  const ids = [...employeeIds, ...userIds];
  return [companyId, ids, emailKeys, externalIds, userIds, JSON.stringify(shared)];
}
