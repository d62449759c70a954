import { Injectable } from '@nestjs/common';
import { SessionsService, type IssuedSession } from '../../identity/index.js';
import type { Origin } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { codeIn } from '../domain/sign-in-code.js';
import { SignInRefused } from '../domain/sign-in.errors.js';
import { allowsCodes, DEFAULT_SESSION_S } from '../domain/sign-in-settings.js';
import { CodeDigester } from './code-digests.js';
import { isWithoutSession } from './may-not-sign-in.js';
import { SignInMeter } from './sign-in-meter.js';
import { SignInQueries, type UserWithAddress } from './sign-in.queries.js';
import { SignInCodeStore, type CodeDigests } from './sign-in-code.store.js';

export interface CodeInput {
  readonly email: string;
  readonly code: string;
  /** The choice, where the address has users in several companies. */
  readonly companyId?: string | undefined;
}

/** The companies of an address, to choose from with the same code. */
export interface CompanyChoice {
  readonly companies: readonly { readonly id: string; readonly name: string }[];
}

/** Sessions for people who have got a code by e-mail. */
@Injectable()
export class CodeSignIn {
  constructor(
    private readonly codes: SignInCodeStore,
    private readonly digests: CodeDigester,
    private readonly queries: SignInQueries,
    private readonly sessions: SessionsService,
    private readonly meter: SignInMeter,
  ) {}

  /**
   * Issues a session for a valid code, which is used up then, or lists the companies to choose from.
   * @throws {SignInRefused}
   */
  signIn(input: CodeInput, origin: Origin): Promise<IssuedSession | CompanyChoice> {
    const work = (): Promise<IssuedSession | CompanyChoice> => this.check(input, origin);
    return this.meter.measure('code', work, (done) => ('companies' in done ? 'choice' : 'signed-in'));
  }

  /** A code of another form is tried like every other, by the same statement. */
  private async check(
    { email, code, companyId }: CodeInput,
    origin: Origin,
  ): Promise<IssuedSession | CompanyChoice> {
    const emailKey = foldEmail(email);
    const digests = await this.digests.of(emailKey, codeIn(code) ?? '');
    if (!(await this.codes.try(digests))) throw new SignInRefused();
    const users = (await this.queries.usersWithAddress(emailKey)).filter(
      (user) =>
        allowsCodes({ ...user, issuer: user.issuer ?? undefined }) &&
        (companyId === undefined || user.companyId === companyId),
    );
    const [user] = users;
    if (!user) throw new SignInRefused();
    if (users.length === 1) return this.issue(user, digests, origin);
    return { companies: users.map(({ companyId: id, companyName: name }) => ({ id, name })) };
  }

  private async issue(
    { userId, companyId, sessionS }: UserWithAddress,
    digests: CodeDigests,
    origin: Origin,
  ): Promise<IssuedSession> {
    const lifetimeMs = (sessionS ?? DEFAULT_SESSION_S) * 1_000;
    try {
      return await this.sessions.signIn({ companyId, lifetimeMs, origin }, async (transaction) => {
        if (!(await this.codes.use(digests, transaction))) throw new SignInRefused();
        return userId;
      });
    } catch (error) {
      throw isWithoutSession(error) ? new SignInRefused() : error;
    }
  }
}
