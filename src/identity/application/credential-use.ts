export type CredentialKind = 'session' | 'apiKey';

/** Keeps when credentials were last used, coarsely: never a write per request. */
export abstract class CredentialUse {
  /** Notes that a credential has just been used. Costs no input or output. */
  abstract note(kind: CredentialKind, credentialId: string): void;
}
