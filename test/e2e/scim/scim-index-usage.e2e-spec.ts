import type pg from 'pg';
import { listOf, Sql, type Statement } from '../../../src/platform/database/sql.js';
import type { ApiClient } from '../../support/api-client.js';
import { onOneServer, openClient } from '../../support/databases.js';
import { isSequential, rowsOf, scansOf, settle } from '../../support/query-plan.js';
import { GROUPS, scimClient, USERS } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

/** People of one large company, and of another one with the same names; every hundredth is in the group. */
const PEOPLE = 10_000;
const EVERY = 100;
/** People of a company that came after the statistics: less than the tenth at which autovacuum looks again. */
const NEWER_PEOPLE = 1_500;
/** An employee has two indexes for each name, a person of SCIM one more. */
const MOST_ROWS_OF_NAME = 4;

/** `$1` company, `$2` a letter that is a part of its ids, `$3` number of people. */
const FILL = [
  `INSERT INTO company_group (company_id, id, position, document)
   SELECT $1, repeat($2, 24), 0, json_build_object('id', repeat($2, 24), 'name', 'Rare')`,
  `INSERT INTO employee (company_id, id, name, email_key, external_id, group_ids, activated, must_choose_profile,
     deleted_at, created_at, updated_at, document, change_set)
   SELECT $1, $2 || lpad(to_hex(n), 23, '0'), 'Person ' || n, 'p' || n || '@example.com', 'e' || n,
     CASE WHEN n % ${EVERY} = 0 THEN ARRAY[repeat($2, 24)] ELSE '{}' END, false, false,
     CASE WHEN n % ${EVERY} = 1 THEN now() END, now(), now(),
     json_build_object('id', $2 || lpad(to_hex(n), 23, '0'), 'profile', '[]'::json, 'groupIds', '[]'::json,
       'managedHierarchies', '[]'::json, 'email', 'p' || n || '@example.com', 'externalId', 'e' || n,
       'createdAt', now(), 'updatedAt', now()), gen_random_uuid()
   FROM generate_series(1, $3::integer) n`,
  `INSERT INTO scim_user (company_id, employee_id, user_name, user_name_key, external_id, email_keys, details,
    updated_at)
   SELECT $1, $2 || lpad(to_hex(n), 23, '0'), 'U' || n, 'u' || n, 'x' || n, ARRAY[$1 || 'p' || n || '@example.com'],
     '{}', now()
   FROM generate_series(1, $3::integer) n WHERE n % 2 = 0`,
];

onOneServer('compares the plans of one server; that of Citus names the statement for a worker');

describe('the statements of SCIM, in a large table', () => {
  let app: TestApp;
  let client: pg.Client;
  let provider: ApiClient;
  let newer: ApiClient;
  let sent: { readonly statement: Statement; readonly values: readonly unknown[] }[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    const companies = [await app.company(), await app.company()];
    for (const [index, companyId] of companies.entries())
      for (const [place, text] of FILL.entries())
        await app.sql(text, [companyId, 'ab'[index], ...(place === 0 ? [] : [PEOPLE])]);
    await settle(app, ['company_group', 'employee', 'scim_user']);
    const newerId = await app.company();
    for (const table of ['employee', 'scim_user'])
      await app.sql(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    for (const [place, text] of FILL.entries())
      await app.sql(text, [newerId, 'c', ...(place === 0 ? [] : [NEWER_PEOPLE])]);
    provider = await scimClient(app, companies[0]!);
    newer = await scimClient(app, newerId);
    client = await openClient(app.databaseUrl);
    const sql = app.app.get(Sql);
    const query = sql.query.bind(sql);
    sql.query = (statement, values, ...rest) => {
      // Requests are recorded in the background.
      if (/^scim-(users|groups)\./.test(statement.name ?? ''))
        sent.push({ statement, values: listOf(statement, values ?? []) });
      return query(statement, values, ...rest);
    };
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  /** The statements of a request, with the most rows that each reads in one table. */
  const work = async (path: string, caller = provider) => {
    sent = [];
    const { status, body } = await caller.get(path);
    expect(status).toBe(200);
    const statements: { name: string; isSequential: boolean; touched: number }[] = [];
    for (const { statement, values } of sent) {
      const scans = (await scansOf(client, statement.text, values)).flat();
      // The few groups may be read as a whole.
      const large = scans.filter((node) => node['Relation Name'] !== 'company_group');
      statements.push({
        name: statement.name!,
        isSequential: large.some(isSequential),
        touched: Math.max(0, ...large.map(rowsOf)),
      });
    }
    return { body, statements };
  };
  const found = (path: string, filter: string) => work(`${path}?filter=${encodeURIComponent(filter)}`);

  it.each([
    ['userName eq "U500"', 500],
    ['userName eq "p501@example.com"', undefined],
    ['userName eq "p503@example.com"', 503],
    ['externalId eq "x500"', 500],
    ['externalId eq "e503"', 503],
    ['emails[type eq "work"].value eq "p500@example.com"', undefined],
    ['emails.value eq "p503@example.com"', 503],
    ['id eq "a000000000000000000001f7"', 503],
    ['userName eq "nobody"', undefined],
  ])('find a person by %s with a few rows', async (filter, number) => {
    const { body, statements } = await found(USERS, filter);
    if (number !== undefined) expect(body.Resources[0].id).toBe(`a${number.toString(16).padStart(23, '0')}`);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, ...cost } of statements)
      expect([name, cost.isSequential, cost.touched <= MOST_ROWS_OF_NAME]).toEqual([name, false, true]);
  });

  it.each([
    ['userName eq "U500"', 500],
    ['userName eq "p503@example.com"', 503],
    ['externalId eq "e503"', 503],
    ['emails.value eq "p503@example.com"', 503],
    ['id eq "c000000000000000000001f7"', 503],
    ['userName eq "nobody"', undefined],
  ])('find a person by %s in a company that the statistics do not know', async (filter, number) => {
    const { body, statements } = await work(`${USERS}?filter=${encodeURIComponent(filter)}`, newer);
    if (number !== undefined) expect(body.Resources[0].id).toBe(`c${number.toString(16).padStart(23, '0')}`);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, touched } of statements)
      expect([name, touched <= MOST_ROWS_OF_NAME]).toEqual([name, true]);
  });

  it('let a person be created in a company that the statistics do not know', async () => {
    expect((await newer.post(USERS, { userName: 'new@example.com' })).status).toBe(201);
  });

  it('read a person by the id, and a page by a cursor', async () => {
    for (const path of [
      `${USERS}/a000000000000000000001f7`,
      `${USERS}?cursor=&count=10`,
      `${USERS}?startIndex=1&count=10`,
    ]) {
      const { statements } = await work(path);
      // The exact total counts everyone.
      for (const { name, ...cost } of statements.filter((each) => each.name !== 'scim-users.count'))
        expect([path, name, cost.isSequential, cost.touched <= 2 * 10]).toEqual([path, name, false, true]);
    }
  });

  it('read the members of a group, and the groups of a person', async () => {
    const id = 'a'.repeat(24);
    for (const path of [`${GROUPS}/${id}`, `${GROUPS}/${id}?excludedAttributes=members`]) {
      const { statements } = await work(path);
      for (const { name, ...cost } of statements)
        expect([path, name, cost.isSequential, cost.touched <= 2 * (PEOPLE / EVERY)]).toEqual([
          path,
          name,
          false,
          true,
        ]);
    }
    const { body, statements } = await found(GROUPS, 'members eq "a00000000000000000000064"');
    expect(body.totalResults).toBe(1);
    expect(statements.every(({ isSequential: is }) => !is)).toBe(true);
  });
});
