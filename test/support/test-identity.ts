import type { INestApplicationContext } from '@nestjs/common';
import {
  ApiKeysService,
  CompaniesService,
  OperatorQueries,
  SessionsService,
  UsersService,
  type RotatedApiKey,
} from '../../src/identity/index.js';
import { operatorOf, type OperatorActor, type Role, type Scope } from '../../src/shared-kernel/actor.js';

type User = Awaited<ReturnType<UsersService['create']>>;

interface NewUser {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly language?: string | undefined;
}

interface NewApiKey {
  readonly companyId: string;
  readonly name: string;
  readonly scopes?: readonly Scope[] | undefined;
  readonly lifetimeMs: number;
}

/** Users and credentials as an operator changes them, who has nothing but an id. */
export class TestIdentity {
  constructor(private readonly app: INestApplicationContext) {}

  createCompany(input: {
    readonly name: string;
    readonly timeZone?: string;
  }): Promise<{ readonly id: string }> {
    return this.app.get(CompaniesService).create(input);
  }

  createUser({ companyId, ...user }: NewUser): Promise<User> {
    return this.app.get(UsersService).create(operatorOf(companyId), user);
  }

  async setRole(userId: string, role: Role): Promise<void> {
    await this.update(userId, { role });
  }

  async deactivateUser(userId: string): Promise<void> {
    await this.update(userId, { active: false });
  }

  async reactivateUser(userId: string): Promise<void> {
    await this.update(userId, { active: true });
  }

  editUser(userId: string, changes: { readonly email?: string; readonly name?: string }): Promise<User> {
    return this.update(userId, changes);
  }

  linkUser(userId: string, employeeId: string | undefined): Promise<User> {
    return this.update(userId, { employeeId: employeeId ?? null });
  }

  async issueSession(userId: string, lifetimeMs: number): ReturnType<SessionsService['issue']> {
    return this.app.get(SessionsService).issue(await this.operatorOf(userId), userId, lifetimeMs);
  }

  async revokeSessions(userId: string): Promise<number> {
    return this.app.get(SessionsService).endAll(await this.operatorOf(userId), userId);
  }

  issueApiKey({ companyId, lifetimeMs, ...input }: NewApiKey): ReturnType<ApiKeysService['issue']> {
    const expiresAt = new Date(Date.now() + lifetimeMs);
    return this.app.get(ApiKeysService).issue(operatorOf(companyId), { ...input, expiresAt });
  }

  async rotateApiKey(
    id: string,
    { lifetimeMs, overlapMs }: { readonly lifetimeMs: number; readonly overlapMs: number },
  ): Promise<RotatedApiKey> {
    const rotation = { expiresAt: new Date(Date.now() + lifetimeMs), overlapMs };
    return this.app.get(ApiKeysService).rotate(await this.operatorOfKey(id), id, rotation);
  }

  async revokeApiKey(id: string): Promise<void> {
    await this.app.get(ApiKeysService).revoke(await this.operatorOfKey(id), id);
  }

  private async update(userId: string, change: Parameters<UsersService['update']>[2]): Promise<User> {
    return this.app.get(UsersService).update(await this.operatorOf(userId), userId, change);
  }

  private async operatorOf(userId: string): Promise<OperatorActor> {
    return operatorOf((await this.app.get(OperatorQueries).user(userId)).companyId);
  }

  private async operatorOfKey(id: string): Promise<OperatorActor> {
    return operatorOf((await this.app.get(OperatorQueries).apiKey(id)).companyId);
  }
}
