import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';

/** Tells who stands behind a credential. Bound by the identity context. */
export abstract class Authenticator {
  /** Whoever the session belongs to; undefined when it is unknown, expired or revoked, whatever the cause. */
  abstract bySession(sessionId: string): Promise<UserActor | undefined>;

  /** The integration that the key was issued to; undefined when it is unknown, expired or revoked. */
  abstract byApiKey(apiKey: string): Promise<IntegrationActor | undefined>;
}
