import { Sql } from '../../src/platform/database/sql.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { TestApp } from '../support/test-app.js';

/** Longer than statements of requests may take. */
const SLEEP = { text: 'SELECT pg_sleep(3.5)' };
const LIMIT = { text: 'SHOW statement_timeout' };
const TIMED_OUT = { code: '57014' };

let app: TestApp;
let sql: Sql;
let unitOfWork: UnitOfWork;

beforeAll(async () => {
  app = await TestApp.start({}, undefined, { isWorker: false });
  sql = app.app.get(Sql, { strict: false });
  unitOfWork = app.app.get(UnitOfWork, { strict: false });
});
afterAll(() => app.stop());

it('lets statements of the work take longer', async () => {
  await expect(sql.query(SLEEP)).rejects.toMatchObject(TIMED_OUT);
  expect(await unitOfWork.withStatementLimit(20_000, () => sql.query(SLEEP))).toHaveLength(1);
});

it('lets statements of its transactions take longer', async () => {
  const inTransaction = (): Promise<unknown[]> =>
    unitOfWork.run((transaction) => sql.query(SLEEP, [], transaction));
  await expect(inTransaction()).rejects.toMatchObject(TIMED_OUT);
  expect(await unitOfWork.withStatementLimit(20_000, inTransaction)).toHaveLength(1);
});

it('ends with its own limit', async () => {
  const short = unitOfWork.withStatementLimit(100, () => sql.query(SLEEP));
  await expect(short).rejects.toMatchObject(TIMED_OUT);
});

it('leaves no limit behind on a connection', async () => {
  const all = Array.from({ length: 30 }, () => unitOfWork.withStatementLimit(20_000, () => sql.query(LIMIT)));
  expect(new Set((await Promise.all(all)).map(([row]) => row?.['statement_timeout']))).toEqual(
    new Set(['20s']),
  );
  const after = await Promise.all(Array.from({ length: 30 }, () => sql.query(LIMIT)));
  expect(new Set(after.map(([row]) => row?.['statement_timeout']))).toEqual(new Set(['3s']));
});
