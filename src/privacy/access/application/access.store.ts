import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import type { PersonalCounts } from '../../../shared-kernel/personal-data.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { MAX_ACCESS_DAYS, type Access, type AccessKey, type NewAccess } from '../domain/access.js';

const IS_ACCESS = 'a.company_id = $1 AND a.id = $2';

const INSERT = {
  name: 'accesses.insert',
  text: `
    INSERT INTO person_access (company_id, id, state, person, mail_to, language, requested_by)
    VALUES ($1, $2, 'QUEUED', $3, $4, $5, $6)`,
};

const FIND = {
  name: 'accesses.find',
  text: `
    SELECT a.company_id AS "companyId", a.id AS "accessId", a.state, a.person, a.mail_to AS "mailTo", a.language,
      a.counts, a.created_at AS "createdAt", a.finished_at AS "finishedAt", a.expires_at AS "expiresAt"
    FROM person_access a WHERE ${IS_ACCESS}`,
};
const LOCK = { name: 'accesses.lock', text: `${FIND.text} FOR UPDATE` };

/** Requests of a company wait for one another, so that each counts the ones before. */
const LOCK_COUNT = {
  name: 'accesses.lock-count',
  text: 'SELECT pg_advisory_xact_lock(720516, hashtext($1))',
};

const COUNT_TODAY = {
  name: 'accesses.count-today',
  text: `
    SELECT count(*)::integer AS count FROM person_access a
    WHERE a.company_id = $1 AND a.created_at > now() - interval '1 day'`,
};

const READY = {
  name: 'accesses.ready',
  text: `
    UPDATE person_access a SET state = 'READY', counts = $3, finished_at = now(),
      expires_at = now() + interval '${MAX_ACCESS_DAYS} days'
    WHERE ${IS_ACCESS} AND a.state IN ('QUEUED', 'READY') RETURNING a.expires_at AS "expiresAt"`,
};

const MAILED = {
  name: 'accesses.mailed',
  text: `UPDATE person_access a SET mail_to = NULL WHERE ${IS_ACCESS}`,
};

const FAILED = {
  name: 'accesses.failed',
  text: `
    UPDATE person_access a SET state = 'FAILED', person = NULL, mail_to = NULL, finished_at = now()
    WHERE ${IS_ACCESS} AND a.state = 'QUEUED'`,
};

const EXPIRE = {
  name: 'accesses.expire',
  text: `
    UPDATE person_access a SET state = 'EXPIRED', person = NULL, mail_to = NULL, expires_at = now()
    WHERE ${IS_ACCESS}`,
};

/** Of all companies: workers serve all of them. */
const DUE = {
  name: 'accesses.due',
  text: `
    SELECT a.company_id AS "companyId", a.id AS "accessId" FROM person_access a
    WHERE a.state = 'READY' AND a.expires_at <= now() LIMIT $1`,
};

/** Of all companies. */
const REMOVE_OLD = {
  name: 'accesses.remove-old',
  text: `DELETE FROM person_access a WHERE a.created_at < now() - interval '30 days'`,
};

const MAY_HAVE_ARCHIVE = {
  name: 'accesses.may-have-archive',
  text: `SELECT FROM person_access a WHERE ${IS_ACCESS} AND a.state IN ('QUEUED', 'READY')`,
};

/** Requests for access. */
@Injectable()
export class AccessStore {
  constructor(private readonly sql: Sql) {}

  async insert(access: NewAccess, transaction: Transaction): Promise<void> {
    const { companyId, accessId, person, mailTo, language, requestedBy } = access;
    const values = [companyId, accessId, JSON.stringify(person), mailTo, language, requestedBy];
    await this.sql.query(INSERT, values, transaction);
  }

  async find({ companyId, accessId }: AccessKey): Promise<Access | undefined> {
    return (await this.sql.query<Access & Record<string, unknown>>(FIND, [companyId, accessId]))[0];
  }

  /** Locks a request until the transaction ends. */
  async lock({ companyId, accessId }: AccessKey, transaction: Transaction): Promise<Access | undefined> {
    const values = [companyId, accessId];
    return (await this.sql.query<Access & Record<string, unknown>>(LOCK, values, transaction))[0];
  }

  /** Number of requests of 24 hours. Others that count wait until the transaction ends. */
  async requestedToday(companyId: string, transaction: Transaction): Promise<number> {
    await this.sql.query(LOCK_COUNT, [companyId], transaction);
    const [row] = await this.sql.query<{ count: number }>(COUNT_TODAY, [companyId], transaction);
    return row?.count ?? 0;
  }

  /** @returns when the archive expires; undefined when the request is gone or no longer queued */
  async ready({ companyId, accessId }: AccessKey, counts: PersonalCounts): Promise<Date | undefined> {
    const values = [companyId, accessId, JSON.stringify(counts)];
    return (await this.sql.query<{ expiresAt: Date }>(READY, values))[0]?.expiresAt;
  }

  /** Forgets the address to which the link was sent. */
  async mailed({ companyId, accessId }: AccessKey): Promise<void> {
    await this.sql.query(MAILED, [companyId, accessId]);
  }

  async failed({ companyId, accessId }: AccessKey, transaction: Transaction): Promise<void> {
    await this.sql.query(FAILED, [companyId, accessId], transaction);
  }

  /** Ends a request: its link works no more, and it forgets the person. */
  async expire({ companyId, accessId }: AccessKey, transaction?: Transaction): Promise<void> {
    await this.sql.query(EXPIRE, [companyId, accessId], transaction);
  }

  /** Requests of all companies whose time is up. */
  due(limit: number): Promise<AccessKey[]> {
    return this.sql.query<AccessKey & Record<string, unknown>>(DUE, [limit]);
  }

  /** Removes requests of all companies that were made long ago. */
  async removeOld(): Promise<void> {
    await this.sql.query(REMOVE_OLD);
  }

  /** True if there may be an archive of the request. */
  async mayHaveArchive({ companyId, accessId }: AccessKey): Promise<boolean> {
    return (await this.sql.query(MAY_HAVE_ARCHIVE, [companyId, accessId])).length > 0;
  }
}
