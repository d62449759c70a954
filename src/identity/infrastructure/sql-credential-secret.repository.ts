import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { ShortCaches, type ShortCache } from '../../platform/database/short-caches.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  CredentialSecretRepository,
  type AcceptedSecrets,
  type CredentialSecret,
} from '../domain/identity.repositories.js';

const FIND_ACCEPTED = {
  name: 'identity.find-credential-secrets',
  text: 'SELECT secret, created_at AS "createdAt" FROM credential_secret ORDER BY id DESC LIMIT 2',
};

/** Simultaneous rotations wait here, because each removes the row that another one would lock. Reads go on. */
const LOCK = {
  name: 'identity.lock-credential-secrets',
  text: 'LOCK TABLE credential_secret IN EXCLUSIVE MODE',
};

const ADD = {
  name: 'identity.add-credential-secret',
  text: 'INSERT INTO credential_secret (secret) VALUES ($1)',
};

const REMOVE_OLD = {
  name: 'identity.remove-old-credential-secrets',
  text: `
    DELETE FROM credential_secret
    WHERE id NOT IN (SELECT id FROM credential_secret ORDER BY id DESC LIMIT 2)`,
};

@Injectable()
export class SqlCredentialSecretRepository extends CredentialSecretRepository {
  private readonly cache: ShortCache<AcceptedSecrets>;

  constructor(
    private readonly sql: Sql,
    private readonly caches: ShortCaches,
  ) {
    super();
    this.cache = caches.create(1);
  }

  async find(transaction?: Transaction): Promise<AcceptedSecrets> {
    const [newest, before = newest] = await this.sql.query<CredentialSecret & Record<string, unknown>>(
      FIND_ACCEPTED,
      [],
      transaction,
    );
    if (!newest || !before) throw new Error('The database has no secret for credentials: is it migrated?');
    return { newest, before };
  }

  findCached(): Promise<AcceptedSecrets> {
    return this.cache.get('', () => this.find());
  }

  async rotate(secret: Buffer, transaction: Transaction): Promise<void> {
    await this.sql.query(LOCK, [], transaction);
    await this.sql.query(ADD, [secret], transaction);
    await this.sql.query(REMOVE_OLD, [], transaction);
    this.caches.clearAfter(transaction);
  }
}
