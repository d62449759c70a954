import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { migrations } from '../../../migrations/index.js';
import { StartupError } from '../errors/startup-error.js';
import { Sql } from './sql.js';

const READ = { name: 'migrations.read', text: 'SELECT name FROM migrations' };

/** Refuses to start on a database that lacks migrations. One may have those of a newer release, after a roll-back. */
@Injectable()
export class MigrationCheck implements OnApplicationBootstrap {
  constructor(private readonly sql: Sql) {}

  /** @throws {StartupError}; the error of the database where it has never been migrated */
  async onApplicationBootstrap(): Promise<void> {
    const rows = await this.sql.query<{ name: string }>(READ);
    const done = new Set(rows.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !done.has(name));
    if (missing.length === 0) return;
    const count = missing.length === 1 ? 'a migration' : `${missing.length} migrations`;
    throw new StartupError(
      `DATABASE_URL: the database lacks ${count} of this release; run "wes migrate" or set MIGRATE_ON_START=true`,
    );
  }
}
