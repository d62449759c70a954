import type { Role } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ApiKey } from './api-key.js';
import type { Company } from './company.js';
import type { Session } from './session.js';
import type { User } from './user.js';

/** Where companies are kept. */
export abstract class CompanyRepository {
  abstract insert(company: Company): Promise<void>;

  /** Removes every demo company with all that belongs to it. */
  abstract removeDemo(): Promise<void>;
}

/** Where users are kept. */
export abstract class UserRepository {
  /**
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   */
  abstract insert(user: User): Promise<void>;

  /** @returns false when there is no active user with the id */
  abstract setRole(userId: string, role: Role): Promise<boolean>;

  /** Deactivates a user, which ends all sessions. @returns false when there is no active user with the id */
  abstract deactivate(userId: string): Promise<boolean>;
}

/** Where credentials are kept, as digests. */
export abstract class CredentialRepository {
  /** @throws {UserNotFound} when there is no active user to hold the session */
  abstract insertSession(session: Session): Promise<void>;

  /** Revokes every session of a user. @returns how many were in force; undefined when the user is unknown */
  abstract revokeSessions(userId: string): Promise<number | undefined>;

  /**
   * Revokes every session of the users of a company with these addresses, whatever the case.
   * @param transaction - the change that this is a part of
   */
  abstract revokeSessionsByEmail(
    companyId: string,
    emails: readonly string[],
    transaction: Transaction,
  ): Promise<void>;

  /** @throws {CompanyNotFound} */
  abstract insertApiKey(apiKey: ApiKey): Promise<void>;

  /** @returns false when there is no such key in force */
  abstract revokeApiKey(id: string): Promise<boolean>;

  /** Revokes every credential of the demo companies. */
  abstract revokeDemo(): Promise<void>;
}
