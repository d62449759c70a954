import { Injectable } from '@nestjs/common';
import { operatorOf, type Origin, type UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { UserHasLeft } from '../domain/identity.errors.js';
import { SessionRepository, UserRepository } from '../domain/identity.repositories.js';
import type { UserState } from '../domain/user.js';
import type { IssuedCredential } from './credential-form.js';
import { CredentialSecrets } from './credential-secrets.js';
import { UserLinks } from './user-links.js';

/** A new session. */
export interface IssuedSession {
  /** Not stored, and cannot be shown again. */
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly user: Readonly<UserState>;
}

/** A user who signs in. */
export interface SignIn {
  /** The company, whose users alone are found. */
  readonly companyId: string;
  /** Of the session, 1 second to 10 years. */
  readonly lifetimeMs: number;
  readonly origin: Origin;
}

/** Begins and ends the sessions of users. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly secrets: CredentialSecrets,
    private readonly links: UserLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Issues a session by the operator, and links a user without a link to the employee with the same address, if one may
   * be (ADR 55).
   * @throws {UserNotFound}
   * @throws {UserHasLeft}
   * @throws {PersonErased}
   */
  async issue(userId: string, lifetimeMs: number): Promise<IssuedSession> {
    const credential = await this.secrets.issue('session');
    return this.unitOfWork.run((transaction) =>
      this.start(userId, { credential, lifetimeMs }, undefined, transaction),
    );
  }

  /**
   * Issues a session to a user who signs in.
   * @param find - the id of the user, in the transaction of the session
   * @throws what {@link issue} throws
   */
  async signIn(signIn: SignIn, find: (transaction: Transaction) => Promise<string>): Promise<IssuedSession> {
    const { lifetimeMs } = signIn;
    const credential = await this.secrets.issue('session');
    return this.unitOfWork.run(async (transaction) =>
      this.start(await find(transaction), { credential, lifetimeMs }, signIn, transaction),
    );
  }

  /** Ends the session of a user who signs out. */
  signOut(actor: UserActor & { readonly sessionId: string }): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const ended = await this.sessions.revoke(actor.companyId, actor.sessionId, transaction);
      await this.links.recordRevoked(actor, ended, transaction);
    });
  }

  private async start(
    userId: string,
    { credential, lifetimeMs }: { readonly credential: IssuedCredential; readonly lifetimeMs: number },
    signIn: SignIn | undefined,
    transaction: Transaction,
  ): Promise<IssuedSession> {
    const { state } = await this.users.lock(userId, transaction, signIn?.companyId);
    const { companyId } = state;
    const actor = signIn ? userActor(state, signIn.origin) : operatorOf(companyId);
    await this.links.followUser(actor, userId, transaction);
    const user = await this.users.lock(userId, transaction, companyId);
    await this.links.refuseErased(user.state, transaction);
    const { employeeId } = user.state;
    if (employeeId !== undefined && !(await this.links.isPresent(companyId, employeeId, transaction)))
      throw new UserHasLeft();
    const session = user.startSession(credential.digest, lifetimeMs);
    await this.sessions.insert(session, transaction);
    const { digest: _, ...after } = session;
    const change: AuditedChange = { operation: 'session.issue', objectId: after.id, after };
    const author = actor.kind === 'user' ? { ...actor, sessionId: session.id } : actor;
    await this.audit.record(author, change, transaction);
    return { sessionId: credential.credential, expiresAt: session.expiresAt, user: user.state };
  }
}

function userActor({ id: userId, companyId, role, language }: UserState, origin: Origin): UserActor {
  return { kind: 'user', userId, companyId, role, language, origin };
}
