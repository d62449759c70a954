export type CredentialKind = 'session' | 'apiKey';

/** Records when credentials were last used, to the minute: never with a write per request. */
export abstract class CredentialUse {
  /** Notes a use just now. Does no input or output. */
  abstract note(kind: CredentialKind, companyId: string, credentialId: string): void;
}
