import { Sql } from '../../src/platform/database/sql.js';
import { TableStatistics } from '../../src/platform/database/table-statistics.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { eventually } from '../support/eventually.js';
import { TestApp } from '../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});

afterAll(() => app.stop());

async function analyses(): Promise<number> {
  const [row] = await app.sql<{ count: string }>(
    `SELECT analyze_count AS count FROM pg_stat_user_tables WHERE relname = 'company_group'`,
  );
  return Number(row?.count);
}

it('a table is analysed while a long transaction fills it', async () => {
  const [sql, unitOfWork] = [app.app.get(Sql), app.app.get(UnitOfWork)];
  const statistics = new TableStatistics(sql, unitOfWork);
  const companyId = await app.company();
  const before = await analyses();
  const statement = {
    name: 'test.fill',
    text: `
      INSERT INTO company_group (company_id, id, position, document)
      SELECT $1, lpad(to_hex(number), 24, '0'), number, '{}' FROM generate_series(1, 10000) AS number`,
  };
  await unitOfWork.run(async (transaction) => {
    const work = async (): Promise<void> => {
      await sql.query(statement, [companyId], transaction);
      await eventually(async () => expect(await analyses()).toBeGreaterThan(before));
    };
    await statistics.keepDuring(transaction, work());
    await sql.query(
      { name: 'test.empty', text: 'DELETE FROM company_group WHERE company_id = $1' },
      [companyId],
      transaction,
    );
  });
});

it('an error of the work is passed on', async () => {
  const statistics = new TableStatistics(app.app.get(Sql), app.app.get(UnitOfWork));
  const work = app.app
    .get(UnitOfWork)
    .run((transaction) => statistics.keepDuring(transaction, Promise.reject(new Error('refused'))));
  await expect(work).rejects.toThrow('refused');
});
