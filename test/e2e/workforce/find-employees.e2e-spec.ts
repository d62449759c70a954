import { byEmail, byExternalId, employeeRecord, RESET, type Body } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

describe('GET /api/v1/public/company/employees by time, external ids and e-mail addresses', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
  });

  const put = (...people: Body[]) => fixture.import(people.map((person) => employeeRecord(person)));
  const listed = async (parameters: readonly (readonly [string, string])[]): Promise<Body[]> => {
    const query = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
    const { status, body } = await fixture.list(`?${query.toString()}`);
    expect(status).toBe(200);
    return body;
  };
  const names = async (...parameters: (readonly [string, string])[]) =>
    (await listed(parameters)).map(({ name }) => name);
  /** Sets the time of people by their names. */
  const touch = (name: string, updatedAt: string) =>
    app.sql('UPDATE employee SET updated_at = $3 WHERE company_id = $1 AND name = $2', [
      fixture.companyId,
      name,
      updatedAt,
    ]);

  describe('updatedSince', () => {
    beforeEach(async () => {
      await put({ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'left', deleted: true });
      await touch('a', '2016-02-28T23:59:59.999Z');
      await touch('b', '2016-03-01T00:00:00.000Z');
      await touch('c', '2016-03-01T00:00:00.001Z');
      await touch('left', '2016-03-02T00:00:00Z');
    });

    it.each([
      ['2016-03-01', ['b', 'c']],
      ['01032016', ['b', 'c']],
      ['2016-03-01T00:00:00Z', ['b', 'c']],
      ['2016-03-01T00:00:00.001Z', ['c']],
      ['2016-03-01T00:00:00.0019Z', ['c']],
      ['2016-03-01T01:00:00.001+01:00', ['c']],
      ['2016-03-01T01:00:00.002+01:00', []],
      ['2016-02-28', ['a', 'b', 'c']],
      ['2199-12-31', []],
      ['', ['a', 'b', 'c']],
    ])('is inclusive: %s finds %j', async (text, expected) => {
      expect(await names(['updatedSince', text])).toEqual(expected);
    });

    it('finds those who have left with deleted=true only', async () => {
      expect(await names(['updatedSince', '2016-03-02'])).toEqual([]);
      expect(await names(['updatedSince', '2016-03-02'], ['deleted', 'true'])).toEqual(['left']);
      expect(await names(['updatedSince', '2016-03-03'], ['deleted', 'true'])).toEqual([]);
    });

    it('adds up with other filters', async () => {
      const { team, groups } = fixture;
      await put({ name: 'd', hierarchyId: team.id, groupIds: [groups[0].id] }, { name: 'e' });
      const since = ['updatedSince', '2016-03-01T00:00:00.002Z'] as const;
      expect(await names(since)).toEqual(['d', 'e']);
      expect(await names(since, ['hierarchyId', fixture.department.id])).toEqual(['d']);
      expect(await names(since, ['groupId', groups[0].id])).toEqual(['d']);
      expect(await names(since, ['activated', 'false'])).toEqual([]);
    });

    it.each(['yesterday', '31022016', '2016-03-01T24:00:00Z', '1741', '2016-03-01..2016-03-02'])(
      'is refused: %s',
      async (text) => {
        const answer = await fixture.list(`?updatedSince=${text}`);
        expect([answer.status, issuesOf(answer)]).toEqual([400, [['updatedSince', 'DATE_TIME']]]);
      },
    );
  });

  it('shows by updatedSince each change, and by nothing that changes nothing', async () => {
    const person = await fixture.invited(fixture.full());
    const record = { ...person, activated: true };
    await fixture.import([record]);
    const at = async (query = '') => {
      const [found] = (await fixture.list(`?externalId=${person.externalId}${query}`)).body as Body[];
      return found!['updatedAt'] as string;
    };
    const steps: [string, boolean, () => Promise<unknown>][] = [
      ['PUT of the same', false, () => fixture.hr.put(byEmail(person.email), fixture.full(person))],
      ['PUT', true, () => fixture.hr.put(byExternalId(person.externalId), { role: 'MANAGER' })],
      ['an import of the same', false, () => fixture.import([{ ...record, role: 'MANAGER' }])],
      ['an import', true, () => fixture.import([{ ...record, activated: false }])],
      ['a reset', true, () => fixture.hr.put(RESET, { email: person.email })],
      ['a second reset', false, () => fixture.hr.put(RESET, { email: person.email })],
      ['an end', true, () => fixture.hr.delete(byEmail(person.email))],
    ];
    let before = await at();
    for (const [name, isChange, step] of steps) {
      const [{ now }] = (await app.sql('SELECT now()::timestamptz(3) AS now')) as [{ now: Date }];
      await step();
      const after = await at(name === 'an end' ? '&deleted=true' : '');
      expect([name, after > before, after >= now.toISOString()]).toEqual([name, isChange, isChange]);
      before = after;
    }
    const [gone] = (await fixture.list(`?externalId=${person.externalId}&deleted=true`)).body as Body[];
    expect(gone).toMatchObject({
      activated: false,
      createdAt: person['createdAt'],
      deletedAt: gone!['updatedAt'],
      turnoverDate: `${before.slice(0, 10)}T00:00:00.000Z`,
    });
  });

  it('ignores the three times of an import', async () => {
    const long = '2001-01-01T00:00:00.000Z';
    const record = employeeRecord({ name: 'a', createdAt: long, updatedAt: long, deletedAt: long });
    await fixture.import([record]);
    const [found] = await listed([]);
    expect(found).not.toHaveProperty('deletedAt');
    expect([found!['createdAt'] === long, found!['updatedAt'] === long]).toEqual([false, false]);
    expect(await fixture.import([{ ...record, updatedAt: '2002-01-01' }])).toMatchObject({ unchanged: 1 });
  });

  it('finds external ids exactly as written, commas included', async () => {
    await put(
      { name: 'a', externalId: 'HR,1' },
      { name: 'b', externalId: 'HR' },
      { name: 'c', externalId: '1' },
      { name: 'd', externalId: 'hr,1', deleted: true },
      { name: 'e', externalId: ' 2 "x" [0]' },
    );
    expect(await names(['externalId', 'HR,1'])).toEqual(['a']);
    expect(await names(['externalId', 'hr,1'])).toEqual([]);
    expect(await names(['externalId', 'hr,1'], ['deleted', 'true'])).toEqual(['d']);
    expect(await names(['externalId', 'HR'], ['externalId', '1'], ['externalId', 'HR'])).toEqual(['b', 'c']);
    expect(await names(['externalId[]', 'HR,1'], ['externalId[1]', ' 2 "x" [0]'])).toEqual(['a', 'e']);
    expect(await names(['externalId', ','])).toEqual([]);
    expect(await names(['externalId', ''], ['externalId', 'HR'])).toEqual(['b']);
    expect(await names(['externalId', ''])).toHaveLength(4);
  });

  it('finds e-mail addresses in any case', async () => {
    await put(
      { name: 'a', email: 'Zoë.Weiß@Example.com' },
      { name: 'b', email: 'b@example.com' },
      { name: 'c', email: undefined },
      { name: 'd', email: 'D@example.com', deleted: true },
    );
    expect(await names(['email', 'ZOË.weiß@example.COM'], ['email', 'B@example.com'])).toEqual(['a', 'b']);
    expect(await names(['email', 'd@example.com'])).toEqual([]);
    expect(await names(['email', 'd@example.com'], ['deleted', 'true'])).toEqual(['d']);
    expect(await names(['email', 'a@example.com,b@example.com'])).toEqual([]);
    expect(await names(['email', 'no address'])).toEqual([]);
    expect(await names(['email', 'b@example.com'], ['externalId', 'unknown'])).toEqual([]);
  });

  it.each(['externalId', 'email'])('takes 200 values of %s, and no more', async (name) => {
    const values = (count: number) => Array.from({ length: count }, (_, at) => [name, `x${at}`] as const);
    expect(await names(...values(200))).toEqual([]);
    const query = new URLSearchParams(values(201).map(([key, value]): [string, string] => [key, value]));
    const answer = await fixture.list(`?${query.toString()}`);
    expect([answer.status, issuesOf(answer)]).toEqual([400, [[name, 'TOO_MANY']]]);
  });

  it.each([
    ['externalId', 'x'.repeat(256)],
    ['externalId', 'a%0Ab'],
    ['externalId[a]', '1'],
    ['email', `${'x'.repeat(244)}@example.com`],
    ['email', '%00'],
    ['email', '%FF'],
  ])('answers 400 to %s=%s', async (name, text) => {
    const answer = await fixture.list(`?${name}=${text}`);
    expect([answer.status, issuesOf(answer)[0]?.[0]]).toEqual([400, name.replace('[a]', '')]);
  });

  it('finds nobody of another company', async () => {
    const other = await WorkforceFixture.open(app);
    const { email, externalId } = await other.invited(other.full());
    for (const query of [
      ['email', email],
      ['externalId', externalId],
      ['updatedSince', '2020-01-01'],
    ] as const)
      expect([query, await names(query)]).toEqual([query, []]);
    expect(
      (await other.list(`?email=${email}&externalId=${externalId}&updatedSince=2020-01-01`)).body,
    ).toHaveLength(1);
  });
});
