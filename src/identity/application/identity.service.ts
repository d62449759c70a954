import { Injectable } from '@nestjs/common';
import type { Role } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ApiKey, type NewApiKey } from '../domain/api-key.js';
import { Company, type NewCompany } from '../domain/company.js';
import { ApiKeyNotFound, UserNotFound } from '../domain/identity.errors.js';
import { CompanyRepository, CredentialRepository, UserRepository } from '../domain/identity.repositories.js';
import { Session } from '../domain/session.js';
import { User, type NewUser } from '../domain/user.js';
import { newApiKey, newSessionId } from './credential-secrets.js';

/** What an operator does about companies, users and credentials. Its caller is trusted: it has the database. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly users: UserRepository,
    private readonly credentials: CredentialRepository,
  ) {}

  /** @throws {DomainError} invalid */
  async createCompany(input: NewCompany): Promise<Company> {
    const company = Company.create(input);
    await this.companies.insert(company);
    return company;
  }

  /**
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   */
  async createUser(input: NewUser): Promise<User> {
    const user = User.create(input);
    await this.users.insert(user);
    return user;
  }

  /** In force within one second in every process. @throws {UserNotFound} */
  async setRole(userId: string, role: Role): Promise<void> {
    if (!(await this.users.setRole(userId, role))) throw new UserNotFound(userId);
  }

  /** Ends the user's sessions within one second in every process. @throws {UserNotFound} */
  async deactivateUser(userId: string): Promise<void> {
    if (!(await this.users.deactivate(userId))) throw new UserNotFound(userId);
  }

  /** @throws {UserNotFound} */
  async issueSession(userId: string, lifetimeMs: number): Promise<{ sessionId: string; expiresAt: Date }> {
    const { credential, digest } = newSessionId();
    const session = Session.begin(digest, userId, lifetimeMs);
    await this.credentials.insertSession(session);
    return { sessionId: credential, expiresAt: session.expiresAt };
  }

  /**
   * Revokes every session of a user.
   * @returns how many were in force
   * @throws {UserNotFound}
   */
  async revokeSessions(userId: string): Promise<number> {
    const revoked = await this.credentials.revokeSessions(userId);
    if (revoked === undefined) throw new UserNotFound(userId);
    return revoked;
  }

  /**
   * Ends the sessions of people who have left (decisions 3), within one second in every process.
   * @param emails - of users of the company, whatever the case; those of nobody are passed over
   * @param transaction - the change by which they leave
   */
  async endSessionsOf(companyId: string, emails: readonly string[], transaction: Transaction): Promise<void> {
    if (emails.length > 0) await this.credentials.revokeSessionsByEmail(companyId, emails, transaction);
  }

  /** @throws {CompanyNotFound} */
  async issueApiKey(input: NewApiKey): Promise<{ key: string; apiKey: ApiKey }> {
    const id = newId();
    const { credential, digest } = newApiKey(id);
    const apiKey = ApiKey.grant(id, digest, input);
    await this.credentials.insertApiKey(apiKey);
    return { key: credential, apiKey };
  }

  /** @throws {ApiKeyNotFound} */
  async revokeApiKey(id: string): Promise<void> {
    if (!(await this.credentials.revokeApiKey(id))) throw new ApiKeyNotFound(id);
  }

  /** Removes the demo companies with all that belongs to them. */
  async removeDemoCompanies(): Promise<void> {
    await this.companies.removeDemo();
  }

  /** Revokes what earlier runs handed out for the demo companies. */
  async revokeDemoCredentials(): Promise<void> {
    await this.credentials.revokeDemo();
  }
}
