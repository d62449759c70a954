import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { UserHasLeft } from '../domain/identity.errors.js';
import { SessionRepository, UserRepository } from '../domain/identity.repositories.js';
import { CredentialSecrets } from './credential-secrets.js';
import { UserLinks } from './user-links.js';
import type { UserEditor } from './users.service.js';

export interface IssuedSession {
  /** It is not stored, and cannot be shown again. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** Issues and ends the sessions of users. An end is in force within one second in every process. */
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
   * Issues a session, and links a user without a link to the employee with the same address, if one may be (ADR 55).
   * @param lifetimeMs - 1 second to 10 years
   * @param given - a transaction to take part in
   * @throws {UserNotFound}
   * @throws {UserHasLeft}
   * @throws {PersonErased}
   */
  async issue(
    editor: UserEditor,
    userId: string,
    lifetimeMs: number,
    given?: Transaction,
  ): Promise<IssuedSession> {
    const { credential, digest } = await this.secrets.issue('session');
    const key = { companyId: editor.companyId, id: userId };
    return this.unitOfWork.run(async (transaction) => {
      await this.users.lock(key, transaction);
      await this.links.followUsers(editor, [userId], transaction);
      const user = await this.users.lock(key, transaction);
      await this.links.refuseErased(user.state, transaction);
      const { companyId, employeeId } = user.state;
      if (employeeId !== undefined && !(await this.links.isPresent(companyId, employeeId, transaction)))
        throw new UserHasLeft();
      const session = user.startSession(digest, lifetimeMs);
      await this.sessions.insert(session, transaction);
      const { digest: _, ...after } = session;
      const change: AuditedChange = { operation: 'session.issue', objectId: after.id, after };
      await this.audit.record(editor, change, transaction);
      return { sessionId: credential, expiresAt: session.expiresAt };
    }, given);
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
}
