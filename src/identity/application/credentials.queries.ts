import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Revisions } from '../../platform/database/revisions.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';
import { digestOf, digestTextOf, isApiKey, isSessionId } from './credential-secrets.js';
import { CredentialUse, type CredentialKind } from './credential-use.js';

/** How many actors of recently used credentials are cached. */
const MAX_CACHED = 20_000;

/** How many digests of unknown credentials are cached, and for how long. */
const MAX_UNKNOWN = 20_000;
const UNKNOWN_TTL_MS = 60_000;

/** Actor and revision are read by one statement; without an actor there is still a revision. */
function lookUp(name: string, actorSql: string): Statement {
  return {
    name,
    text: `
      SELECT r.value::float8 AS revision, c.*
      FROM revision r LEFT JOIN LATERAL (${actorSql}) c ON true
      WHERE r.topic = 'credentials'`,
  };
}

const FIND_SESSION = lookUp(
  'identity.find-session',
  `SELECT s.id AS "credentialId", extract(epoch FROM s.expires_at)::float8 * 1000 AS "expiresAt",
     json_build_object(
       'kind', 'user', 'sessionId', s.id, 'userId', u.id, 'companyId', u.company_id, 'role', u.role,
       'language', u.language
     ) AS actor
   FROM credential_digest d
     JOIN session s ON s.company_id = d.company_id AND s.digest = d.digest
     JOIN user_account u ON u.company_id = s.company_id AND u.id = s.user_id
   WHERE d.digest = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND u.deactivated_at IS NULL`,
);

const FIND_API_KEY = lookUp(
  'identity.find-api-key',
  `SELECT k.id AS "credentialId", extract(epoch FROM k.expires_at)::float8 * 1000 AS "expiresAt",
     json_build_object(
       'kind', 'integration', 'apiKeyId', k.id, 'companyId', k.company_id, 'scopes', k.scopes
     ) AS actor
   FROM credential_digest d JOIN api_key k ON k.company_id = d.company_id AND k.digest = d.digest
   WHERE d.digest = $1 AND k.revoked_at IS NULL AND k.expires_at > now()`,
);

interface Known<A = UserActor | IntegrationActor> {
  readonly revision: number;
  readonly actor: A;
  readonly credentialId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

interface FoundRow {
  readonly revision: number;
  readonly actor: UserActor | IntegrationActor | null;
  readonly credentialId: string | null;
  readonly expiresAt: number | null;
}

/**
 * Finds the actor of a credential. Actors are cached by the digest of their credential until the revision of
 * credentials moves, which revocations, role changes and deactivations cause (ADR 0005). Unknown credentials are cached
 * apart from them, so that they cannot evict known ones. Nobody can have asked for a credential before it was issued, so
 * a new one is never among the unknown.
 */
@Injectable()
export class CredentialsQueries {
  private readonly cache = new LRUCache<string, Known>({ max: MAX_CACHED });
  private readonly unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_TTL_MS });

  constructor(
    private readonly sql: Sql,
    private readonly revisions: Revisions,
    private readonly use: CredentialUse,
  ) {}

  /**
   * The user of a valid session.
   * @param beforeLookUp - called before the look-up of a session that is in no cache
   */
  async findUser(
    sessionId: string,
    beforeLookUp?: () => Promise<void>,
  ): Promise<Known<UserActor> | undefined> {
    if (!isSessionId(sessionId)) return undefined;
    return (await this.find('session', FIND_SESSION, sessionId, beforeLookUp)) as
      Known<UserActor> | undefined;
  }

  /**
   * The integration of a valid API key.
   * @param beforeLookUp - called before the look-up of a key that is in no cache
   */
  async findIntegration(
    apiKey: string,
    beforeLookUp?: () => Promise<void>,
  ): Promise<Known<IntegrationActor> | undefined> {
    if (!isApiKey(apiKey)) return undefined;
    return (await this.find('apiKey', FIND_API_KEY, apiKey, beforeLookUp)) as
      Known<IntegrationActor> | undefined;
  }

  private async find(
    kind: CredentialKind,
    statement: Statement,
    credential: string,
    beforeLookUp?: () => Promise<void>,
  ): Promise<Known | undefined> {
    const cacheKey = digestTextOf(credential);
    let known = this.cache.get(cacheKey);
    if (!known) {
      if (this.unknown.has(cacheKey)) return undefined;
      await beforeLookUp?.();
    }
    const current = this.revisions.current('credentials');
    // Measured: most requests find the revision in memory, and an await would be a good part of their cost.
    const revision = typeof current === 'number' ? current : await current;
    if (!known || known.revision < revision) {
      known = await this.read(statement, digestOf(credential));
      if (known) this.cache.set(cacheKey, known);
      else {
        this.cache.delete(cacheKey);
        this.unknown.set(cacheKey, true);
      }
    }
    if (!known || known.expiresAt <= Date.now()) return undefined;
    this.use.note(kind, known.actor.companyId, known.credentialId);
    return known;
  }

  private async read(statement: Statement, digest: Buffer): Promise<Known | undefined> {
    const [row] = await this.sql.query<FoundRow>(statement, [digest]);
    if (!row) throw new Error('The database has no revision for credentials: is it migrated?');
    const { revision, actor, credentialId, expiresAt } = row;
    return actor && credentialId && expiresAt ? { revision, actor, credentialId, expiresAt } : undefined;
  }
}
