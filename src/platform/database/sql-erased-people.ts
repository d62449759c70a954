import { Injectable } from '@nestjs/common';
import { ErasedKeys, ErasedPeople, type NamedPerson } from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SecretBox } from '../secrets/secret-box.js';
import { Sql } from './sql.js';

/** Most companies erase nobody, and then nothing has to be hashed. */
const HAS_ERASURES = {
  name: 'erasures.has-any',
  text: 'SELECT 1 FROM person_erasure WHERE company_id = $1 LIMIT 1',
};

/** `$2` hashes. */
const FIND_ERASED = {
  name: 'erasures.find-hashes',
  text: `
    SELECT DISTINCT k.hash FROM person_erasure_key k
      JOIN person_erasure e ON e.company_id = k.company_id AND e.id = k.erasure_id
    WHERE k.company_id = $1 AND e.company_id = $1 AND k.hash = ANY ($2) AND e.allowed_again_at IS NULL`,
};

type KindOfKey = 'email' | 'externalId' | 'personId';

/** The keyed hashes of a key of a person of a company. The first one is stored, and the others are of older keys. */
export function personHashes(box: SecretBox, companyId: string, kind: KindOfKey, key: string): Buffer[] {
  return box.hashes(JSON.stringify([companyId, kind, key]), 'erased people');
}

/** The ledger of erasures in PostgreSQL, as those see it who write people. */
@Injectable()
export class SqlErasedPeople extends ErasedPeople {
  constructor(
    private readonly sql: Sql,
    private readonly box: SecretBox,
  ) {
    super();
  }

  async among(
    companyId: string,
    people: readonly NamedPerson[],
    transaction?: Transaction,
  ): Promise<ErasedKeys> {
    const emailKeys = [...new Set(people.flatMap(({ email }) => (email ? foldEmail(email) : [])))];
    const externalIds = [...new Set(people.flatMap(({ externalId }) => externalId ?? []))];
    const personIds = [...new Set(people.flatMap(({ personId }) => personId ?? []))];
    if (emailKeys.length + externalIds.length + personIds.length === 0) return ErasedKeys.none;
    const any = await this.sql.query(HAS_ERASURES, [companyId], transaction);
    if (any.length === 0) return ErasedKeys.none;
    const emails = this.byHash(companyId, 'email', emailKeys);
    const external = this.byHash(companyId, 'externalId', externalIds);
    const ids = this.byHash(companyId, 'personId', personIds);
    const hashes = [...emails.keys(), ...external.keys(), ...ids.keys()].map((hash) =>
      Buffer.from(hash, 'hex'),
    );
    const found = await this.sql.query<{ hash: Buffer }>(FIND_ERASED, [companyId, hashes], transaction);
    const erased = (keys: ReadonlyMap<string, string>): Set<string> =>
      new Set(found.flatMap(({ hash }) => keys.get(hash.toString('hex')) ?? []));
    return new ErasedKeys(erased(emails), erased(external), erased(ids));
  }

  private byHash(companyId: string, kind: KindOfKey, keys: readonly string[]): Map<string, string> {
    const entries = keys.flatMap((key) =>
      personHashes(this.box, companyId, kind, key).map((hash): [string, string] => [
        hash.toString('hex'),
        key,
      ]),
    );
    return new Map(entries);
  }
}
