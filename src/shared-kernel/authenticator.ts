import type { IntegrationActor, UserActor } from './actor.js';

/** A valid credential and the actor that it was issued to. */
export interface Authenticated<A = UserActor | IntegrationActor> {
  readonly actor: A;
  /** Id of the session or API key. */
  readonly credentialId: string;
}

/** Finds the actor of a credential. The identity context provides it. */
export abstract class Authenticator {
  /** The user of the session; undefined when it is unknown, expired or revoked. */
  abstract findUser(sessionId: string): Promise<Authenticated<UserActor> | undefined>;

  /** The integration of a key or an access token; undefined when it is unknown, expired or revoked. */
  abstract findIntegration(credential: string): Promise<Authenticated<IntegrationActor> | undefined>;
}
