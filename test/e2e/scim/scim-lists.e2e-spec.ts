import { ENTERPRISE, ScimFixture, USERS } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

interface Listed {
  readonly id: string;
  readonly userName: string;
}

describe('lists of SCIM', () => {
  let app: TestApp;
  let fixture: ScimFixture;
  const ids: string[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await ScimFixture.open(app);
    for (let number = 1; number <= 12; number++) {
      const { id } = await fixture.created({
        userName: `user${number}`,
        externalId: `E-${number}`,
        displayName: number % 2 === 0 ? `Even ${number}` : undefined,
        name: { familyName: 'Employee', givenName: `G${number}` },
        active: number !== 12,
        emails: [
          { value: `work${number}@example.com`, type: 'work', primary: true },
          { value: `home${number}@private.example`, type: 'home' },
        ],
        [ENTERPRISE]: { employeeNumber: `${100 + number}` },
      });
      ids.push(id);
    }
    ids.sort();
    await fixture.workforce.hr.delete('/api/v1/public/company/employees/externalid/nobody');
  });
  afterAll(() => app.stop());

  const names = ({ Resources }: { Resources: Listed[] }): string[] =>
    Resources.map(({ userName }) => userName);
  const list = async (query = '') => (await fixture.provider.get(`${USERS}${query}`)).body;

  it('has everyone in windows of five, with the exact total', async () => {
    const found: string[] = [];
    for (let startIndex = 1; startIndex <= 12; startIndex += 5) {
      const page = await list(`?startIndex=${startIndex}&count=5`);
      expect(page).toMatchObject({ totalResults: 12, startIndex, itemsPerPage: page.Resources.length });
      found.push(...page.Resources.map(({ id }: Listed) => id));
    }
    expect(found).toEqual(ids);
  });

  it('follows cursors to the end, also with a filter', async () => {
    for (const filter of ['', `&filter=${encodeURIComponent('name.familyName eq "Employee"')}`]) {
      const found: string[] = [];
      let page = await list(`?cursor&count=5${filter}`);
      for (;;) {
        expect(page.totalResults).toBe(12);
        expect(page.startIndex).toBeUndefined();
        found.push(...page.Resources.map(({ id }: Listed) => id));
        if (page.nextCursor === undefined) break;
        page = await list(`?cursor=${page.nextCursor}&count=5${filter}`);
      }
      expect(found).toEqual(ids);
    }
  });

  it('refuses cursors of other lists', async () => {
    const { nextCursor } = await list('?cursor=&count=1');
    for (const query of [`?cursor=${nextCursor}&filter=id+pr`, '?cursor=x', `?cursor=${nextCursor}0`])
      expect((await list(query)).scimType).toBe('invalidCursor');
    expect((await list('?cursor=&sortBy=userName')).scimType).toBe('invalidValue');
  });

  it.each([
    ['count=0', 0],
    ['count=-1', 0],
    ['startIndex=0&count=1', 1],
    ['startIndex=-5&count=1', 1],
    ['startIndex=13', 0],
    ['startindex=12&COUNT=5', 1],
    ['count=100000', 12],
  ])('answers the window %s', async (query, length) => {
    const page = await list(`?${query}`);
    expect([page.totalResults, page.Resources.length, page.itemsPerPage]).toEqual([12, length, length]);
  });

  it('refuses windows that are no numbers', async () => {
    expect((await list('?count=many')).scimType).toBe('invalidValue');
    expect((await list('?startIndex=1.5')).scimType).toBe('invalidValue');
  });

  it.each([
    ['userName eq "USER3"', ['user3']],
    ['userName sw "user1"', ['user1', 'user10', 'user11', 'user12']],
    ['userName sw user1', ['user1', 'user10', 'user11', 'user12']],
    ['userName ew "2" and active eq true', ['user2']],
    ['userName ew "2" and active eq "True"', ['user2']],
    ['active eq false', ['user12']],
    ['not (active eq true)', ['user12']],
    ['active ne true', ['user12']],
    ['displayName co "even 1"', ['user10', 'user12']],
    ['displayName sw "Even" and (userName eq "user2" or userName eq "user4")', ['user2', 'user4']],
    ['externalId eq "E-7"', ['user7']],
    ['externalId eq "e-7"', []],
    ['emails[type eq "home" and value sw "home7"]', ['user7']],
    ['emails[type eq "home" and value sw "work7"]', []],
    ['emails[type eq "home" and value sw "work7"] or userName eq "user7" and groups.display eq "x"', []],
    ['emails[type eq "work"].value eq "work7@example.com"', ['user7']],
    ['emails.value eq "HOME7@private.example"', ['user7']],
    ['emails eq "work7@example.com"', ['user7']],
    [
      'name.FamilyName eq Employee and (emails.Value co work2@ or emails.Value co work3@)',
      ['user2', 'user3'],
    ],
    [`${ENTERPRISE}:employeeNumber eq "103"`, ['user3']],
    [`${ENTERPRISE}:employeeNumber gt "111"`, ['user12']],
    [`${ENTERPRISE}:manager pr`, []],
    ['meta.created gt 2015-10-10T14:38:21.8617979-07:00 and userName eq "user5"', ['user5']],
    ['meta.lastModified lt "2015-10-10T14:38:21Z"', []],
    ['title pr or userName eq "user6"', ['user6']],
    ['title ne "x" and userName eq "user6"', ['user6']],
    ['userName eq null', []],
    ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User" and userName eq "user6"', ['user6']],
    ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:Group"', []],
    ['emails[type eq "home"].value eq "work7@example.com"', []],
    ['emails[type eq "HOME"].value eq "home7@private.example"', ['user7']],
    ['emails[type eq "home"].value ew "private.example" and userName ew "r7"', ['user7']],
    ['manager pr', []],
    ['employeeNumber eq "103"', ['user3']],
  ])('finds by %s', async (filter, expected) => {
    const page = await list(`?filter=${encodeURIComponent(filter)}&sortBy=id`);
    expect(page.totalResults).toBe(expected.length);
    expect(names(page).sort()).toEqual([...expected].sort());
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq "x',
    '(userName eq "x"',
    'userName eq "x")',
    'meta.created gt "soon"',
    'active gt true',
    'active co "t"',
    'emails.primary lt true',
    'emails[primary ge "True"]',
    '(userName pr) not (title pr)',
    'not (id pr) and (id pr) not (id pr)',
    `${'('.repeat(11)}id pr${')'.repeat(11)}`,
    `${'not '.repeat(400)}id pr`,
    `userName eq "${'x'.repeat(2000)}"`,
  ])('refuses the filter %s', async (filter) => {
    const { status, scimType } = await list(`?filter=${encodeURIComponent(filter)}`);
    if (filter === '') expect(status).toBeUndefined();
    else expect([status, scimType]).toEqual(['400', 'invalidFilter']);
  });

  it('sorts', async () => {
    const page = await list('?sortBy=name.givenName&sortOrder=descending&count=3');
    expect(names(page)).toEqual(['user9', 'user8', 'user7']);
    expect(names(await list('?sortBy=userName&count=2'))).toEqual(['user1', 'user10']);
    expect(names(await list('?sortBy=emails&count=1'))).toEqual(['user10']);
    expect(names(await list('?sortBy=emails.value&count=2'))).toEqual(['user10', 'user11']);
    expect(names(await list('?sortBy=emails.type&count=1&sortOrder=descending'))).toHaveLength(1);
    expect(names(await list(`?sortBy=${ENTERPRISE}:employeeNumber&count=1`))).toEqual(['user1']);
    expect((await list('?sortBy=nothing')).scimType).toBe('invalidPath');
  });

  it('answers the attributes that are asked for', async () => {
    const [first] = (await list('?attributes=userName,emails.value&count=1')).Resources;
    expect(Object.keys(first).sort()).toEqual(['emails', 'id', 'schemas', 'userName']);
    expect(Object.keys(first.emails[0])).toEqual(['value']);
    const [typed] = (await list('?attributes=emails[type eq "work"]&count=1')).Resources;
    expect(typed.emails).toHaveLength(2);
    const [other] = (await list('?excludedAttributes=name,id,meta&count=1')).Resources;
    expect(other).toMatchObject({ id: ids[0], userName: expect.anything() });
    expect(other.name ?? other.meta).toBeUndefined();
    const [extended] = (await list(`?attributes=${ENTERPRISE}:employeeNumber&count=1`)).Resources;
    expect(extended[ENTERPRISE]).toEqual({ employeeNumber: expect.anything() });
  });

  it('answers 10,000 people of a filter at most, of however many there are', async () => {
    const big = await ScimFixture.open(app);
    await app.sql(
      `INSERT INTO employee (company_id, id, email_key, activated, must_choose_profile, created_at, updated_at,
        document, change_set)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'p' || n || '@example.com', false, false, now(), now(),
         json_build_object('id', lpad(to_hex(n), 24, '0'), 'profile', '[]'::json, 'groupIds', '[]'::json,
           'managedHierarchies', '[]'::json, 'email', 'p' || n || '@example.com', 'createdAt', now(),
           'updatedAt', now()),
         gen_random_uuid()
       FROM generate_series(1, 10001) n`,
      [big.companyId],
    );
    const all = await big.find('active eq true');
    expect([all.status, all.scimType]).toEqual(['400', 'tooMany']);
    expect((await big.find('groups.display eq "x"')).scimType).toBe('tooMany');
    expect((await big.provider.get(`${USERS}?sortBy=userName`)).body.scimType).toBe('tooMany');
    expect((await big.find('emails ew "99@example.com" and groups.display eq "x"')).totalResults).toBe(0);
    const some = await big.find('emails ew "99@example.com"', '&count=2&startIndex=99');
    expect([some.totalResults, some.Resources.map(({ userName }: Listed) => userName)]).toEqual([
      100,
      ['p9899@example.com', 'p9999@example.com'],
    ]);
    await app.sql('DELETE FROM employee WHERE company_id = $1 AND id = $2', [
      big.companyId,
      '1'.padStart(24, '0'),
    ]);
    expect((await big.find('active eq true', '&count=1')).totalResults).toBe(10_000);
    expect((await big.provider.get(`${USERS}?count=1`)).body.totalResults).toBe(10_000);
  });
});
