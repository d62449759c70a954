import { DataSource, type EntityManager } from 'typeorm';
import { lockCompany } from '../../src/platform/database/import-lock.js';
import { newId } from '../../src/shared-kernel/id.js';
import { TestApp } from '../support/test-app.js';

describe('the lock of a company', () => {
  let app: TestApp;
  let one: string;
  let other: string;

  beforeAll(async () => {
    app = await TestApp.start();
    [one, other] = [await app.company(), await app.company()];
  });
  afterAll(() => app.stop());

  /** Runs the work in a transaction, which fails where it would have to wait for a lock. */
  const transaction = <T>(work: (manager: EntityManager) => Promise<T>): Promise<T> =>
    app.app.get(DataSource).transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = '1s'`);
      return work(manager);
    });
  const lock = (companyId: string, meanwhile?: () => Promise<unknown>) =>
    transaction(async (manager) => {
      const isThere = await lockCompany(manager, companyId);
      await meanwhile?.();
      return isThere;
    });
  const remove = (companyId: string) =>
    transaction((manager) => manager.query('DELETE FROM company WHERE id = $1', [companyId]));

  it.each(['the first time', 'again'])('is held by one transaction, %s', async () => {
    await lock(one, async () => {
      await expect(lock(one)).rejects.toThrow('statement timeout');
      expect(await lock(other)).toBe(true);
    });
    expect(await lock(one)).toBe(true);
  });

  it('is not removed with its company while it is held', async () => {
    const removed = await app.company();
    await lock(removed, () => expect(remove(removed)).rejects.toThrow('statement timeout'));
    await remove(removed);
    expect(await lock(removed)).toBe(false);
  });

  it('needs a company', async () => {
    expect(await lock(newId())).toBe(false);
  });
});
