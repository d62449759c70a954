import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from '../../src/platform/database/connection.js';
import { Sql } from '../../src/platform/database/sql.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { TestApp } from '../support/test-app.js';

const NUMBERS = 'SELECT n FROM generate_series(1, 10) n';
const FAILING = 'SELECT 1 / (5 - n) AS n FROM generate_series(1, 10) n';

let app: TestApp;
let sql: Sql;
let pauses = 0;

beforeAll(async () => {
  app = await TestApp.start({ DATABASE_POOL_SIZE: '4' }, undefined, { isWorker: false });
  sql = app.app.get(Sql, { strict: false });
  const counted = new WeakSet<PoolClient>();
  poolOf(app.app.get(DataSource)).on('acquire', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on('portalSuspended', () => pauses++);
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  pauses = 0;
});

const read = (rowsAtATime?: number): Promise<number[]> =>
  sql
    .query<{ n: number }>({ text: NUMBERS, ...(rowsAtATime !== undefined && { rowsAtATime }) })
    .then((rows) => rows.map(({ n }) => n));

it('reads all rows, some at a time', async () => {
  const all = await read();
  expect(pauses).toBe(0);
  expect(await read(3)).toEqual(all);
  expect(pauses).toBe(3);
});

it('does so under a name, in a transaction and under a limit of the work', async () => {
  const statement = { name: 'test.rows-at-a-time', text: NUMBERS, rowsAtATime: 4 };
  const unitOfWork = app.app.get(UnitOfWork, { strict: false });
  for (let time = 0; time < 2; time++) {
    expect(await unitOfWork.run((transaction) => sql.query(statement, [], transaction))).toHaveLength(10);
    expect(await unitOfWork.withStatementLimit(20_000, () => sql.query(statement))).toHaveLength(10);
  }
  expect(pauses).toBe(8);
});

it('leaves connections usable after a failure between two rows', async () => {
  for (let time = 0; time < 8; time++)
    await expect(sql.query({ text: FAILING, rowsAtATime: 2 })).rejects.toMatchObject({ code: '22012' });
  expect(await Promise.all(Array.from({ length: 8 }, () => read(3)))).toEqual(
    Array.from({ length: 8 }, () => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  );
});
