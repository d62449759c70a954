import { Injectable } from '@nestjs/common';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { ShortCaches, type ShortCache } from '../../platform/database/short-caches.js';
import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';
import { Authenticator, type Authenticated } from '../../shared-kernel/authenticator.js';
import { ACCESS_TOKEN_SCOPES, isAccessToken, readAccessToken } from './access-token.js';
import { CredentialSecrets } from './credential-secrets.js';
import { CredentialUse, type CredentialKind } from './credential-use.js';

/** Most results of looking up credentials that are cached. */
const MAX_CACHED = 20_000;

/** `$1` digest. */
const FIND_COMPANY = {
  name: 'identity.find-company-of-credential',
  text: 'SELECT company_id AS "companyId" FROM credential_digest WHERE digest = $1',
};

/** `$1` company, `$2` digest. */
const FIND_SESSION = {
  name: 'identity.find-session',
  text: `
    SELECT s.id AS "credentialId", extract(epoch FROM s.expires_at)::float8 * 1000 AS "expiresAt",
      json_build_object(
        'kind', 'user', 'sessionId', s.id, 'userId', u.id, 'companyId', u.company_id, 'role', u.role,
        'language', u.language
      ) AS actor
    FROM session s JOIN user_account u ON ${inCompany('u')} AND u.id = s.user_id
    WHERE ${inCompany('s')} AND s.digest = $2 AND s.revoked_at IS NULL AND s.expires_at > now()
      AND u.deactivated_at IS NULL`,
};

/** `$1` company, `$2` digest. */
const FIND_API_KEY = {
  name: 'identity.find-api-key',
  text: `
    SELECT k.id AS "credentialId", extract(epoch FROM k.expires_at)::float8 * 1000 AS "expiresAt",
      json_build_object(
        'kind', 'integration', 'apiKeyId', k.id, 'companyId', k.company_id, 'scopes', k.scopes
      ) AS actor
    FROM api_key k
    WHERE ${inCompany('k')} AND k.digest = $2 AND k.revoked_at IS NULL AND k.expires_at > now()`,
};

/** `$1` company, `$2` id. */
const FIND_API_KEY_BY_ID = {
  name: 'identity.find-api-key-by-id',
  text: FIND_API_KEY.text.replace('k.digest = $2', 'k.id = $2'),
};

interface Known<A = UserActor | IntegrationActor> extends Authenticated<A> {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Finds the actor of a credential. Only those are looked up that this deployment has issued, which their check value
 * shows (ADR 7). Revocations, changes of roles and deactivations by other processes are in force within a second.
 */
@Injectable()
export class CredentialsQueries extends Authenticator {
  /** By digest. Undefined for a credential that was issued once and is not valid any more. */
  private readonly cache: ShortCache<Known | undefined>;

  constructor(
    private readonly sql: Sql,
    private readonly secrets: CredentialSecrets,
    private readonly use: CredentialUse,
    caches: ShortCaches,
  ) {
    super();
    this.cache = caches.create(MAX_CACHED);
  }

  async findUser(sessionId: string): Promise<Known<UserActor> | undefined> {
    return (await this.find('session', FIND_SESSION, sessionId)) as Known<UserActor> | undefined;
  }

  async findIntegration(credential: string): Promise<Known<IntegrationActor> | undefined> {
    if (isAccessToken(credential)) return this.findByToken(credential);
    return (await this.find('apiKey', FIND_API_KEY, credential)) as Known<IntegrationActor> | undefined;
  }

  /** A token gives at most what its key gives, and ends with it. */
  private async findByToken(token: string): Promise<Known<IntegrationActor> | undefined> {
    const content = await this.secrets.signedContent('accessToken', token);
    if (content === undefined) return undefined;
    const { companyId, apiKeyId, expiresAt } = readAccessToken(content);
    if (expiresAt <= Date.now()) return undefined;
    const known = await this.cache.get(`${companyId}/${apiKeyId}`, async () => {
      const values = [companyId, apiKeyId];
      const [row] = await this.sql.query<Known & Record<string, unknown>>(FIND_API_KEY_BY_ID, values);
      return row;
    });
    if (known?.actor.kind !== 'integration' || known.expiresAt <= Date.now()) return undefined;
    this.use.note('apiKey', companyId, known.credentialId);
    const scopes = known.actor.scopes.filter((scope) => ACCESS_TOKEN_SCOPES.includes(scope));
    return { ...known, actor: { ...known.actor, scopes } };
  }

  private async find(
    kind: CredentialKind,
    statement: Statement,
    credential: string,
  ): Promise<Known | undefined> {
    const digest = await this.secrets.digestOfGenuine(kind, credential);
    if (!digest) return undefined;
    const known = await this.cache.get(digest.toString('base64'), () => this.lookUp(statement, digest));
    if (!known || known.expiresAt <= Date.now()) return undefined;
    this.use.note(kind, known.actor.companyId, known.credentialId);
    return known;
  }

  private async lookUp(statement: Statement, digest: Buffer): Promise<Known | undefined> {
    const [company] = await this.sql.query<{ companyId: string }>(FIND_COMPANY, [digest]);
    if (!company) return undefined;
    const values = [company.companyId, digest];
    const [known] = await this.sql.query<Known & Record<string, unknown>>(statement, values);
    return known;
  }
}
