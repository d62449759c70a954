import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Sql } from './sql.js';

const FIND_TABLE = { name: 'migrations.find-table', text: 'SELECT FROM company LIMIT 0' };

/** Refuses to start on a database that is not migrated. */
@Injectable()
export class MigrationCheck implements OnApplicationBootstrap {
  constructor(private readonly sql: Sql) {}

  /** @throws the database's error */
  async onApplicationBootstrap(): Promise<void> {
    await this.sql.query(FIND_TABLE);
  }
}
