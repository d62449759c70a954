import { Registry } from 'prom-client';
import { ExportFixture } from '../../../../test/support/exports.js';
import { Sql } from '../../../platform/database/sql.js';
import { ExportBacklogMetrics } from './export-backlog-metrics.js';

describe('the metrics of unfinished exports', () => {
  let service: ExportFixture;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
  });
  afterAll(() => service.close());

  async function valuesOf(sql: Pick<Sql, 'query'>): Promise<unknown[]> {
    const registry = new Registry();
    new ExportBacklogMetrics(sql as Sql, registry);
    const metrics = await registry.getMetricsAsJSON();
    return metrics.flatMap(({ values }) => values.map(({ labels, value }) => [labels.state, value]));
  }

  it('distinguish those that wait for a worker, are worked on and wait for a retry, and leave out finished ones', async () => {
    const states = [
      `due_at = now() - interval '90 seconds'`,
      `due_at = now() - interval '10 seconds'`,
      `status = 'RUNNING', due_at = now() - interval '20 seconds', leased_until = now() - interval '1 second'`,
      `status = 'RUNNING', due_at = now() + interval '5 seconds', leased_until = now() + interval '15 seconds'`,
      `status = 'RUNNING', due_at = now() + interval '5 minutes', leased_until = NULL`,
      `status = 'RUNNING', due_at = now() + interval '5 minutes', leased_until = now() - interval '1 second'`,
      `status = 'SENT', due_at = now() - interval '1 day'`,
      `status = 'FAILED', due_at = now() - interval '1 day'`,
    ];
    for (const state of states) {
      const owner = await service.caller();
      await service.alter(await service.request(owner, await service.plan(owner)), state);
    }
    const values = await valuesOf(service.app.app.get(Sql, { strict: false }));
    expect(values).toEqual([
      ['due', 3],
      ['running', 1],
      ['retrying', 2],
      [undefined, expect.closeTo(90, -1)],
    ]);
  });

  it('have no values while the database does not answer', async () => {
    const broken = { query: () => Promise.reject(new Error('Connection terminated')) };
    expect(await valuesOf(broken)).toEqual([]);
  });
});
