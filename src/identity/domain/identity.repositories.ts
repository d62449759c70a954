import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ApiKey } from './api-key.js';
import type { Company } from './company.js';
import type { RevokedSession, Session } from './session.js';
import type { User } from './user.js';

export abstract class CompanyRepository {
  abstract insert(company: Company, transaction: Transaction): Promise<void>;

  /**
   * Locks a company until the transaction ends, so that nothing that refers to it is added.
   * @throws {CompanyNotFound}
   */
  abstract lock(id: string, transaction: Transaction): Promise<Company>;

  /** Updates a locked company. */
  abstract update(company: Company, transaction: Transaction): Promise<void>;

  /** Removes a locked company with all its data. Workers remove the files of its exports. */
  abstract remove(id: string, transaction: Transaction): Promise<void>;
}

export interface UserKey {
  readonly companyId: string;
  readonly id: string;
}

export interface WantedUsers {
  readonly ids: readonly string[];
  /** As folded by `foldEmail`; of active users only. */
  readonly emailKeys: readonly string[];
}

export abstract class UserRepository {
  /**
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   */
  abstract insert(user: User, transaction: Transaction): Promise<void>;

  /**
   * Inserts users whose addresses no active user has yet.
   * @returns the ids of those that were inserted
   */
  abstract insertAll(
    companyId: string,
    users: readonly User[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;

  /**
   * Locks a user until the transaction ends.
   * @throws {UserNotFound}
   */
  abstract lock(user: UserKey, transaction: Transaction): Promise<User>;

  /** Locks the users with some ids or folded addresses; those without are left out. */
  abstract lockAll(companyId: string, wanted: WantedUsers, transaction: Transaction): Promise<User[]>;

  /**
   * Updates locked users of a company together, so that they may exchange addresses.
   * @param changes - with the ids of those whose address is another one, or is theirs again or no more
   * @throws {UserEmailConflict}
   */
  abstract updateAll(
    companyId: string,
    changes: { readonly users: readonly User[]; readonly moved: readonly string[] },
    transaction: Transaction,
  ): Promise<void>;

  /** Locks the users who are some employees, and those with their folded addresses, deactivated ones too. */
  abstract lockStaff(
    companyId: string,
    staff: { readonly employeeIds: readonly string[]; readonly emailKeys: readonly string[] },
    transaction: Transaction,
  ): Promise<User[]>;

  /** Those of some employees whom the role of an active user follows. */
  abstract followedEmployees(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;

  /** True where a user was deactivated who had an address that an employee has or had, and followed no employee. */
  abstract wasDeactivated(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean>;

  /** Lets roles follow no employee of a company any more. */
  abstract releaseStaff(companyId: string, transaction: Transaction): Promise<void>;

  /**
   * Locks the active admins of a company who have not left, so that none of them ceases to be one meanwhile. Called
   * before any other user is locked.
   * @returns their ids
   */
  abstract lockAdmins(companyId: string, transaction: Transaction): Promise<string[]>;

  /**
   * Updates a locked user.
   * @throws {UserEmailConflict}
   */
  abstract update(user: User, transaction: Transaction): Promise<void>;
}

/** An employee, as the links of users follow it. */
export interface FollowedEmployee {
  readonly id: string;
  /** Folded. */
  readonly emailKey: string | null;
  readonly isPresent: boolean;
}

/** A user whose link has changed. */
export interface ChangedLink {
  readonly userId: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Which employee a user is (ADR 55). A link that nobody has confirmed is made where a user and an employee who is
 * present have the same address, which nobody else has had for a day, and neither has or had a link; never for an
 * admin. It is firm after a day.
 */
export abstract class UserLinkRepository {
  /** Makes and removes links that nobody has confirmed, after employees were written. */
  abstract followEmployees(
    companyId: string,
    employees: readonly FollowedEmployee[],
    transaction: Transaction,
  ): Promise<ChangedLink[]>;

  /** The same after users were written. */
  abstract followUsers(
    companyId: string,
    userIds: readonly string[],
    transaction: Transaction,
  ): Promise<ChangedLink[]>;

  /** True if the company has an employee, also one who has left. */
  abstract hasEmployee(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean>;

  /** True if an employee works for the company. */
  abstract isPresent(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean>;
}

export abstract class SessionRepository {
  abstract insert(session: Session, transaction: Transaction): Promise<void>;

  /** Revokes a session. @returns it, or nothing if it was not valid */
  abstract revoke(companyId: string, id: string, transaction: Transaction): Promise<RevokedSession[]>;

  /** Revokes every session of some users. @returns those that were valid */
  abstract revokeOfUsers(
    companyId: string,
    userIds: readonly string[],
    transaction: Transaction,
  ): Promise<RevokedSession[]>;

  /**
   * Revokes every session of the active users who are some employees of a company.
   * @returns those that were valid
   */
  abstract revokeOfEmployees(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<RevokedSession[]>;
}

/** A secret of the deployment, from which check values of credentials are made. */
export interface CredentialSecret {
  readonly secret: Buffer;
  readonly createdAt: Date;
}

/** The secrets whose credentials are accepted. Until the first rotation there is one, which is both. */
export interface AcceptedSecrets {
  readonly newest: CredentialSecret;
  readonly before: CredentialSecret;
}

export abstract class CredentialSecretRepository {
  abstract find(transaction?: Transaction): Promise<AcceptedSecrets>;

  /** The same from memory, less than a second old and never older than this process's own last rotation. */
  abstract findCached(): Promise<AcceptedSecrets>;

  /** Adds a secret, and removes all but it and the one before it. */
  abstract rotate(secret: Buffer, transaction: Transaction): Promise<void>;
}

export abstract class ApiKeyRepository {
  /** @throws {CompanyNotFound} */
  abstract insert(apiKey: ApiKey, transaction: Transaction): Promise<void>;

  /**
   * Locks a key until the transaction ends.
   * @throws {ApiKeyNotFound}
   */
  abstract lock(companyId: string, id: string, transaction: Transaction): Promise<ApiKey>;

  /** Counts the keys of a company that are valid. No other one is added until the transaction ends. */
  abstract lockCount(companyId: string, transaction: Transaction): Promise<number>;

  /** Updates a locked key. */
  abstract update(apiKey: ApiKey, transaction: Transaction): Promise<void>;
}
