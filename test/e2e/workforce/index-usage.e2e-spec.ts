import type pg from 'pg';
import { GET_BY_EMAIL, GET_BY_EXTERNAL_ID } from '../../../src/workforce/application/employees.queries.js';
import {
  employeePage,
  listEmployees,
  type EmployeeFilter,
} from '../../../src/workforce/application/employee-list-statements.queries.js';
import {
  peopleStatement,
  READ_PEOPLE,
  type PeopleFilter,
} from '../../../src/workforce/application/people-statements.queries.js';
import type { ProfileCondition } from '../../../src/workforce/application/profile-filter.js';
import { employeeRecord } from '../../support/builders/employee.js';
import type { Statement } from '../../../src/platform/database/sql.js';
import { onOneServer, openClient } from '../../support/databases.js';
import {
  isSequential,
  rowsOf,
  scansOf,
  settle,
  type PlanKind,
  type PlanNode,
} from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

/** People of one large company, and of others; every hundredth is in the group, the area and so on of the filters. */
const PEOPLE = 10_000;
const EVERY = 100;
/** As many as a look-up may have. */
const PLACES = Array.from({ length: 200 }, (_, at) => at * 3 + 1);

/** `$1` company, `$2` a letter that is a part of its ids. */
const MAKE_SEGMENTATION = [
  `INSERT INTO area (company_id, id, position, name)
   SELECT $1, 'area-' || $2 || suffix, 0, 'Area'
     FROM (SELECT '' UNION SELECT n::text FROM generate_series(0, 49) n) suffixes (suffix)`,
  `INSERT INTO company_group (company_id, id, position, document)
   SELECT $1, 'group-' || $2 || suffix, 0, '{}'
     FROM (SELECT '' UNION SELECT n::text FROM generate_series(0, 6) n) suffixes (suffix)`,
];

/** As above; `$3` number of employees. The filters find every `$4`th of them. */
const MAKE_EMPLOYEES = [
  `INSERT INTO employee (company_id, id, name, email_key, external_id, hierarchy_id, group_ids, activated,
     must_choose_profile, deleted_at, created_at, updated_at, document, name_keys)
   SELECT $1, $2 || lpad(to_hex(n), 23, '0'), 'Person ' || md5(n::text), 'p' || n || '@example.com', n::text,
     CASE WHEN n % $4 = 0 THEN 'area-' || $2 ELSE 'area-' || $2 || (n % 50) END,
     ARRAY['group-' || $2 || CASE WHEN n % $4 = 0 THEN '' ELSE (n % 7)::text END],
     n % $4 <> 0, false, CASE WHEN n % $4 = 1 THEN now() END, now(),
     timestamptz '2026-01-01' + interval '1 day' * (n % $4), '{}',
     ($1 || 'person ' || $1 || 'p' || n)::tsvector
   FROM generate_series(1, $3::integer) n`,
  `INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
   SELECT $1, $2 || lpad(to_hex(n), 23, '0'), v.characteristic_id, v.value
   FROM generate_series(1, $3::integer) n
   CROSS JOIN LATERAL (VALUES
     (repeat('c', 24), CASE WHEN n % $4 = 0 THEN 'rare' ELSE 'v' || n % 5 END),
     (repeat('d', 24), to_char(date '2000-01-01' + n % 5000, 'YYYY-MM-DD'))
   ) v (characteristic_id, value)`,
];

onOneServer('compares the plans of one server; that of Citus names the statement for a worker');

describe('the statements of employees, in a large table', () => {
  let app: TestApp;
  let client: pg.Client;
  let fixture: WorkforceFixture;
  let large: string;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
    await fixture.import([employeeRecord(fixture.full()), employeeRecord(fixture.full({ deleted: true }))]);
    large = await app.company();
    for (const [companyId, prefix] of [
      [large, 'a'],
      [await app.company(), 'b'],
    ]) {
      for (const text of MAKE_SEGMENTATION) await app.sql(text, [companyId, prefix]);
      for (const text of MAKE_EMPLOYEES) await app.sql(text, [companyId, prefix, PEOPLE, EVERY]);
    }
    await settle(app, ['area', 'company_group', 'employee', 'employee_profile_value']);
    client = await openClient(app.databaseUrl);
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  /** The most rows that a statement reads in one table, and true if it reads a whole table. */
  const work = async (text: string, values: readonly unknown[], kind: PlanKind = 'custom') => {
    const all = (await scansOf(client, text, values, [kind])).flat();
    // The few areas and groups may be read as a whole.
    const scans = all.filter((node) => !['area', 'company_group'].includes(node['Relation Name'] ?? ''));
    return {
      isSequential: scans.some(isSequential),
      touched: Math.max(0, ...scans.map(rowsOf)),
    };
  };
  const rare = (id: string, values: string[]): ProfileCondition => ({
    characteristicId: id,
    values,
    ranges: [],
  });
  const days = (first: string, last: string): ProfileCondition => ({
    characteristicId: 'd'.repeat(24),
    values: [],
    ranges: [[first, last]],
  });

  const names: [string, Statement, (place: number) => string][] = [
    ['email', GET_BY_EMAIL, (place) => `p${place}@example.com`],
    ['external id', GET_BY_EXTERNAL_ID, (place) => `${place}`],
  ];

  it.each(names)('find people by %s with a row each', async (_, { text }, name) => {
    for (const kind of ['custom', 'generic'] as const) {
      for (const people of [1, 90]) {
        const asked = Array.from({ length: people }, (_unused, index) => name(index + 2));
        const { isSequential, touched } = await work(text, [asked.map(() => large), asked], kind);
        expect([isSequential, touched]).toEqual([false, people]);
      }
    }
  });

  it.each(names)(
    'find people by %s without being planned for each number of them',
    async (_, statement, name) => {
      for (let people = 1; people <= 20; people++) {
        const asked = Array.from({ length: people }, (_unused, index) => name(index + 2));
        await client.query({ ...statement, values: [asked.map(() => large), asked] });
      }
      const { rows } = await client.query(
        'SELECT custom_plans::integer, generic_plans::integer FROM pg_prepared_statements WHERE name = $1',
        [statement.name],
      );
      expect(rows).toEqual([{ custom_plans: 5, generic_plans: 15 }]);
    },
  );

  const filters: [string, EmployeeFilter, ProfileCondition[]][] = [
    ['an area', { hierarchyId: ['area-a'], includeDescendants: false }, []],
    ['a group', { groupId: ['group-a'] }, []],
    ['a value', {}, [rare('c'.repeat(24), ['rare'])]],
    ['a range of days', {}, [days('2001-01-01', '2001-01-10')]],
    ['not being activated', { activated: false }, []],
    ['having left', { deleted: true }, []],
    ['an area and a group', { hierarchyId: ['area-a'], includeDescendants: false, groupId: ['group-a'] }, []],
    ['a value and days', {}, [rare('c'.repeat(24), ['rare']), days('2001-01-01', '2001-03-01')]],
    ['a time', { updatedSince: { day: '2026-04-10' } }, []],
    ['a time, of those who have left', { updatedSince: { day: '2026-01-01' }, deleted: true }, []],
    ['external ids', { externalId: PLACES.map(String) }, []],
    ['external ids, of those who have left', { externalId: PLACES.map(String), deleted: true }, []],
    ['e-mail addresses', { email: PLACES.map((place) => `P${place}@example.com`) }, []],
    ['a time and a group', { updatedSince: { day: '2026-01-01' }, groupId: ['group-a'] }, []],
    ['everything', { groupId: ['group-a'], activated: false }, [rare('c'.repeat(24), ['rare'])]],
  ];

  it.each(filters)('list by %s without reading the company', async (_, filter, profile) => {
    const { text, values } = listEmployees(large, filter, profile);
    // The other company has as many with the same value: profiles are found by characteristic alone here.
    const { isSequential, touched } = await work(text, values);
    expect(isSequential).toBe(false);
    expect(touched).toBeLessThan(PEOPLE / 10);
  });

  it.each(filters)('read a page by %s without reading the company', async (_, filter, profile) => {
    for (const window of [
      { from: 0, to: 10 },
      { from: 50, to: 60 },
    ]) {
      const { text, values } = employeePage(large, window, filter, profile);
      const { isSequential, touched } = await work(text, values);
      expect([window, isSequential]).toEqual([window, false]);
      expect(touched).toBeLessThan(PEOPLE / 10);
    }
  });

  it.each([{}, { activated: true }])(
    'read a page of all by %j from the index of the list',
    async (filter) => {
      const { text, values } = employeePage(large, { from: 100, to: 150 }, filter, []);
      const scans = (await scansOf(client, text, values, ['custom'])).flat();
      // One of them counts all, from the table where the company has a good part of it.
      expect(scans.filter((node) => rowsOf(node) > 1_000)).toHaveLength(1);
      const indexes = scans.map((node) => node['Index Name']);
      expect(indexes).toContain('employee_live_list_idx');
    },
  );

  it('list a small company without reading others', async () => {
    const { team, groups, shift } = fixture;
    const small: [EmployeeFilter, ProfileCondition[]][] = [
      [{}, []],
      [{ deleted: true }, []],
      [{ activated: true }, []],
      [{ updatedSince: { day: '2020-01-01' } }, []],
      [{ externalId: ['1'] }, []],
      [{ email: ['p1@example.com'] }, []],
      [{ hierarchyId: [fixture.department.id] }, []],
      [{ hierarchyId: [team.id], includeDescendants: false }, []],
      [{ groupId: [groups[0].id] }, []],
      [{}, [rare(shift.id, [shift.allowedValues[0]!.id])]],
    ];
    for (const [filter, profile] of small) {
      for (const { text, values } of [
        listEmployees(fixture.companyId, filter, profile),
        employeePage(fixture.companyId, { from: 0, to: 10 }, filter, profile),
      ]) {
        const { isSequential, touched } = await work(text, values);
        expect([filter, profile, isSequential]).toEqual([filter, profile, false]);
        expect(touched).toBeLessThanOrEqual(4);
      }
    }
  });

  const few = ['area-a'];
  const searches: [string, Partial<Record<PeopleFilter, unknown>>, number][] = [
    ['no filter', {}, 3_001],
    ['a rare word', { name: 'p7777' }, 10],
    ['two words, one of them rare', { name: 'person p7777' }, 10],
    ['a frequent word', { name: 'person' }, 3_001],
    ['an area', { areas: few }, 1_000],
    ['a group', { groups: ['group-a'] }, 1_000],
    ['an area and a rare word', { name: 'p7777', areas: few }, 200],
    ['a group and a rare word', { name: 'p7777', groups: ['group-a'] }, 200],
    ['an area and a frequent word', { name: 'person', areas: few }, 1_000],
  ];

  it.each(searches)('look people up by %s without reading the company', async (_, wanted, most) => {
    const { text } = peopleStatement(Object.keys(wanted) as PeopleFilter[]);
    const values = Object.values(wanted).map((value) =>
      typeof value === 'string'
        ? value
            .split(' ')
            .map((word) => `${large}${word}:*`)
            .join(' & ')
        : value,
    );
    for (const kind of ['custom', 'generic'] as const) {
      const all = (await scansOf(client, text, [large, 0, 11, ...values], [kind])).flat();
      const ofPeople = all.filter((node) => node['Relation Name'] === 'employee');
      expect([kind, ofPeople.some(isSequential)]).toEqual([kind, false]);
      expect([kind, Math.max(0, ...ofPeople.map(rowsOf)) <= most]).toEqual([kind, true]);
    }
  });

  it('look people up by their ids', async () => {
    const ids = ['a', 'b'].map((prefix) => prefix + '1'.padStart(23, '0'));
    for (const kind of ['custom', 'generic'] as const)
      expect(await work(READ_PEOPLE.text, [large, ids], kind)).toEqual({ isSequential: false, touched: 1 });
  });

  it('begin the list of a large company without sorting it', async () => {
    const { text, values } = listEmployees(large, {}, []);
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) DECLARE streamed NO SCROLL CURSOR FOR ${text}`,
      [...values],
    );
    await client.query('ROLLBACK');
    expect(rows[0]!['QUERY PLAN'][0].Plan['Node Type']).toBe('Index Scan');
  });
});
