import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { CompanyConnections } from '../../src/platform/database/company-connections.js';
import { poolOf } from '../../src/platform/database/connection.js';
import { RowStreams } from '../../src/platform/database/row-streams.js';
import { Sql } from '../../src/platform/database/sql.js';
import { HealthChecks } from '../../src/platform/health/health-checks.js';
import { ProcessMetrics } from '../../src/platform/metrics/process-metrics.js';
import { eventually } from '../support/eventually.js';
import { TestApp } from '../support/test-app.js';

const LIMIT = 3;

describe('the metrics of the pool', () => {
  let app: TestApp;
  const registry = new Registry();

  beforeAll(async () => {
    app = await TestApp.start({ DATABASE_POOL_SIZE: String(LIMIT) }, undefined, { isWorker: false });
    const get = app.app.get.bind(app.app);
    const shares = [get(CompanyConnections), get(RowStreams)] as const;
    new ProcessMetrics(registry, get(DataSource), get(Sql), ...shares, get(HealthChecks));
  });
  afterAll(() => app.stop());

  const valuesOf = async (name: string) => {
    const { values } = await registry.getSingleMetric(name)!.get();
    return values.map(({ value }) => value);
  };
  /** Busy connections, idle ones, the limit, and the callers that wait. */
  const state = async () => [
    ...(await valuesOf('wes_database_connections')),
    ...(await valuesOf('wes_database_connections_limit')),
    ...(await valuesOf('wes_database_connection_waiters')),
  ];

  it('tell busy connections from idle ones, and count the callers that wait', async () => {
    const pool = poolOf(app.app.get(DataSource));
    const held = await Promise.all(Array.from({ length: LIMIT }, () => pool.connect()));
    const waiting = [pool.connect(), pool.connect()];
    const whileHeld = await state();
    for (const client of held) client.release();
    for (const client of await Promise.all(waiting)) client.release();
    expect(whileHeld).toEqual([LIMIT, 0, LIMIT, 2]);
    await eventually(async () => expect(await state()).toEqual([0, LIMIT, LIMIT, 0]));
  });
});
