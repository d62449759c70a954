import { Injectable } from '@nestjs/common';
import type { OperatorActor, Origin, UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { UserHasLeft } from '../domain/identity.errors.js';
import { SessionRepository, UserRepository } from '../domain/identity.repositories.js';
import type { UserState } from '../domain/user.js';
import type { IssuedCredential } from './credential-form.js';
import { CredentialSecrets } from './credential-secrets.js';
import { UserLinks } from './user-links.js';
import type { UserEditor } from './users.service.js';

/** A new session. */
export interface IssuedSession {
  /** It is not stored, and cannot be shown again. */
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

/** Begins and ends the sessions of users. An end is in force within one second in every process. */
@Injectable()
export class SessionsService {
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
   * @param lifetimeMs - 1 second to 10 years
   * @throws {UserNotFound}
   * @throws {UserHasLeft}
   * @throws {PersonErased}
   */
  async issue(operator: OperatorActor, userId: string, lifetimeMs: number): Promise<IssuedSession> {
    const credential = await this.secrets.issue('session');
    return this.unitOfWork.run((transaction) =>
      this.start(
        userId,
        { credential, lifetimeMs, actorOf: () => operator },
        operator.companyId,
        transaction,
      ),
    );
  }

  /**
   * Issues a session to a user who signs in.
   * @param find - the id of the user, in the transaction of the session
   * @throws what {@link issue} throws
   */
  async signIn(
    { companyId, lifetimeMs, origin }: SignIn,
    find: (transaction: Transaction) => Promise<string>,
  ): Promise<IssuedSession> {
    const credential = await this.secrets.issue('session');
    const actorOf = (user: Readonly<UserState>): UserActor => userActor(user, origin);
    return this.unitOfWork.run(async (transaction) =>
      this.start(await find(transaction), { credential, lifetimeMs, actorOf }, companyId, transaction),
    );
  }

  /** Ends the session of a user who signs out. */
  async signOut(actor: UserActor & { readonly sessionId: string }): Promise<void> {
    await this.end(actor, actor.sessionId);
  }

  /**
   * Ends every session of a user, also of a deactivated one.
   * @returns how many were valid
   * @throws {UserNotFound}
   */
  endAll(editor: UserEditor, userId: string): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      await this.users.lock({ companyId: editor.companyId, id: userId }, transaction);
      return this.links.endSessions(editor, [userId], transaction);
    });
  }

  /** Ends one session. @returns false if it was not valid */
  end(editor: UserEditor, sessionId: string): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const revoked = await this.sessions.revoke(editor.companyId, sessionId, transaction);
      await this.links.recordRevoked(editor, revoked, transaction);
      return revoked.length > 0;
    });
  }

  private async start(
    userId: string,
    {
      credential,
      lifetimeMs,
      actorOf,
    }: {
      readonly credential: IssuedCredential;
      readonly lifetimeMs: number;
      readonly actorOf: (user: Readonly<UserState>) => UserEditor;
    },
    companyId: string,
    transaction: Transaction,
  ): Promise<IssuedSession> {
    const key = { companyId, id: userId };
    let user = await this.users.lock(key, transaction);
    const actor = actorOf(user.state);
    if (!user.isLinkFirm && (await this.links.followUsers(actor, [userId], transaction)))
      user = await this.users.lock(key, transaction);
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
