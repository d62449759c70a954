import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { StartupError } from '../errors/startup-error.js';
import { sessionSettings } from './session-settings.js';
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

const READ = {
  name: 'session-settings.read',
  text: 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
};

/** Refuses to start when the sessions of the service do not have its settings: statements might have no time limit. */
@Injectable()
export class SessionSettingsCheck implements OnApplicationBootstrap {
  constructor(
    private readonly sql: Sql,
    private readonly settings: Settings,
  ) {}

  /** @throws {StartupError} */
  async onApplicationBootstrap(): Promise<void> {
    const wanted = sessionSettings(this.settings);
    const rows = await this.sql.query<{ name: string; setting: string }>(READ, [Object.keys(wanted)]);
    const actual = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    if (rows.some(({ name, setting }) => setting !== wanted[name])) {
      throw new StartupError(
        `DATABASE_URL: its sessions have ${list(actual)} and need ${list(wanted)}; run "wes migrate" with the settings of the service, then RECONNECT in PgBouncer`,
      );
    }
  }
}

function list(settings: Readonly<Record<string, string>>): string {
  const names = Object.keys(settings).toSorted();
  return names.map((name) => `${name}=${settings[name]}`).join(', ');
}
