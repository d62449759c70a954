import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { CompanyConnections } from '../database/company-connections.js';
import { poolOf } from '../database/connection.js';
import { RowStreams, type StreamPurpose } from '../database/row-streams.js';
import { Sql } from '../database/sql.js';
import { HealthChecks } from '../health/health-checks.js';
import { repeatFor } from './repeat-for.js';

/** Gauges of prom-client that are called like counters, which `promtool check metrics` refuses. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Several scrapes within this time check the dependencies once. */
const CHECKS_REPEATED_MS = 2_000;

/** Several scrapes within this time read the sizes of tables once. */
const SIZES_REPEATED_MS = 60_000;

/** With indexes and long texts. Partitions count for their table. */
const READ_SIZES = {
  name: 'metrics.table-sizes',
  text: `
    SELECT root.relname AS "table", sum(pg_total_relation_size(part.oid))::float8 AS bytes
    FROM pg_class part JOIN pg_class root ON root.oid = coalesce(pg_partition_root(part.oid), part.oid)
    WHERE part.relnamespace = current_schema()::regnamespace AND part.relkind IN ('r', 'p')
    GROUP BY root.relname`,
};

const PURPOSES: readonly StreamPurpose[] = ['answer', 'export'];

/** Metrics of the process: Node.js, the connection pool, the dependencies and the sizes of tables. */
@Injectable()
export class ProcessMetrics {
  private readonly registers: [Registry];

  constructor(
    registry: Registry,
    dataSource: DataSource,
    sql: Sql,
    companies: CompanyConnections,
    streams: RowStreams,
    checks: HealthChecks,
  ) {
    this.registers = [registry];
    collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
    this.addPool(dataSource);
    this.addShares(companies);
    this.addStreams(streams);
    this.addDependencies(checks);
    this.addTableSizes(sql);
  }

  private addPool(dataSource: DataSource): void {
    const { registers } = this;
    const pool = poolOf(dataSource);
    new Gauge({
      name: 'wes_database_connections',
      help: 'Open connections of the pool, by whether they are busy or idle.',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
      },
    });
    new Gauge({
      name: 'wes_database_connections_limit',
      help: 'Most connections of the pool (DATABASE_POOL_SIZE).',
      registers,
    }).set(pool.options.max);
    new Gauge({
      name: 'wes_database_connection_waiters',
      help: 'Callers that wait for a connection of the pool.',
      registers,
      collect() {
        this.set(pool.waitingCount);
      },
    });
  }

  private addShares(companies: CompanyConnections): void {
    new Gauge({
      name: 'wes_database_share_waiters',
      help: 'Requests that wait because others of their company use its share of the connections.',
      registers: this.registers,
      collect() {
        this.set(companies.waiting);
      },
    });
  }

  private addStreams(streams: RowStreams): void {
    new Gauge({
      name: 'wes_database_streams',
      help: 'Open streams, each of which keeps a connection: of answers to clients, and of exports.',
      labelNames: ['purpose'],
      registers: this.registers,
      collect() {
        for (const purpose of PURPOSES) this.set({ purpose }, streams.count(purpose));
      },
    });
  }

  private addDependencies(checks: HealthChecks): void {
    const run = repeatFor(CHECKS_REPEATED_MS, () => checks.run());
    new Gauge({
      name: 'wes_dependency_up',
      help: '1 while the dependency answers, else 0. The process is not ready without the database.',
      labelNames: ['dependency'],
      registers: this.registers,
      async collect() {
        for (const { name, condition } of await run())
          this.set({ dependency: name }, condition === 'up' ? 1 : 0);
      },
    });
  }

  /** While the database does not answer, they have no value. */
  private addTableSizes(sql: Sql): void {
    const read = repeatFor(SIZES_REPEATED_MS, () =>
      sql.query<{ table: string; bytes: number }>(READ_SIZES).catch(() => []),
    );
    new Gauge({
      name: 'wes_stored_bytes',
      help: 'Bytes on the disk of the database, by table, with its indexes.',
      labelNames: ['table'],
      registers: this.registers,
      async collect() {
        const rows = await read();
        this.reset();
        for (const { table, bytes } of rows) this.set({ table }, bytes);
      },
    });
  }
}
