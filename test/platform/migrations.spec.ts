import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, runSql } from '../support/databases.js';
import { TestApp } from '../support/test-app.js';

describe('migrations', () => {
  it('make the very database that the mappings describe', async () => {
    const app = await TestApp.start();
    try {
      const { upQueries } = await app.app.get(DataSource).driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await app.stop();
    }
  });

  it('are noticed when they lack a column of a mapping', async () => {
    const app = await TestApp.start();
    try {
      await app.sql('ALTER TABLE announcement_template DROP COLUMN document');
      const { upQueries } = await app.app.get(DataSource).driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([expect.stringContaining('ADD "document"')]);
    } finally {
      await app.stop();
    }
  });

  it('are all listed, oldest first, and run once', async () => {
    const url = await emptyDatabase('migrations');
    const names = migrations.map(({ name }) => name);
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    expect(names.map((name) => Number(name.slice(-13)))).toEqual(
      names.map((name) => Number(name.slice(-13))).sort(),
    );
  });

  it('run once when ten callers start at the same time', async () => {
    const url = await emptyDatabase('concurrent');
    const done = await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
    expect(done.flat().sort()).toEqual(migrations.map(({ name }) => name).sort());
  });

  it('can be taken back', async () => {
    const url = await emptyDatabase('undo');
    await migrate(url);
    const dataSource = await new DataSource({ type: 'postgres', url, migrations }).initialize();
    for (const _ of migrations) await dataSource.undoLastMigration();
    await dataSource.destroy();
    const left = await runSql(
      url,
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    expect(left).toEqual([{ relname: 'migrations' }]);
  });
});
