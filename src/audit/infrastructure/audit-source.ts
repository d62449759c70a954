import { Injectable } from '@nestjs/common';
import { documentsByIds, withoutNulls } from '../../platform/database/personal-records.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

/** Of a working time, whose record names the person by their keys. */
const valueOf = (name: string): string => `coalesce(r.after ->> '${name}', r.before ->> '${name}')`;

/** `$2` ids of employees and users, `$3` folded e-mail addresses, `$4` external ids, `$5` ids of users. */
const IS_ABOUT = `(
  r.object_id = ANY ($2)
  OR r.object_type = 'timesheet' AND (
    lower(${valueOf('email')}) = ANY ($3) OR ${valueOf('externalId')} = ANY ($4)
  )
  OR r.object_type = 'session' AND ${valueOf('userId')} = ANY ($5)
)`;

const find = (name: string, condition: string): Statement => ({
  name: `audit.${name}-person`,
  text: `
    SELECT r.id FROM audit_record r WHERE r.company_id = $1 AND ${condition} ORDER BY r.at, r.id`,
});

const ABOUT = find('about', IS_ABOUT);
const BY = find('by', `r.actor_id = ANY ($5) AND ${IS_ABOUT} IS NOT TRUE`);

const AT = `to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const documents = (name: string, columns: string): Statement => ({
  name: `audit.documents-${name}-person`,
  text: `
    SELECT r.id, json_build_object(
      'id', r.id, 'at', ${AT}, 'operation', r.operation, 'objectType', r.object_type, 'objectId', r.object_id,
      'planId', r.plan_id, 'syncId', r.sync_id, 'actorKind', r.actor_kind, ${columns}
    ) AS document
    FROM audit_record r WHERE r.company_id = $1 AND r.id = ANY ($2)`,
});

const CALLER =
  "'actorId', r.actor_id, 'credentialId', r.credential_id, 'address', r.address, 'requestId', r.request_id";

/** The caller may be another person. */
const DOCUMENTS_ABOUT = documents('about', `'actorId', r.actor_id, 'before', r.before, 'after', r.after`);

/** Of what a person did to plans, that is what they wrote. Everything else may have values of others. */
const DOCUMENTS_BY = documents(
  'by',
  `${CALLER}, 'after', CASE WHEN r.object_type IN ('plan', 'action', 'note') THEN r.after END`,
);

/** Records of changes of a person, and of changes that a person made. */
@Injectable()
export class AuditSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
    const { companyId, employeeIds, userIds, emailKeys, externalIds } = person;
    const values = [companyId, [...employeeIds, ...userIds], emailKeys, externalIds, userIds] as const;
    const parts = [
      { kind: 'changesOfPerson', ids: ABOUT, documents: DOCUMENTS_ABOUT },
      { kind: 'changesByPerson', ids: BY, documents: DOCUMENTS_BY },
    ];
    for (const { kind, ...statements } of parts) {
      const found = documentsByIds<Record<string, unknown>>(this.sql, statements, values);
      for await (const document of found) yield { kind, record: withoutNulls(document) };
    }
  }
}
