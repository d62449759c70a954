import type { IntegrationActor, UserActor } from '../../shared-kernel/actor.js';

/** A valid credential and the actor that it was issued to. */
export interface Authenticated<A = UserActor | IntegrationActor> {
  readonly actor: A;
  /** Id of the session or API key. */
  readonly credentialId: string;
}

/** Called before a credential that the process does not know is looked up. When it throws, the look-up is left out. */
export type BeforeLookUp = () => Promise<void>;

/** Finds the actor of a credential. The identity context provides it. */
export abstract class Authenticator {
  /** The user of the session; undefined when it is unknown, expired or revoked. */
  abstract bySession(
    sessionId: string,
    beforeLookUp?: BeforeLookUp,
  ): Promise<Authenticated<UserActor> | undefined>;

  /** The integration that the key was issued to; undefined when it is unknown, expired or revoked. */
  abstract byApiKey(
    apiKey: string,
    beforeLookUp?: BeforeLookUp,
  ): Promise<Authenticated<IntegrationActor> | undefined>;
}
