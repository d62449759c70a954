import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { Authenticator } from '../../shared-kernel/authenticator.js';
import { accessTokenContent } from './access-token.js';
import { apiKeyPrefix, hasForm } from './credential-form.js';
import { CredentialSecrets } from './credential-secrets.js';

/** Seconds for which an access token is valid. */
const LIFETIME_S = 3_600;

export interface IssuedToken {
  readonly token: string;
  readonly lifetimeS: number;
}

/** Issues access tokens for API keys, to clients that ask for tokens and cannot send a key. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly secrets: CredentialSecrets,
  ) {}

  /**
   * The integration of a key.
   * @param id - of the key
   * @param secret - the key, or what it has behind its id
   */
  async findClient(id: string, secret: string): Promise<IntegrationActor | undefined> {
    const key = secret.startsWith('wes_') ? secret : apiKeyPrefix(id) + secret;
    // A token is no client: it would be renewed for ever.
    if (!hasForm('apiKey', key) || !key.startsWith(apiKeyPrefix(id))) return undefined;
    return (await this.authenticator.findIntegration(key))?.actor;
  }

  /** A token for the key of an integration. It is not stored: its signature and the key are what counts. */
  async issue({ companyId, apiKeyId }: IntegrationActor): Promise<IssuedToken> {
    const expiresAt = Date.now() + LIFETIME_S * 1_000;
    const content = accessTokenContent({ companyId, apiKeyId, expiresAt });
    return { token: await this.secrets.sign('accessToken', content), lifetimeS: LIFETIME_S };
  }
}
