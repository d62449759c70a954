import { DataSource } from 'typeorm';
import { AddNameKeysToEmployees1763690400110 } from '../../migrations/1763690400110-add-name-keys-to-employees.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { nameKeysOf } from '../../src/workforce/domain/name-keys.js';
import { emptyDatabase, runSql } from '../support/databases.js';

const NAMES = [
  'Ana López',
  "Siobhán O'Brien-Smith",
  'Łukasz Weiß Ærøskøbing',
  'İlker Işık Đặng',
  'Άννας ΣΊΣΥΦΟΣ',
  '김 민준 हिन्दी',
  `${'㌕'.repeat(200)} ﬁ ℡`,
  'ana ana 2',
  '',
  null,
];

const INSERT = `
  INSERT INTO employee (company_id, id, name, activated, must_choose_profile, created_at, updated_at, document)
  SELECT $1, lpad(place::text, 24, '0'), name, true, false, now(), now(), '{}'
  FROM unnest($2::text[]) WITH ORDINALITY AS given (name, place)`;

describe('the migration that adds keys of names', () => {
  it('works out the keys of employees who are there as the repository does', async () => {
    const url = await emptyDatabase('namekeys');
    await migrate(url);
    const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
    const runner = dataSource.createQueryRunner();
    const migration = new AddNameKeysToEmployees1763690400110();
    await migration.down(runner);
    const companies = ['a', 'b'].map((letter) => letter.repeat(24));
    for (const companyId of companies) {
      await runSql(url, 'INSERT INTO company (id, name, time_zone) VALUES ($1, $1, $2)', [companyId, 'UTC']);
      await runSql(url, INSERT, [companyId, NAMES]);
    }
    // More than a batch has.
    await runSql(url, INSERT.replace("lpad(place::text, 24, '0')", "lpad(place::text, 24, 'f')"), [
      companies[0],
      Array.from({ length: 5_500 }, (_, at) => `Person ${at}`),
    ]);
    await migration.up(runner);
    await dataSource.destroy();
    const rows = await runSql<{ companyId: string; name: string | null; keys: string[] }>(
      url,
      'SELECT company_id AS "companyId", name, tsvector_to_array(name_keys) AS keys FROM employee',
    );
    expect(rows).toHaveLength(2 * NAMES.length + 5_500);
    for (const { companyId, name, keys } of rows)
      expect([name, keys.toSorted()]).toEqual([name, nameKeysOf(companyId, name ?? '').sort()]);
  });
});
