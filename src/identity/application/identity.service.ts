import { Injectable } from '@nestjs/common';
import type { Role } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ApiKey, type ApiKeyState, type NewApiKey } from '../domain/api-key.js';
import { createCompany, type Company, type NewCompany } from '../domain/company.js';
import { ApiKeyNotFound, UserNotFound } from '../domain/identity.errors.js';
import {
  ApiKeyRepository,
  CompanyRepository,
  SessionRepository,
  UserRepository,
} from '../domain/identity.repositories.js';
import { User, type NewUser, type UserState } from '../domain/user.js';
import { newApiKey, newSessionId } from './credential-secrets.js';
import { IdentityQueries } from './identity.queries.js';

/**
 * Changes of companies, users and credentials by operators, who have access to the database anyway. Revocations, role
 * changes and deactivations take effect within one second in every process.
 */
@Injectable()
export class IdentityService {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly apiKeys: ApiKeyRepository,
    private readonly queries: IdentityQueries,
  ) {}

  /** @throws {DomainError} invalid */
  async createCompany(input: NewCompany): Promise<Company> {
    const company = createCompany(input);
    await this.companies.insert(company);
    return company;
  }

  /**
   * @throws {DomainError} invalid
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   */
  async createUser(input: NewUser): Promise<Readonly<UserState>> {
    const user = User.create(input);
    await this.users.insert(user);
    return user.state;
  }

  /** @throws {UserNotFound} */
  async setRole(userId: string, role: Role): Promise<void> {
    const user = await this.loadUser(userId);
    user.changeRole(role);
    await this.users.update(user);
  }

  /** Ends the user's sessions, too. @throws {UserNotFound} */
  async deactivateUser(userId: string): Promise<void> {
    const user = await this.loadUser(userId);
    user.deactivate();
    await this.users.update(user);
  }

  /**
   * @returns the session id, which is not stored and cannot be shown again
   * @throws {UserNotFound}
   */
  async issueSession(userId: string, lifetimeMs: number): Promise<{ sessionId: string; expiresAt: Date }> {
    const user = await this.loadUser(userId);
    const { credential, digest } = newSessionId();
    const session = user.startSession(digest, lifetimeMs);
    await this.sessions.insert(session);
    return { sessionId: credential, expiresAt: session.expiresAt };
  }

  /**
   * Revokes every session of a user.
   * @returns how many were valid
   * @throws {UserNotFound}
   */
  async revokeSessions(userId: string): Promise<number> {
    return this.sessions.revokeOfUser(await this.queries.companyOfUser(userId), userId);
  }

  /**
   * Ends the sessions of people who have left (decisions 3).
   * @param emails - of users of the company, whatever the case; addresses that no user has are ignored
   * @param transaction - the change by which they leave
   */
  async endSessionsOf(companyId: string, emails: readonly string[], transaction: Transaction): Promise<void> {
    if (emails.length > 0) await this.sessions.revokeByEmail(companyId, emails, transaction);
  }

  /**
   * @returns the key, which is not stored and cannot be shown again
   * @throws {CompanyNotFound}
   */
  async issueApiKey(input: NewApiKey): Promise<{ key: string; apiKey: Readonly<ApiKeyState> }> {
    const id = newId();
    const { credential, digest } = newApiKey(id);
    const apiKey = ApiKey.grant(id, digest, input);
    await this.apiKeys.insert(apiKey);
    return { key: credential, apiKey: apiKey.state };
  }

  /** @throws {ApiKeyNotFound} */
  async revokeApiKey(id: string): Promise<void> {
    const apiKey = await this.apiKeys.find(await this.queries.companyOfApiKey(id), id);
    if (!apiKey) throw new ApiKeyNotFound(id);
    apiKey.revoke();
    await this.apiKeys.update(apiKey);
  }

  /** Removes the demo companies with all their data. */
  async removeDemoCompanies(): Promise<void> {
    await this.companies.removeDemo();
  }

  /** Revokes the credentials that earlier runs issued for the demo companies. */
  async revokeDemoCredentials(): Promise<void> {
    const companyIds = await this.companies.demoIds();
    await this.sessions.revokeOfCompanies(companyIds);
    await this.apiKeys.revokeOfCompanies(companyIds);
  }

  private async loadUser(userId: string): Promise<User> {
    const user = await this.users.find(await this.queries.companyOfUser(userId), userId);
    if (!user) throw new UserNotFound(userId);
    return user;
  }
}
