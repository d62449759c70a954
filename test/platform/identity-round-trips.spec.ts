import { ApiKey } from '../../src/identity/domain/api-key.js';
import { createCompany } from '../../src/identity/domain/company.js';
import {
  ApiKeyRepository,
  CompanyRepository,
  SessionRepository,
  UserRepository,
} from '../../src/identity/domain/identity.repositories.js';
import { User } from '../../src/identity/domain/user.js';
import { TestApp } from '../support/test-app.js';

/** What a repository inserts and updates must be loaded again without loss. */
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
    await app.app.get(CompanyRepository).insert(company);
    await app.app.get(UserRepository).insert(user);
  });
  afterAll(() => app.stop());

  const rowOf = async (table: string, id: string): Promise<Record<string, unknown>> => {
    const rows = await app.sql(`SELECT * FROM ${table} WHERE id = $1`, [id]);
    expect(rows).toHaveLength(1);
    return rows[0]!;
  };

  it('keeps a company', async () => {
    const { id, name, timeZone, isDemo } = company;
    expect(await rowOf('company', id)).toMatchObject({ name, time_zone: timeZone, is_demo: isDemo });
    expect(await app.app.get(CompanyRepository).demoIds()).toEqual([id]);
  });

  it('keeps a user, and what changes', async () => {
    const users = app.app.get(UserRepository);
    const load = async () => (await users.find(company.id, user.state.id))!;
    expect((await load()).state).toEqual(user.state);
    const changed = await load();
    changed.changeRole('ADMIN');
    changed.deactivate();
    await users.update(changed);
    expect((await load()).state).toEqual({
      ...user.state,
      role: 'ADMIN',
      deactivatedAt: expect.any(Date) as Date,
    });
    await expect(users.update(changed)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('keeps a user in one company only', async () => {
    const other = await app.company();
    expect(await app.app.get(UserRepository).find(other, user.state.id)).toBeUndefined();
  });

  it('keeps a session', async () => {
    const session = user.startSession(Buffer.alloc(32, 7), 60_000);
    await app.app.get(SessionRepository).insert(session);
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
      lifetimeMs: 60_000,
    });
    await apiKeys.insert(apiKey);
    const loaded = (await apiKeys.find(company.id, apiKey.state.id))!;
    expect(loaded.state).toEqual(apiKey.state);
    loaded.revoke();
    await apiKeys.update(loaded);
    expect((await apiKeys.find(company.id, apiKey.state.id))!.state).toEqual(loaded.state);
    await expect(apiKeys.update(loaded)).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' });
    expect(() => loaded.revoke()).toThrow(expect.objectContaining({ code: 'API_KEY_NOT_FOUND' }) as Error);
  });
});
