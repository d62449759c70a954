import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SessionsService, type IssuedSession } from '../../identity/index.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import type { Origin } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { faultOf, personOf, TokenRefused, type Claims } from '../domain/id-token.js';
import { NoUser, SignInRefused } from '../domain/sign-in.errors.js';
import { CLOCK_TOLERANCE_MS, MAX_ID_TOKEN_AGE_MS } from '../domain/sign-in.limits.js';
import {
  DEFAULT_SESSION_S,
  DEFAULT_SIGN_IN_SETTINGS,
  type SignInSettings,
} from '../domain/sign-in-settings.js';
import { isWithoutSession } from './may-not-sign-in.js';
import { ProviderPeople } from './provider-people.js';
import { SignInMeter } from './sign-in-meter.js';
import { SignInSettingsStore } from './sign-in-settings.store.js';
import { IdentityProviders } from './sign-in.ports.js';
import { SignInStore } from './sign-in.store.js';

/** A token that a provider has signed for an app of a company. */
interface ProvedToken {
  readonly companyId: string;
  readonly settings: SignInSettings;
  readonly claims: Claims;
}

export interface TokenInput {
  readonly idToken: string;
  readonly nonce: string;
}

/** Sessions for people whom the identity provider of their company has signed in. */
@Injectable()
export class TokenSignIn {
  // eslint-disable-next-line @typescript-eslint/max-params -- what is checked, who it is, and what follows
  constructor(
    private readonly providers: IdentityProviders,
    private readonly settings: SignInSettingsStore,
    private readonly people: ProviderPeople,
    private readonly store: SignInStore,
    private readonly sessions: SessionsService,
    private readonly meter: SignInMeter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Issues a session. The company follows from the token alone.
   * @throws {SignInRefused}
   * @throws {NoUser}
   * @throws {ProviderUnavailable}
   */
  signIn(input: TokenInput, origin: Origin): Promise<IssuedSession> {
    return this.meter.measure('oidc', async () => {
      try {
        return await this.issue(await this.prove(input), input.idToken, origin);
      } catch (error) {
        if (isWithoutSession(error)) throw new NoUser();
        if (!(error instanceof TokenRefused)) throw error;
        const { requestId } = origin;
        this.logger.info({ requestId, reason: error.fault }, 'the ID token of a sign-in is refused');
        throw new SignInRefused();
      }
    });
  }

  /** @throws {TokenRefused} */
  private async prove({ idToken, nonce }: TokenInput): Promise<ProvedToken> {
    const { issuer, audiences } = this.providers.read(idToken);
    const companyId = await this.settings.companyOf(issuer, audiences);
    if (companyId === undefined) throw new TokenRefused('UNKNOWN_CLIENT');
    const settings = (await this.settings.find(companyId)) ?? DEFAULT_SIGN_IN_SETTINGS;
    const { clientIds } = settings;
    const claims = await this.providers.verify(idToken, issuer, clientIds);
    const fault = faultOf(claims, nonce, clientIds);
    if (fault) throw new TokenRefused(fault);
    return { companyId, settings, claims };
  }

  private issue(
    { companyId, settings, claims }: ProvedToken,
    idToken: string,
    origin: Origin,
  ): Promise<IssuedSession> {
    const person = personOf(claims, settings);
    if (!person) throw new TokenRefused('SUBJECT');
    const lifetimeMs = (settings.sessionS ?? DEFAULT_SESSION_S) * 1_000;
    const used = { digest: digestOf(idToken), expiresAt: endOf(claims) };
    return this.sessions.signIn({ companyId, lifetimeMs, origin }, async (transaction: Transaction) => {
      if (!(await this.store.useToken(companyId, used, transaction))) throw new TokenRefused('USED');
      return this.people.userOf(companyId, person, origin, transaction);
    });
  }
}

/** Of what is signed: a signature may be written in several ways. */
function digestOf(idToken: string): Buffer {
  return hash('sha256', idToken.slice(0, idToken.lastIndexOf('.')), 'buffer');
}

/** The time after which a token is refused for its age, whatever it says itself. */
function endOf({ exp, iat }: Claims): Date {
  const until = Math.min(Number(exp) * 1_000, Number(iat) * 1_000 + MAX_ID_TOKEN_AGE_MS);
  return new Date(until + 2 * CLOCK_TOLERANCE_MS);
}
