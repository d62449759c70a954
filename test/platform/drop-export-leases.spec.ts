import { DataSource } from 'typeorm';
import { DropExportLeases1763690400050 } from '../../migrations/1763690400050-drop-export-leases.js';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, runSql } from '../support/databases.js';

const FILL = `
  INSERT INTO company (id, name, time_zone) VALUES ('c', 'Company', 'UTC');
  INSERT INTO user_account (company_id, id, email, email_key, name, role, language)
  VALUES ('c', 'u', 'jo@example.com', 'jo@example.com', 'Jo', 'MANAGER', 'en');
  INSERT INTO action_plan (company_id, id, visibility, created_at, document)
  VALUES ('c', 'p', 'PUBLIC', now(), '{ "title": { "defaultValue": "Plan" } }');
  INSERT INTO plan_export (company_id, id, plan_id, requested_by, status, requested_at, attempts, due_at, version)
  SELECT 'c', e.id, e.plan, 'u', e.status, now(), 0, now(), 0
  FROM (VALUES ('queued', 'p', 'QUEUED'), ('running', 'p', 'RUNNING'), ('has-job', 'p', 'RUNNING'),
    ('sent', 'p', 'SENT'), ('failed', 'p', 'FAILED'), ('deleted', NULL, 'QUEUED')) e (id, plan, status);
  INSERT INTO job (company_id, id, kind, key, payload, status, due_at)
  VALUES ('c', 'job', 'plan-export', 'has-job', '{}', 'RUNNING', now())`;

it('the migration that drops leases of exports gives each that is not finished a job', async () => {
  const url = await emptyDatabase('leases');
  const earlier = migrations.slice(0, migrations.indexOf(DropExportLeases1763690400050));
  const dataSource = await new DataSource({ type: 'postgres', url, migrations: earlier }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  await runSql(url, FILL);
  await migrate(url);
  expect(await runSql(url, 'SELECT key, kind, status, payload FROM job ORDER BY key')).toEqual([
    { key: 'has-job', kind: 'plan-export', status: 'RUNNING', payload: {} },
    { key: 'queued', kind: 'plan-export', status: 'QUEUED', payload: { exportId: 'queued' } },
    { key: 'running', kind: 'plan-export', status: 'QUEUED', payload: { exportId: 'running' } },
  ]);
});
