import { Injectable } from '@nestjs/common';
import { Authenticator } from '../../platform/http/authenticator.js';
import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';
import { CredentialsQueries } from '../application/credentials.queries.js';

/** Connects the guard of the platform to the credentials of this context. */
@Injectable()
export class HttpAuthenticator extends Authenticator {
  constructor(private readonly credentials: CredentialsQueries) {
    super();
  }

  bySession(sessionId: string): Promise<UserActor | undefined> {
    return this.credentials.findUser(sessionId);
  }

  byApiKey(apiKey: string): Promise<IntegrationActor | undefined> {
    return this.credentials.findIntegration(apiKey);
  }
}
