import { DataSource } from 'typeorm';
import { ApiKey } from '../../src/identity/domain/api-key.js';
import { Company } from '../../src/identity/domain/company.js';
import { Session } from '../../src/identity/domain/session.js';
import { User } from '../../src/identity/domain/user.js';
import { TestApp } from '../support/test-app.js';

/** A mapping and its class can drift apart in silence: what is saved must come back, as an instance of the class. */
describe('a round trip through the database', () => {
  let app: TestApp;
  let company: Company;
  let user: User;

  beforeAll(async () => {
    app = await TestApp.start();
    company = Company.create({ name: 'Ö & Söhne', timeZone: 'Europe/Vienna', isDemo: true });
    user = User.create({
      companyId: company.id,
      email: 'Jo@example.com',
      name: 'Jo',
      role: 'ADVISOR',
      language: 'pt-BR',
    });
  });
  afterAll(() => app.stop());

  const roundTrip = async <T extends { readonly id: string }>(
    saved: T,
    type: abstract new () => T,
  ): Promise<void> => {
    const repository = app.app.get(DataSource).getRepository<T>(type);
    const expected = { ...saved };
    await repository.insert(saved as never);
    const loaded = await repository.findOneByOrFail({ id: saved.id } as never);
    expect(loaded).toBeInstanceOf(type);
    expect(loaded).toMatchObject(expected);
  };

  it('keeps a company', () => roundTrip(company, Company as never));
  it('keeps a user', () => roundTrip(user, User as never));
  it('keeps a session', () =>
    roundTrip(Session.begin(Buffer.alloc(32, 7), user.id, 60_000), Session as never));
  it('keeps an API key', () =>
    roundTrip(
      ApiKey.grant('0123456789abcdef01234567', Buffer.alloc(32, 8), {
        companyId: company.id,
        name: 'HR',
        lifetimeMs: 60_000,
      }),
      ApiKey as never,
    ));
});
