import { Injectable } from '@nestjs/common';
import { personHashes } from '../../../platform/database/sql-erased-people.js';
import { Sql } from '../../../platform/database/sql.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import type { Person } from '../../../shared-kernel/personal-data.js';

/** Rows that a statement reads. */
const BATCH = 5_000;

const HASHES = {
  name: 'erasures.hashes-of',
  text: 'SELECT k.hash FROM person_erasure_key k WHERE k.company_id = $1 AND k.erasure_id = ANY ($2)',
};

/** `$2` the last id before. */
const EMPLOYEES = {
  name: 'erasures.employees',
  text: `
    SELECT e.id, e.email_key AS "emailKey", e.external_id AS "externalId" FROM employee e
    WHERE e.company_id = $1 AND e.id > $2 ORDER BY e.id LIMIT ${BATCH}`,
};

const USERS = {
  name: 'erasures.users',
  text: `
    SELECT u.id, u.email_key AS "emailKey", NULL AS "externalId" FROM user_account u
    WHERE u.company_id = $1 AND u.id > $2 ORDER BY u.id LIMIT ${BATCH}`,
};

/** Whom working times name, each once: as many as a company has had people. */
const RECORDED = {
  name: 'erasures.recorded-people',
  text: `
    SELECT DISTINCT t.email_key AS "emailKey", t.document ->> 'externalId' AS "externalId"
    FROM timesheet_entry t WHERE t.company_id = $1`,
};

interface Recorded extends Record<string, unknown> {
  readonly emailKey: string | null;
  readonly externalId: string | null;
}

interface Row extends Recorded {
  readonly id: string;
}

/** Finds the people whose keyed hashes the ledger has, by hashing the keys of all people of a company. */
@Injectable()
export class HashedPeopleQueries {
  constructor(
    private readonly sql: Sql,
    private readonly box: SecretBox,
  ) {}

  async find(companyId: string, erasureIds: readonly string[]): Promise<Person> {
    const hashes = await this.sql.query<{ hash: Buffer }>(HASHES, [companyId, erasureIds]);
    const wanted = new Set(hashes.map(({ hash }) => hash.toString('hex')));
    const isErased = (kind: 'email' | 'externalId' | 'personId', key: string | null): boolean =>
      key !== null &&
      personHashes(this.box, companyId, kind, key).some((hash) => wanted.has(hash.toString('hex')));
    const keys = { emailKeys: new Set<string>(), externalIds: new Set<string>() };
    const add = ({ emailKey, externalId }: Recorded): boolean => {
      const [hasEmail, hasId] = [isErased('email', emailKey), isErased('externalId', externalId)];
      if (hasEmail && emailKey !== null) keys.emailKeys.add(emailKey);
      if (hasId && externalId !== null) keys.externalIds.add(externalId);
      return hasEmail || hasId;
    };
    const idsOf = async (statement: typeof EMPLOYEES): Promise<string[]> => {
      const ids: string[] = [];
      for await (const row of this.rows(statement, companyId))
        if (add(row) || isErased('personId', row.id)) ids.push(row.id);
      return ids;
    };
    const employeeIds = await idsOf(EMPLOYEES);
    const userIds = await idsOf(USERS);
    for (const row of await this.sql.query<Recorded>(RECORDED, [companyId])) add(row);
    return {
      ...{ companyId, employeeIds, userIds },
      emailKeys: [...keys.emailKeys],
      externalIds: [...keys.externalIds],
    };
  }

  private async *rows(statement: typeof EMPLOYEES, companyId: string): AsyncGenerator<Row> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: Row[] = await this.sql.query<Row>(statement, [companyId, after]);
      yield* rows;
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }
}
