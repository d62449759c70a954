import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Revisions } from '../../platform/database/revisions.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';
import { digestOf, digestTextOf, isApiKey, isSessionId } from './credential-secrets.js';
import { CredentialUse, type CredentialKind } from './credential-use.js';

/** Actors of recently used credentials that are kept in memory. */
const MAX_REMEMBERED = 20_000;

/** The actor and the revision are seen by one statement; without an actor there is still a revision. */
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
       'kind', 'user', 'userId', u.id, 'companyId', u.company_id, 'role', u.role, 'language', u.language
     ) AS actor
   FROM session s JOIN user_account u ON u.id = s.user_id
   WHERE s.digest = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND u.deactivated_at IS NULL`,
);

const FIND_API_KEY = lookUp(
  'identity.find-api-key',
  `SELECT k.id AS "credentialId", extract(epoch FROM k.expires_at)::float8 * 1000 AS "expiresAt",
     json_build_object(
       'kind', 'integration', 'apiKeyId', k.id, 'companyId', k.company_id, 'scopes', k.scopes
     ) AS actor
   FROM api_key k
   WHERE k.digest = $1 AND k.revoked_at IS NULL AND k.expires_at > now()`,
);

interface Known {
  readonly revision: number;
  readonly actor: UserActor | IntegrationActor;
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
 * Tells who stands behind a credential. Actors are remembered by the digest of their credential for as long as the
 * revision of credentials stands; revocations, role changes and deactivations move it (ADR 0005). Strangers are not
 * remembered, so they cannot push anybody out.
 */
@Injectable()
export class CredentialsQueries {
  private readonly known = new LRUCache<string, Known>({ max: MAX_REMEMBERED });

  constructor(
    private readonly sql: Sql,
    private readonly revisions: Revisions,
    private readonly use: CredentialUse,
  ) {}

  /** The user of a session in force. */
  async findUser(sessionId: string): Promise<UserActor | undefined> {
    if (!isSessionId(sessionId)) return undefined;
    return (await this.find('session', FIND_SESSION, sessionId)) as UserActor | undefined;
  }

  /** The integration of an API key in force. */
  async findIntegration(apiKey: string): Promise<IntegrationActor | undefined> {
    if (!isApiKey(apiKey)) return undefined;
    return (await this.find('apiKey', FIND_API_KEY, apiKey)) as IntegrationActor | undefined;
  }

  private async find(
    kind: CredentialKind,
    statement: Statement,
    credential: string,
  ): Promise<Known['actor'] | undefined> {
    const cacheKey = digestTextOf(credential);
    const current = this.revisions.current('credentials');
    // Nearly every request finds it at hand; a turn of the event loop less is a good part of what it costs.
    const revision = typeof current === 'number' ? current : await current;
    let known = this.known.get(cacheKey);
    if (!known || known.revision < revision) {
      known = await this.read(statement, digestOf(credential));
      if (known) this.known.set(cacheKey, known);
      else this.known.delete(cacheKey);
    }
    if (!known || known.expiresAt <= Date.now()) return undefined;
    this.use.note(kind, known.credentialId);
    return known.actor;
  }

  private async read(statement: Statement, digest: Buffer): Promise<Known | undefined> {
    const [row] = await this.sql.query<FoundRow>(statement, [digest]);
    if (!row) throw new Error('The database has no revision for credentials: is it migrated?');
    const { revision, actor, credentialId, expiresAt } = row;
    return actor && credentialId && expiresAt ? { revision, actor, credentialId, expiresAt } : undefined;
  }
}
