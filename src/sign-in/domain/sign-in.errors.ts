import { defineError, DomainError } from '../../shared-kernel/domain-error.js';

/** One answer for every cause, so that it reveals nothing about codes, addresses and users. */
export class SignInRefused extends defineError('SIGN_IN_REFUSED', {
  kind: 'unauthenticated',
  meaning:
    'The ID token is not valid for a company of this service, or was used before; or the code is wrong, used, ' +
    'expired or of another address. The answer does not say which.',
  remedy: 'Let the user sign in again, or ask for another code. The operator finds the cause in the log.',
  detail: 'The token or the code is not valid, or not any more.',
}) {}

/** One answer for every cause, so that it does not reveal who has a user. */
export class NoUser extends defineError('NO_USER', {
  kind: 'forbidden',
  meaning:
    'The provider has proved who the person is, and the company has no active user for the person: none with this ' +
    'address, the address is not verified, another person has signed in with it, or the person has left.',
  remedy: 'An admin makes a user with the address that the person has at the provider.',
  detail: 'There is no user of the company for this person.',
}) {}

/** The identity provider of the company does not answer, or not as it should. */
export class ProviderUnavailable extends defineError('SIGN_IN_PROVIDER_UNAVAILABLE', {
  kind: 'unavailable',
  meaning: 'The keys of the identity provider could not be read. `detail` says why. Existing sessions go on.',
  remedy: 'Send the request again after the seconds that `Retry-After` names.',
  detail: 'The keys of the identity provider could not be read: the host does not answer.',
}) {
  /** @param reason - a sentence */
  constructor(reason: string) {
    super(`The keys of the identity provider could not be read. ${reason}`);
  }
}

/** Another company has a client of the provider. */
export class SignInClientTaken extends DomainError {
  constructor(clientId: string) {
    super(
      'conflict',
      'SIGN_IN_CLIENT_TAKEN',
      `Another company has the client ${clientId} of this issuer: a client belongs to one company.`,
    );
  }
}
