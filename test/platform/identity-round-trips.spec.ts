import { ApiKey } from '../../src/identity/domain/api-key.js';
import { createCompany } from '../../src/identity/domain/company.js';
import {
  ApiKeyRepository,
  CompanyRepository,
  SessionRepository,
  UserRepository,
} from '../../src/identity/domain/identity.repositories.js';
import { User } from '../../src/identity/domain/user.js';
import type { Transaction } from '../../src/shared-kernel/transaction.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { TestApp } from '../support/test-app.js';

describe('a round trip through the repositories of identity', () => {
  let app: TestApp;
  const company = createCompany({ name: 'Ö & Söhne', timeZone: 'Europe/Vienna', isDemo: true });
  const user = User.create({
    companyId: company.id,
    email: 'JO@STRAßE.example',
    name: 'Jo',
    role: 'ADVISOR',
    language: 'pt-BR',
  });

  beforeAll(async () => {
    app = await TestApp.start();
    await run(async (transaction) => {
      await app.app.get(CompanyRepository).insert(company, transaction);
      await app.app.get(UserRepository).insert(user, transaction);
    });
  });
  afterAll(() => app.stop());

  const run = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    app.app.get(UnitOfWork).run(work);

  const rowOf = async (table: string, id: string): Promise<Record<string, unknown>> => {
    const rows = await app.sql(`SELECT * FROM ${table} WHERE id = $1`, [id]);
    expect(rows).toHaveLength(1);
    return rows[0]!;
  };

  it('keeps a company', async () => {
    const { id, name, timeZone, isDemo } = company;
    expect(await rowOf('company', id)).toMatchObject({ name, time_zone: timeZone, is_demo: isDemo });
  });

  it('keeps a user, and what changes', async () => {
    const users = app.app.get(UserRepository);
    const load = () =>
      run((transaction) => users.lock({ companyId: company.id, id: user.state.id }, transaction));
    expect((await load()).state).toEqual(user.state);
    const changed = await load();
    changed.changeRole('ADMIN');
    changed.deactivate();
    await run((transaction) => users.update(changed, transaction));
    expect((await load()).state).toEqual({
      ...user.state,
      role: 'ADMIN',
      deactivatedAt: expect.any(Date) as Date,
    });
    expect(changed.deactivate()).toBe(false);
  });

  it('keeps a session', async () => {
    const session = user.startSession(Buffer.alloc(32, 7), 60_000);
    await run((transaction) => app.app.get(SessionRepository).insert(session, transaction));
    expect(await rowOf('session', session.id)).toMatchObject({
      company_id: company.id,
      user_id: user.state.id,
      digest: session.digest,
      expires_at: session.expiresAt,
      revoked_at: null,
      last_used_at: null,
    });
  });

  it('keeps an API key, and its revocation', async () => {
    const apiKeys = app.app.get(ApiKeyRepository);
    const apiKey = ApiKey.grant('0123456789abcdef01234567', Buffer.alloc(32, 8), {
      companyId: company.id,
      name: 'HR',
      scopes: ['employees:read'],
      expiresAt: new Date(Date.now() + 60_000),
    });
    const load = () => run((transaction) => apiKeys.lock(company.id, apiKey.state.id, transaction));
    await run((transaction) => apiKeys.insert(apiKey, transaction));
    const loaded = await load();
    expect(loaded.state).toEqual(apiKey.state);
    loaded.revoke();
    await run((transaction) => apiKeys.update(loaded, transaction));
    expect((await load()).state).toEqual(loaded.state);
    expect(() => loaded.revoke()).toThrow(expect.objectContaining({ code: 'API_KEY_NOT_FOUND' }) as Error);
  });
});
