import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

/** A statement that the server prepares once per connection and knows by its name. */
export interface Statement {
  /** Unique among all statements of the service. */
  readonly name: string;
  readonly text: string;
}

/**
 * Runs prepared statements on the pool that TypeORM keeps. Reads and single-statement writes go this way: TypeORM's
 * own `query()` prepares nothing. A connection whose statement failed on the wire is destroyed, not reused.
 */
@Injectable()
export class Sql {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  /** Runs one statement, in one round trip. */
  async query<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values: [...values] });
    return rows;
  }
}
