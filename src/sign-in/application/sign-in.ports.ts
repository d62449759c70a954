import type { Claims, UnverifiedToken } from '../domain/id-token.js';

/** Identity providers, and the tokens that they sign. */
export abstract class IdentityProviders {
  /** Why an issuer cannot be used. Its host is checked when a connection is made. */
  abstract refusal(issuer: string): string | undefined;

  /**
   * The provider and the apps that a token names. Nothing of it is proved.
   * @throws {TokenRefused} where its form or its algorithm is not accepted
   */
  abstract read(token: string): UnverifiedToken;

  /**
   * The claims of a token that a provider has signed for one of the apps, and that is neither too old nor of the future.
   * @throws {TokenRefused}
   * @throws {ProviderUnavailable}
   */
  abstract verify(token: string, issuer: string, clientIds: readonly string[]): Promise<Claims>;
}
