import { DataSource } from 'typeorm';
import { SortAndSearchPlans1763690400130 } from '../../migrations/1763690400130-sort-and-search-plans.js';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, runSql } from '../support/databases.js';

/** More plans than the migration reads at a time, in two companies. */
const FILL = `
  INSERT INTO company (id, name, time_zone) VALUES ('c', 'Company', 'UTC'), ('d', 'Other', 'UTC');
  INSERT INTO action_plan (company_id, id, visibility, created_at, document)
  SELECT c.id, c.id || lpad(n::text, 3, '0'), 'PUBLIC', now(), json_build_object(
    'title', json_build_object('defaultValue', 'ÉQUIPE ' || n, 'langValues', json_build_object('de', 'STRAẞE')),
    'description', CASE n WHEN 7 THEN json_build_object('defaultValue', 'Line 1') END
  )
  FROM company c, generate_series(1, 250) n`;

it('the migration that sorts and searches plans fills titles and folded texts of all plans', async () => {
  const url = await emptyDatabase('plan_texts');
  const earlier = migrations.slice(0, migrations.indexOf(SortAndSearchPlans1763690400130));
  const dataSource = await new DataSource({ type: 'postgres', url, migrations: earlier }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  await runSql(url, FILL);
  await migrate(url);
  const rows = await runSql<{ id: string; title: string; text: string }>(
    url,
    `SELECT p.id, p.title, t.search_text AS text
     FROM action_plan p LEFT JOIN plan_text t ON t.company_id = p.company_id AND t.plan_id = p.id ORDER BY p.id`,
  );
  const expected = ['c', 'd'].flatMap((company) =>
    Array.from({ length: 250 }, (_, index) => ({
      id: company + String(index + 1).padStart(3, '0'),
      title: `ÉQUIPE ${index + 1}`,
      text: `équipe ${index + 1}\nstrasse${index === 6 ? '\nline 1' : ''}`,
    })),
  );
  expect(rows).toEqual(expected);
});
