import { Injectable } from '@nestjs/common';
import { Authenticator, type Authenticated, type BeforeLookUp } from '../../platform/http/authenticator.js';
import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';
import { CredentialsQueries } from '../application/credentials.queries.js';

/** Connects the guard of the platform to the credentials of this context. */
@Injectable()
export class HttpAuthenticator extends Authenticator {
  constructor(private readonly credentials: CredentialsQueries) {
    super();
  }

  bySession(sessionId: string, beforeLookUp?: BeforeLookUp): Promise<Authenticated<UserActor> | undefined> {
    return this.credentials.findUser(sessionId, beforeLookUp);
  }

  byApiKey(
    apiKey: string,
    beforeLookUp?: BeforeLookUp,
  ): Promise<Authenticated<IntegrationActor> | undefined> {
    return this.credentials.findIntegration(apiKey, beforeLookUp);
  }
}
