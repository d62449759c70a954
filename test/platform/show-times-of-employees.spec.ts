import { DataSource } from 'typeorm';
import { ShowTimesOfEmployees1763690400210 } from '../../migrations/1763690400210-show-times-of-employees.js';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { EmployeeResponse } from '../../src/workforce/application/employee.response.js';
import { toEmployee, type EmployeeRow } from '../../src/workforce/infrastructure/employee.schema.js';
import { emptyDatabase, runSql } from '../support/databases.js';

/** As the release before wrote them; one who left at a time of day, and one who only has what each has. */
const FILL = `
  INSERT INTO company (id, name, time_zone) VALUES ('c', 'Company', 'UTC');
  INSERT INTO employee (company_id, id, name, email_key, hierarchy_id, activated, must_choose_profile, deleted_at,
    turnover_date, turnover_type, created_at, updated_at, document)
  VALUES
    ('c', 'a', 'Zoë "Z" \\ O''Hara', 'zoe@example.com', NULL, true, false, '2026-02-03 23:30:00.004+02',
      '2026-01-31 23:59:59.999+00', 'VOLUNTARY', '2024-03-31 00:00:00+00', '2026-02-03 22:00:00.1+00', $json$
      {"id":"a","name":"Zoë \\"Z\\" \\\\ O'Hara","email":"Zoe@example.com","profile":[{"id":"p","valueId":"}"}],
       "groupIds":["g"],"managedHierarchies":[]}$json$::json),
    ('c', 'b', NULL, 'b@example.com', NULL, false, true, NULL, NULL, NULL, '1950-01-01 00:00:00+00',
      '2025-12-31 23:59:59.999+00',
      '{"id":"b","email":"b@example.com","profile":[],"groupIds":[],"managedHierarchies":[]}')`;

const ROWS = `
  SELECT company_id AS "companyId", activated, must_choose_profile AS "mustChooseProfile", deleted_at AS "deletedAt",
    turnover_date AS "turnoverDate", turnover_type AS "turnoverType", created_at AS "createdAt",
    updated_at AS "updatedAt", document
  FROM employee ORDER BY id`;

const COMMON = { groupIds: [], managedHierarchies: [], profile: [] };

describe('the migration that shows activation, turnover and times of employees', () => {
  let url: string;
  let before: EmployeeRow[];
  let dataSource: DataSource;

  beforeAll(async () => {
    url = await emptyDatabase('times');
    const earlier = migrations.slice(0, migrations.indexOf(ShowTimesOfEmployees1763690400210));
    dataSource = await new DataSource({ type: 'postgres', url, migrations: earlier }).initialize();
    await dataSource.runMigrations();
    await runSql(url, FILL);
    before = await runSql<EmployeeRow>(url, ROWS);
    await migrate(url);
  });
  afterAll(() => dataSource.destroy());

  it('adds them to the documents, and changes nothing else', async () => {
    const rows = await runSql<EmployeeRow>(url, ROWS);
    expect(rows.map(({ document: _, ...columns }) => columns)).toEqual(
      before.map(({ document: _, ...columns }) => columns),
    );
    expect(rows.map(({ document }) => document)).toEqual([
      {
        ...COMMON,
        id: 'a',
        name: `Zoë "Z" \\ O'Hara`,
        email: 'Zoe@example.com',
        profile: [{ id: 'p', valueId: '}' }],
        groupIds: ['g'],
        activated: true,
        turnoverDate: '2026-01-31T00:00:00.000Z',
        turnoverType: 'VOLUNTARY',
        deletedAt: '2026-02-03T21:30:00.004Z',
        createdAt: '2024-03-31T00:00:00.000Z',
        updatedAt: '2026-02-03T22:00:00.100Z',
      },
      {
        ...COMMON,
        id: 'b',
        email: 'b@example.com',
        activated: false,
        createdAt: '1950-01-01T00:00:00.000Z',
        updatedAt: '2025-12-31T23:59:59.999Z',
      },
    ]);
  });

  it('writes what the repository would write', async () => {
    for (const row of await runSql<EmployeeRow>(url, ROWS))
      expect(EmployeeResponse.from(toEmployee(row).state)).toEqual(row.document);
  });

  it('can be taken back', async () => {
    const runner = dataSource.createQueryRunner();
    await new ShowTimesOfEmployees1763690400210().down(runner);
    await runner.release();
    expect(await runSql(url, ROWS)).toEqual(before);
  });
});
