import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';

/** Finds the actor of a credential. The identity context provides it. */
export abstract class Authenticator {
  /** The user of the session; undefined when it is unknown, expired or revoked. */
  abstract bySession(sessionId: string): Promise<UserActor | undefined>;

  /** The integration that the key was issued to; undefined when it is unknown, expired or revoked. */
  abstract byApiKey(apiKey: string): Promise<IntegrationActor | undefined>;
}
