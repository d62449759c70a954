import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { migrations } from '../../../migrations/index.js';
import { Settings } from '../config/settings.js';
import { StartupError } from '../errors/startup-error.js';
import { sessionSettings } from './session-settings.js';
import { Sql } from './sql.js';

const READ_MIGRATIONS = { name: 'migrations.read', text: 'SELECT name FROM migrations' };

/** Refuses to start on a database that lacks migrations. One may have those of a newer release, after a roll-back. */
@Injectable()
export class MigrationCheck implements OnApplicationBootstrap {
  constructor(private readonly sql: Sql) {}

  /** @throws {StartupError}; the error of the database where it has never been migrated */
  async onApplicationBootstrap(): Promise<void> {
    const rows = await this.sql.query<{ name: string }>(READ_MIGRATIONS);
    const done = new Set(rows.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !done.has(name));
    if (missing.length === 0) return;
    const count = missing.length === 1 ? 'a migration' : `${missing.length} migrations`;
    throw new StartupError(
      `DATABASE_URL: the database lacks ${count} of this release; run "wes migrate" or set MIGRATE_ON_START=true`,
    );
  }
}

const READ_SETTINGS = {
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
    const rows = await this.sql.query<{ name: string; setting: string }>(READ_SETTINGS, [
      Object.keys(wanted),
    ]);
    const actual = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    if (rows.some(({ name, setting }) => setting !== wanted[name])) {
      throw new StartupError(
        `DATABASE_URL: its sessions have ${list(actual)} and need ${list(wanted)}; run "wes migrate" with ` +
          'the settings of the service, then RECONNECT in PgBouncer',
      );
    }
  }
}

function list(settings: Readonly<Record<string, string>>): string {
  const names = Object.keys(settings).toSorted();
  return names.map((name) => `${name}=${settings[name]}`).join(', ');
}
