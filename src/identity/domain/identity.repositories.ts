import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ApiKey } from './api-key.js';
import type { Company } from './company.js';
import type { Session } from './session.js';
import type { User } from './user.js';

export abstract class CompanyRepository {
  abstract insert(company: Company): Promise<void>;

  abstract demoIds(): Promise<string[]>;

  /** Removes every demo company with all its data. */
  abstract removeDemo(): Promise<void>;
}

export abstract class UserRepository {
  /**
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   */
  abstract insert(user: User): Promise<void>;

  abstract find(companyId: string, id: string): Promise<User | undefined>;

  /** @throws {UserNotFound} when the user has been deactivated meanwhile */
  abstract update(user: User): Promise<void>;
}

export abstract class SessionRepository {
  abstract insert(session: Session): Promise<void>;

  /** Revokes every session of a user. @returns how many were valid */
  abstract revokeOfUser(companyId: string, userId: string): Promise<number>;

  /**
   * Revokes every session of the active users of a company with these addresses, whatever the case.
   * @param emails - addresses that no user has are ignored
   */
  abstract revokeByEmail(
    companyId: string,
    emails: readonly string[],
    transaction: Transaction,
  ): Promise<void>;

  abstract revokeOfCompanies(companyIds: readonly string[]): Promise<void>;
}

export abstract class ApiKeyRepository {
  /** @throws {CompanyNotFound} */
  abstract insert(apiKey: ApiKey): Promise<void>;

  abstract find(companyId: string, id: string): Promise<ApiKey | undefined>;

  /** @throws {ApiKeyNotFound} when the key has been revoked meanwhile */
  abstract update(apiKey: ApiKey): Promise<void>;

  abstract revokeOfCompanies(companyIds: readonly string[]): Promise<void>;
}
