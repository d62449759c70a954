import { Injectable } from '@nestjs/common';
import { operatorOf, type Role, type UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange, type AuditOperation } from '../../shared-kernel/audit-trail.js';
import { newId } from '../../shared-kernel/id.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ApiKey, type ApiKeyState, type KeyRotation, type NewApiKey } from '../domain/api-key.js';
import { createCompany, type Company, type NewCompany } from '../domain/company.js';
import {
  ApiKeyRepository,
  CompanyRepository,
  SessionRepository,
  UserRepository,
} from '../domain/identity.repositories.js';
import type { RevokedSession } from '../domain/session.js';
import { User, type NewUser, type UserChanges, type UserState } from '../domain/user.js';
import { apiKeyPrefix } from './credential-form.js';
import { CredentialSecrets } from './credential-secrets.js';
import { UserLinks } from './user-links.js';
import { UserSessions, type IssuedSession } from './user-sessions.js';
import { UserAccountResponse } from './user.response.js';

export interface RotatedApiKey {
  readonly key: string;
  readonly apiKey: Readonly<ApiKeyState>;
  readonly old: Readonly<ApiKeyState>;
}

/**
 * Changes of companies, users and credentials by operators, who have access to the database anyway. Revocations, role
 * changes and deactivations take effect within one second in every process. The audit trail has the ids of credentials,
 * never their secrets or digests.
 */
@Injectable()
export class IdentityService {
  // eslint-disable-next-line @typescript-eslint/max-params -- one service for everything that operators change
  constructor(
    private readonly companies: CompanyRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly apiKeys: ApiKeyRepository,
    private readonly secrets: CredentialSecrets,
    private readonly links: UserLinks,
    private readonly userSessions: UserSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws {DomainError} invalid */
  createCompany(input: NewCompany): Promise<Company> {
    return this.unitOfWork.run(async (transaction) => {
      const company = createCompany(input);
      await this.companies.insert(company, transaction);
      const change: AuditedChange = { operation: 'company.create', objectId: company.id, after: company };
      await this.audit.record(operatorOf(company.id), change, transaction);
      return company;
    });
  }

  /**
   * @throws {DomainError} invalid
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   * @throws {PersonErased}
   */
  createUser(input: NewUser): Promise<Readonly<UserState>> {
    return this.unitOfWork.run(async (transaction) => {
      const user = User.create(input);
      const { state: after } = user;
      await this.links.refuseErased(after, transaction);
      await this.users.insert(user, transaction);
      const operator = operatorOf(after.companyId);
      const change: AuditedChange = { operation: 'user.create', objectId: after.id, after };
      await this.audit.record(operator, change, transaction);
      await this.links.followUser(operator, after.id, transaction);
      return after;
    });
  }

  /** @throws {UserNotFound} */
  async setRole(userId: string, role: Role): Promise<void> {
    await this.changeUser(userId, 'user.set-role', (user) => user.changeRole(role));
  }

  /**
   * @throws {DomainError} invalid
   * @throws {UserNotFound}
   * @throws {UserEmailConflict}
   * @throws {PersonErased}
   */
  editUser(userId: string, changes: UserChanges): Promise<Readonly<UserState>> {
    return this.changeUser(userId, 'user.update', async (user, transaction) => {
      user.edit(changes);
      await this.links.refuseErased(user.state, transaction);
      return true;
    });
  }

  /**
   * Says which employee a user is, whatever the addresses; undefined for none. The sessions end of one who has left.
   * @throws {UserNotFound}
   * @throws {LinkedEmployeeNotFound}
   * @throws {EmployeeLinked}
   * @throws {PersonErased}
   */
  linkUser(userId: string, employeeId: string | undefined): Promise<Readonly<UserState>> {
    return this.changeUser(userId, 'user.update', (user, transaction) =>
      this.links.link(operatorOf(user.state.companyId), user, employeeId, transaction),
    );
  }

  /**
   * Changes a user for an admin of the company.
   * @param changes - what is absent stays
   * @throws {UserNotFound}
   * @throws {LinkedEmployeeNotFound}
   * @throws {EmployeeLinked}
   * @throws {PersonErased}
   * @throws {PreconditionFailed}
   */
  updateUser(
    admin: UserActor,
    userId: string,
    { employeeId }: { readonly employeeId?: string | null | undefined },
    precondition?: Precondition,
  ): Promise<Readonly<UserState>> {
    const change = async (user: User, transaction: Transaction): Promise<boolean> => {
      await precondition?.check(() => Promise.resolve(JSON.stringify(UserAccountResponse.from(user.state))));
      if (employeeId === undefined) return false;
      return this.links.link(admin, user, employeeId ?? undefined, transaction);
    };
    return this.changeUser(userId, 'user.update', change, admin);
  }

  /** Ends the user's sessions, too. @throws {UserNotFound} */
  async deactivateUser(userId: string): Promise<void> {
    await this.changeUser(userId, 'user.deactivate', (user) => {
      user.deactivate();
      return true;
    });
  }

  /**
   * Lets a deactivated user act again, with new sessions only.
   * @throws {UserNotFound}
   * @throws {UserEmailConflict}
   * @throws {PersonErased}
   */
  async reactivateUser(userId: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const user = await this.users.lock(userId, transaction);
      const { state: before } = user;
      if (!user.reactivate()) return;
      await this.links.refuseErased(before, transaction);
      const operator = operatorOf(before.companyId);
      // The sessions from before the deactivation were refused without being revoked.
      await this.links.endSessions(operator, [userId], transaction);
      await this.users.update(user, transaction);
      const change = { operation: 'user.reactivate', objectId: userId, before, after: user.state } as const;
      await this.audit.record(operator, change, transaction);
    });
  }

  /** {@link UserSessions.issue} */
  issueSession(userId: string, lifetimeMs: number): Promise<IssuedSession> {
    return this.userSessions.issue(userId, lifetimeMs);
  }

  /**
   * Revokes every session of a user.
   * @returns how many were valid
   * @throws {UserNotFound}
   */
  revokeSessions(userId: string): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      const { companyId } = (await this.users.lock(userId, transaction)).state;
      return this.links.endSessions(operatorOf(companyId), [userId], transaction);
    });
  }

  /** Revokes one session. @returns false if it was not valid */
  revokeSession({ id, companyId }: Pick<RevokedSession, 'id' | 'companyId'>): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const revoked = await this.sessions.revoke(companyId, id, transaction);
      await this.links.recordRevoked(operatorOf(companyId), revoked, transaction);
      return revoked.length > 0;
    });
  }

  /**
   * @returns the key, which is not stored and cannot be shown again
   * @throws {CompanyNotFound}
   */
  async issueApiKey(input: NewApiKey): Promise<{ key: string; apiKey: Readonly<ApiKeyState> }> {
    const id = newId();
    const { credential, digest } = await this.secrets.issue('apiKey', apiKeyPrefix(id));
    return this.unitOfWork.run(async (transaction) => {
      const apiKey = ApiKey.grant(id, digest, input);
      await this.apiKeys.insert(apiKey, transaction);
      const change = { operation: 'api-key.issue', objectId: id, after: withoutDigest(apiKey) } as const;
      await this.audit.record(operatorOf(input.companyId), change, transaction);
      return { key: credential, apiKey: apiKey.state };
    });
  }

  /**
   * Issues a key with the name and the scopes of another, which expires after the overlap at the latest.
   * @returns the key, which is not stored and cannot be shown again, and the state of both
   * @throws {ApiKeyNotFound}
   */
  async rotateApiKey(oldId: string, rotation: KeyRotation, given?: Transaction): Promise<RotatedApiKey> {
    const id = newId();
    const { credential, digest } = await this.secrets.issue('apiKey', apiKeyPrefix(id));
    return this.unitOfWork.run(async (transaction) => {
      const old = await this.apiKeys.lock(oldId, transaction);
      const before = withoutDigest(old);
      const apiKey = old.rotate(id, digest, rotation);
      await this.apiKeys.insert(apiKey, transaction);
      const after = withoutDigest(old);
      const operator = operatorOf(before.companyId);
      const issued = { operation: 'api-key.issue', objectId: id, after: withoutDigest(apiKey) } as const;
      await this.audit.record(operator, issued, transaction);
      if (after.expiresAt < before.expiresAt) {
        await this.apiKeys.update(old, transaction);
        const rotated = { operation: 'api-key.rotate', objectId: oldId, before, after } as const;
        await this.audit.record(operator, rotated, transaction);
      }
      return { key: credential, apiKey: apiKey.state, old: old.state };
    }, given);
  }

  /** @throws {ApiKeyNotFound} */
  async revokeApiKey(id: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const apiKey = await this.apiKeys.lock(id, transaction);
      const before = withoutDigest(apiKey);
      apiKey.revoke();
      await this.apiKeys.update(apiKey, transaction);
      const after = withoutDigest(apiKey);
      const change = { operation: 'api-key.revoke', objectId: id, before, after } as const;
      await this.audit.record(operatorOf(before.companyId), change, transaction);
    });
  }

  /**
   * @param change - returns false if nothing has changed
   * @param admin - of the company, whose users alone are found; the operator where there is none
   */
  private changeUser(
    userId: string,
    operation: AuditOperation,
    change: (user: User, transaction: Transaction) => boolean | Promise<boolean>,
    admin?: UserActor,
  ): Promise<Readonly<UserState>> {
    return this.unitOfWork.run(async (transaction) => {
      const user = await this.users.lock(userId, transaction, admin?.companyId);
      const { state: before } = user;
      if (!(await change(user, transaction))) return before;
      await this.users.update(user, transaction);
      const actor = admin ?? operatorOf(before.companyId);
      const changed = { operation, objectId: userId, before, after: user.state };
      await this.audit.record(actor, changed, transaction);
      await this.links.followUser(actor, userId, transaction);
      return user.state;
    });
  }
}

function withoutDigest({ state: { digest: _, ...known } }: ApiKey): Omit<ApiKeyState, 'digest'> {
  return known;
}
