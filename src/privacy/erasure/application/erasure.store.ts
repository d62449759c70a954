import { Injectable } from '@nestjs/common';
import { personHashes } from '../../../platform/database/sql-erased-people.js';
import { Sql } from '../../../platform/database/sql.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import type { Person } from '../../../shared-kernel/personal-data.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import {
  ERASURE_ACTORS,
  type Erasure,
  type ErasureKey,
  type ErasureState,
  type NewErasure,
  type LedgerEntry,
} from '../domain/erasure.js';

const COLUMNS = `
  e.company_id AS "companyId", e.id AS "erasureId", e.state, e.person, e.pseudonym, e.counts, e.reason,
  e.requested_by AS "requestedBy", e.created_at AS "createdAt", e.finished_at AS "finishedAt",
  e.allowed_again_at AS "allowedAgainAt"`;

const IS_ENTRY = 'e.company_id = $1 AND e.id = $2';

const INSERT = {
  name: 'erasures.insert',
  text: `
    INSERT INTO person_erasure (company_id, id, state, person, pseudonym, counts, reason, requested_by)
    VALUES ($1, $2, 'QUEUED', $3, $4, $5, $6, $7)`,
};

/** Of all companies, whose ids are `$1`, with those of the entries. */
const KNOWN = {
  name: 'erasures.known',
  text: `
    SELECT e.company_id AS "companyId", e.id AS "erasureId"
    FROM unnest($1::text[], $2::text[]) AS wanted (company_id, id)
      JOIN person_erasure e ON e.company_id = wanted.company_id AND e.id = wanted.id`,
};

const PRESENT_COMPANIES = {
  name: 'erasures.present-companies',
  text: 'SELECT c.id FROM company c WHERE c.id = ANY ($1)',
};

/** Of all companies. `$1` entries. */
const RESTORE = {
  name: 'erasures.restore',
  text: `
    INSERT INTO person_erasure (company_id, id, state, pseudonym, counts, reason, requested_by, created_at)
    SELECT r."companyId", r."erasureId", 'QUEUED', r.pseudonym, '{}', r.reason, r."requestedBy", r."createdAt"
    FROM json_to_recordset($1::json) AS r (
      "companyId" text, "erasureId" text, pseudonym text, reason text, "requestedBy" text, "createdAt" timestamptz
    )
    ON CONFLICT DO NOTHING`,
};

/** Of all companies, whose ids are `$1`, with the entries and hashes. */
const RESTORE_KEYS = {
  name: 'erasures.restore-keys',
  text: `
    INSERT INTO person_erasure_key (company_id, erasure_id, hash)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) ON CONFLICT DO NOTHING`,
};

const INSERT_KEYS = {
  name: 'erasures.insert-keys',
  text: `
    INSERT INTO person_erasure_key (company_id, erasure_id, hash)
    SELECT $1, $2, unnest($3::bytea[]) ON CONFLICT DO NOTHING`,
};

const FIND = { name: 'erasures.find', text: `SELECT ${COLUMNS} FROM person_erasure e WHERE ${IS_ENTRY}` };
const LOCK = { name: 'erasures.lock', text: `${FIND.text} FOR UPDATE` };

const OPEN = {
  name: 'erasures.open',
  text: `
    SELECT ${COLUMNS} FROM person_erasure e WHERE e.company_id = $1 AND e.state = ANY ('{QUEUED,ERASING}')
    ORDER BY e.created_at, e.id LIMIT $2`,
};

const HELD = {
  name: 'erasures.held',
  text: `
    SELECT ${COLUMNS} FROM person_erasure e WHERE e.company_id = $1 AND e.state = 'HELD'
    ORDER BY e.created_at, e.id`,
};

/** Of all companies: workers serve all of them. */
const COMPANIES_WITH = {
  name: 'erasures.companies-with',
  text: `
    SELECT DISTINCT e.company_id AS "companyId" FROM person_erasure e WHERE e.state = ANY ($1) LIMIT $2`,
};

const SET_STATE = {
  name: 'erasures.set-state',
  text: 'UPDATE person_erasure e SET state = $3 WHERE e.company_id = $1 AND e.id = ANY ($2)',
};

const HASHES = {
  name: 'erasures.hashes',
  text: 'SELECT k.hash FROM person_erasure_key k WHERE k.company_id = $1 AND k.erasure_id = $2 ORDER BY k.hash',
};

/** Requests of a company wait for one another, so that each counts the ones before. */
const LOCK_COUNT = {
  name: 'erasures.lock-count',
  text: 'SELECT pg_advisory_xact_lock(720515, hashtext($1))',
};

const COUNT_TODAY = {
  name: 'erasures.count-today',
  text: `
    SELECT count(*)::integer AS count FROM person_erasure e
    WHERE e.company_id = $1 AND e.created_at > now() - interval '1 day' AND e.requested_by <> ALL ($2)`,
};

const DONE = {
  name: 'erasures.done',
  text: `
    UPDATE person_erasure e SET state = 'DONE', person = NULL, finished_at = now()
    WHERE e.company_id = $1 AND e.id = ANY ($2)`,
};

const ALLOW_AGAIN = {
  name: 'erasures.allow-again',
  text: `UPDATE person_erasure e SET allowed_again_at = now() WHERE ${IS_ENTRY}`,
};

/** Of all companies, whose ids are `$1`, with those of the entries. */
const ALLOW_ALL_AGAIN = {
  name: 'erasures.allow-all-again',
  text: `
    UPDATE person_erasure e SET allowed_again_at = now()
    FROM unnest($1::text[], $2::text[]) AS allowed (company_id, id)
    WHERE e.company_id = allowed.company_id AND e.id = allowed.id AND e.allowed_again_at IS NULL`,
};

type Row = Erasure & Record<string, unknown>;

/** The ledger of erasures. */
@Injectable()
export class ErasureStore {
  constructor(
    private readonly sql: Sql,
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Adds an entry with the keyed hashes of the person. */
  async insert(erasure: NewErasure, transaction: Transaction): Promise<void> {
    const { companyId, erasureId, person, pseudonym, counts, reason, requestedBy } = erasure;
    const values = [
      ...[companyId, erasureId, JSON.stringify(person), pseudonym, JSON.stringify(counts), reason],
      requestedBy,
    ];
    await this.sql.query(INSERT, values, transaction);
    await this.sql.query(INSERT_KEYS, [companyId, erasureId, this.hashesOf(person)], transaction);
  }

  /** Those of some entries that the database lacks, though it has their companies. */
  async missing(keys: readonly ErasureKey[]): Promise<ErasureKey[]> {
    const values = [keys.map(({ companyId }) => companyId), keys.map(({ erasureId }) => erasureId)];
    const known = new Set((await this.sql.query<Row>(KNOWN, values)).map(({ erasureId }) => erasureId));
    const unknown = keys.filter(({ erasureId }) => !known.has(erasureId));
    if (unknown.length === 0) return [];
    const companyIds = [...new Set(unknown.map(({ companyId }) => companyId))];
    const rows = await this.sql.query<{ id: string }>(PRESENT_COMPANIES, [companyIds]);
    const present = new Set(rows.map(({ id }) => id));
    return unknown.filter(({ companyId }) => present.has(companyId));
  }

  /** Adds entries of the store of files that the database does not have. */
  restore(entries: readonly LedgerEntry[]): Promise<void> {
    const keys = entries.flatMap(({ companyId, erasureId, hashes }) =>
      hashes.map((hash) => ({ companyId, erasureId, hash: Buffer.from(hash, 'hex') })),
    );
    return this.unitOfWork.run(async (transaction) => {
      await this.sql.query(RESTORE, [JSON.stringify(entries)], transaction);
      const values = [
        keys.map(({ companyId }) => companyId),
        keys.map(({ erasureId }) => erasureId),
        keys.map(({ hash }) => hash),
      ];
      await this.sql.query(RESTORE_KEYS, values, transaction);
    });
  }

  async find({ companyId, erasureId }: ErasureKey): Promise<Erasure | undefined> {
    const [row] = await this.sql.query<Row>(FIND, [companyId, erasureId]);
    return row;
  }

  /** Locks an entry until the transaction ends. */
  async lock({ companyId, erasureId }: ErasureKey, transaction: Transaction): Promise<Erasure | undefined> {
    const [row] = await this.sql.query<Row>(LOCK, [companyId, erasureId], transaction);
    return row;
  }

  /** The entries that are neither done nor held, the oldest first. */
  open(companyId: string, limit: number): Promise<Erasure[]> {
    return this.sql.query<Row>(OPEN, [companyId, limit]);
  }

  /** The entries that are held, the oldest first. */
  held(companyId: string): Promise<Erasure[]> {
    return this.sql.query<Row>(HELD, [companyId]);
  }

  /** Ids of companies that have entries in some states, of all companies. */
  async companiesWith(states: readonly ErasureState[], limit: number): Promise<string[]> {
    const rows = await this.sql.query<{ companyId: string }>(COMPANIES_WITH, [states, limit]);
    return rows.map(({ companyId }) => companyId);
  }

  async setState(
    companyId: string,
    erasureIds: readonly string[],
    state: ErasureState,
    transaction?: Transaction,
  ): Promise<void> {
    if (erasureIds.length > 0) await this.sql.query(SET_STATE, [companyId, erasureIds, state], transaction);
  }

  /** The entry as the store of files keeps it. */
  async ledgerEntry(key: ErasureKey): Promise<LedgerEntry | undefined> {
    const found = await this.find(key);
    if (!found) return undefined;
    const { companyId, erasureId, pseudonym, reason, requestedBy, createdAt } = found;
    const rows = await this.sql.query<{ hash: Buffer }>(HASHES, [companyId, erasureId]);
    const hashes = rows.map(({ hash }) => hash.toString('hex'));
    return {
      companyId,
      erasureId,
      hashes,
      pseudonym,
      reason,
      requestedBy,
      createdAt: createdAt.toISOString(),
    };
  }

  /** Number of erasures that were requested by keys in 24 hours. Others that count wait until the transaction ends. */
  async requestedToday(companyId: string, transaction: Transaction): Promise<number> {
    await this.sql.query(LOCK_COUNT, [companyId], transaction);
    const uncounted = Object.values(ERASURE_ACTORS);
    const [row] = await this.sql.query<{ count: number }>(COUNT_TODAY, [companyId, uncounted], transaction);
    return row?.count ?? 0;
  }

  /** Forgets the person, of whom the hashes stay. */
  async done(companyId: string, erasureIds: readonly string[]): Promise<void> {
    await this.sql.query(DONE, [companyId, erasureIds]);
  }

  async allowAgain({ companyId, erasureId }: ErasureKey, transaction: Transaction): Promise<void> {
    await this.sql.query(ALLOW_AGAIN, [companyId, erasureId], transaction);
  }

  /** Allows again what a restored database has forgotten, of all companies. */
  async allowAllAgain(keys: readonly ErasureKey[]): Promise<void> {
    const values = [keys.map(({ companyId }) => companyId), keys.map(({ erasureId }) => erasureId)];
    await this.sql.query(ALLOW_ALL_AGAIN, values);
  }

  /** Made by the newest key of the configuration. */
  private hashesOf(person: Person): Buffer[] {
    const { companyId, employeeIds, userIds, emailKeys, externalIds, providerKeys = [] } = person;
    const hashed = (kind: 'email' | 'externalId' | 'personId', keys: readonly string[]): Buffer[] =>
      keys.flatMap((key) => personHashes(this.box, companyId, kind, key).slice(0, 1));
    const addresses = [...new Set([...emailKeys, ...providerKeys.filter((key) => key.includes('@'))])];
    return [
      ...hashed('email', addresses),
      ...hashed('externalId', [...new Set([...externalIds, ...providerKeys])]),
      ...hashed('personId', [...employeeIds, ...userIds]),
    ];
  }
}
