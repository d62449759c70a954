import { GROUPS as SEGMENTATION_GROUPS } from '../../support/builders/segmentation.js';
import { GROUPS, PATCH_OP, ScimFixture, USERS } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

interface Member {
  readonly value: string;
}

describe('groups of SCIM', () => {
  let app: TestApp;
  let fixture: ScimFixture;
  let people: string[];

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await ScimFixture.open(app);
    people = [];
    for (let count = 0; count < 3; count++) people.push((await fixture.created()).id);
    people.sort();
  });

  const create = async (overrides: object = {}) => {
    const { status, body } = await fixture.provider.post(GROUPS, { displayName: 'Team A', ...overrides });
    expect(status).toBe(201);
    return body;
  };
  const patch = (id: string, ...Operations: object[]) =>
    fixture.provider.patch(`${GROUPS}/${id}`, { schemas: [PATCH_OP], Operations });
  const membersOf = async (id: string): Promise<string[]> => {
    const { body } = await fixture.provider.get(`${GROUPS}/${id}`);
    return (body.members ?? []).map(({ value }: Member) => value);
  };
  const addPeople = (count: number) =>
    app.sql(
      `INSERT INTO employee (company_id, id, email_key, activated, must_choose_profile, created_at, updated_at,
        document, change_set)
       SELECT $1, $2 || lpad(to_hex(n), 16, '0'), 'p' || n || '@example.com', false, false, now(), now(),
         json_build_object('id', $2 || lpad(to_hex(n), 16, '0'), 'profile', '[]'::json, 'groupIds', '[]'::json,
           'managedHierarchies', '[]'::json, 'email', 'p' || n || '@example.com', 'createdAt', now(),
           'updatedAt', now()), gen_random_uuid()
       FROM generate_series(1, $3::integer) n`,
      [fixture.companyId, fixture.companyId.slice(0, 8), count],
    );
  const of = (...ids: (string | undefined)[]): Member[] => ids.map((value) => ({ value: value! }));

  it('creates a group with members, which is a group of the company', async () => {
    const group = await create({ externalId: 'entra-group', members: of(people[0], UNKNOWN) });
    expect(group).toMatchObject({
      displayName: 'Team A',
      externalId: 'entra-group',
      members: [{ value: people[0], display: 'Ana Núñez', type: 'User' }],
      meta: { resourceType: 'Group' },
    });
    expect(group.members[0].$ref).toContain(`${USERS}/${people[0]}`);
    const { body } = await fixture.workforce.hr.get(SEGMENTATION_GROUPS);
    expect(body).toContainEqual({ id: group.id, name: 'Team A', externalId: 'entra-group' });
    expect((await fixture.workforce.row(people[0]!)).groupIds).toEqual([group.id]);
    expect((await fixture.get(people[0]!)).groups).toMatchObject([{ value: group.id, display: 'Team A' }]);
  });

  it('adds, removes and replaces members as Entra and Okta do', async () => {
    const [a, b, c] = people;
    const { id } = await create();
    const steps: [object, (string | undefined)[]][] = [
      [{ op: 'Add', path: 'members', value: of(a, b) }, [a, b]],
      [{ op: 'add', path: 'members', value: of(b, c) }, [a, b, c]],
      [{ op: 'Remove', path: `members[value eq "${a}"]` }, [b, c]],
      [{ op: 'remove', path: 'members', value: of(c) }, [b]],
      [{ op: 'add', value: { members: of(a) } }, [a, b]],
      [{ op: 'replace', path: 'members', value: of(c) }, [c]],
      [{ op: 'add', path: 'members', value: a! }, [a, c]],
      [{ op: 'remove', path: `members[value eq "${a}" or value eq "${c}"]` }, []],
      [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members', value: of(a)[0]! }, [a]],
      [{ op: 'remove', path: 'members' }, []],
      [{ op: 'add', path: 'members', value: of(UNKNOWN) }, []],
    ];
    for (const [operation, expected] of steps) {
      const { status } = await patch(id, operation);
      expect([operation, status, await membersOf(id)]).toEqual([operation, 204, expected]);
    }
    await patch(
      id,
      { op: 'add', path: 'members', value: of(a, b) },
      { op: 'remove', path: `members[value eq "${a}"]` },
    );
    expect(await membersOf(id)).toEqual([b]);
  });

  it('shows the name that a member was given in this group, as long as they are in it', async () => {
    const [id, other] = [(await create()).id, (await create({ displayName: 'Team B' })).id];
    const hr = await fixture.workforce.invited({ ...fixture.workforce.full(), name: 'Hal' });
    const value = [
      { value: people[0], displayName: 'new User' },
      { value: people[1], display: 'Ana Núñez' },
      { value: hr.id, display: 'Not kept' },
    ];
    const namesOf = async (group: string): Promise<Record<string, string>> => {
      const { body } = await fixture.provider.get(`${GROUPS}/${group}`);
      return Object.fromEntries(
        body.members.map((each: Member & { display: string }) => [each.value, each.display]),
      );
    };
    await patch(id, { op: 'add', path: 'members', value });
    await patch(other, { op: 'add', path: 'members', value: of(people[0]) });
    expect(await namesOf(id)).toEqual({
      [people[0]!]: 'new User',
      [people[1]!]: 'Ana Núñez',
      [hr.id]: 'Hal',
    });
    expect(await namesOf(other)).toEqual({ [people[0]!]: 'Ana Núñez' });
    await fixture.patch(people[0]!, { op: 'replace', path: 'title', value: 'Engineer' });
    await patch(id, { op: 'add', path: 'members', value: of(people[0]) });
    expect(await namesOf(id)).toMatchObject({ [people[0]!]: 'new User' });
    const [record] = await app.sql(
      `SELECT after FROM audit_record WHERE object_id = $1 AND after ->> 'groupIds' LIKE '%' || $2 || '%' ORDER BY id`,
      [people[0], id],
    );
    expect(record).toMatchObject({ after: { scim: { details: { memberNames: { [id]: 'new User' } } } } });
    await patch(id, { op: 'remove', path: 'members' });
    const rows = await app.sql('SELECT details FROM scim_user WHERE company_id = $1', [fixture.companyId]);
    expect(JSON.stringify(rows)).not.toContain('new User');
    expect((await patch(id, { op: 'add', path: 'members', value: { value: 'x', display: 7 } })).status).toBe(
      400,
    );
  });

  it('renames, by PATCH and PUT, and keeps members that are left out', async () => {
    const { id } = await create({ members: of(people[0]) });
    await patch(id, { op: 'replace', path: 'displayName', value: 'Team B' });
    await patch(id, { op: 'Replace', value: { id, displayName: 'Team C' } });
    const { body } = await fixture.provider.put(`${GROUPS}/${id}`, {
      displayName: 'Team D',
      externalId: 'x',
    });
    expect(body).toMatchObject({ displayName: 'Team D', externalId: 'x', members: of(people[0]) });
    await fixture.provider.put(`${GROUPS}/${id}`, { displayName: 'Team D', members: of(people[1]) });
    expect(await membersOf(id)).toEqual([people[1]]);
    await fixture.provider.put(`${GROUPS}/${id}`, { displayName: 'Team D', members: [] });
    expect(await membersOf(id)).toEqual([]);
  });

  it('says when a group was made, and when it was last written', async () => {
    const { id, meta } = await create();
    const [created, lastModified] = [new Date(meta.created), new Date(meta.lastModified)];
    expect(Math.abs(created.getTime() - Date.now())).toBeLessThan(60_000);
    expect(meta.lastModified).toBe(meta.created);
    await patch(id, { op: 'replace', path: 'displayName', value: 'Team B' });
    const { meta: after } = (await fixture.provider.get(`${GROUPS}/${id}`)).body;
    expect(after.created).toBe(meta.created);
    expect(new Date(after.lastModified).getTime()).toBeGreaterThan(lastModified.getTime());
    await app.sql('UPDATE company_group SET updated_at = NULL WHERE company_id = $1', [fixture.companyId]);
    const { body: before } = await fixture.provider.get(`${GROUPS}/${id}`); // the release before has written it
    expect(before.meta.lastModified).toBe(meta.created);
  });

  it('answers a PATCH by the group where the client names the type of SCIM, unless it has many members', async () => {
    const headers = { Accept: 'application/scim+json' };
    const { id } = await create();
    const json = { Operations: [{ op: 'add', path: 'members', value: of(people[0]) }] };
    const { status, body } = await fixture.provider.patch(`${GROUPS}/${id}`, json, { headers });
    expect([status, body]).toEqual([200, (await fixture.provider.get(`${GROUPS}/${id}`)).body]);
    expect(body.members).toMatchObject(of(people[0]));
    await addPeople(501);
    await app.sql('UPDATE employee SET group_ids = $2 WHERE company_id = $1', [fixture.companyId, [id]]);
    expect((await fixture.provider.patch(`${GROUPS}/${id}`, json, { headers })).status).toBe(204);
  });

  it('deletes a group that is in use: its members leave it', async () => {
    const { id } = await create({ members: of(...people) });
    expect((await fixture.provider.delete(`${GROUPS}/${id}`)).status).toBe(204);
    expect((await fixture.provider.get(`${GROUPS}/${id}`)).status).toBe(404);
    expect((await fixture.provider.delete(`${GROUPS}/${id}`)).status).toBe(404);
    expect((await fixture.workforce.row(people[0]!)).groupIds).toEqual([]);
    const { body } = await fixture.workforce.hr.get(SEGMENTATION_GROUPS);
    expect(body).toHaveLength(fixture.workforce.groups.length);
  });

  it('deletes and creates several groups at the same time', async () => {
    const old = [];
    for (let count = 0; count < 6; count++) old.push(await create({ members: of(people[0]) }));
    const created = old.map((_, count) =>
      create({ displayName: `New ${count}`, externalId: `new-${count}` }),
    );
    const deleted = old.map(async ({ id }) => (await fixture.provider.delete(`${GROUPS}/${id}`)).status);
    expect(await Promise.all(deleted)).toEqual(old.map(() => 204));
    const ids = (await Promise.all(created)).map(({ id }) => id as string);
    const { body } = await fixture.workforce.hr.get(SEGMENTATION_GROUPS);
    const kept = fixture.workforce.groups.map(({ id }) => id);
    expect(body.map(({ id }: { id: string }) => id).sort()).toEqual([...kept, ...ids].sort());
    expect((await fixture.workforce.row(people[0]!)).groupIds).toEqual([]);
  });

  it('keeps the order of the other groups when one is deleted', async () => {
    const { hr } = fixture.workforce;
    const { id } = await create();
    const names = async () =>
      (await hr.get(SEGMENTATION_GROUPS)).body.map((group: { name: string }) => group.name);
    await app.sql('UPDATE company_group SET position = 100 - position WHERE company_id = $1 AND id <> $2', [
      fixture.companyId,
      id,
    ]);
    await create({ displayName: 'Last' }); // the answer is made of the rows
    const before = await names();
    await fixture.provider.delete(`${GROUPS}/${id}`);
    expect(await names()).toEqual(before.filter((name: string) => name !== 'Team A'));
  });

  it('finds groups by name, id, external id and members', async () => {
    const { id } = await create({ externalId: 'E1', members: of(people[0]) });
    const find = async (filter: string, more = '') =>
      (await fixture.provider.get(`${GROUPS}?filter=${encodeURIComponent(filter)}${more}`)).body;
    for (const filter of [
      'displayName eq "TEAM A"',
      'externalId eq "E1"',
      `id eq "${id}" and members eq "${people[0]}"`,
      `members[value eq "${people[0]}"]`,
      `members.value eq "${people[0]}"`,
    ])
      expect([filter, (await find(filter)).Resources[0]?.id]).toEqual([filter, id]);
    expect((await find(`members eq "${people[1]}"`)).totalResults).toBe(0);
    expect((await find('members pr')).scimType).toBe('invalidFilter');
    const [bare] = (await find('displayName eq "Team A"', '&excludedAttributes=members')).Resources;
    expect(bare.members).toBeUndefined();
    const { body } = await fixture.provider.get(`${GROUPS}?sortBy=displayName&count=2`);
    expect(body).toMatchObject({ totalResults: 3, itemsPerPage: 2 });
    expect(body.Resources.map((group: { displayName: string }) => group.displayName)).toEqual([
      'First aid',
      'Night shift',
    ]);
    const first = (await fixture.provider.get(`${GROUPS}?cursor&count=2`)).body;
    expect((await fixture.provider.get(`${GROUPS}?cursor=${first.nextCursor}`)).body.Resources).toHaveLength(
      1,
    );
  });

  it('honours If-Match and If-None-Match, whatever attributes are asked for', async () => {
    const { id, meta } = await create({ members: of(people[0]) });
    const bare = await fixture.provider.get(`${GROUPS}/${id}?excludedAttributes=members`);
    expect(bare.headers.get('etag')).toBe(meta.version);
    const headers = { 'If-Match': meta.version };
    const body = { Operations: [{ op: 'add', path: 'members', value: of(people[1]) }] };
    expect((await fixture.provider.patch(`${GROUPS}/${id}`, body, { headers })).status).toBe(204);
    expect((await fixture.provider.patch(`${GROUPS}/${id}`, body, { headers })).status).toBe(412);
    expect((await fixture.provider.delete(`${GROUPS}/${id}`, { headers })).status).toBe(412);
    const known = { headers: { 'If-None-Match': bare.headers.get('etag')! } };
    expect((await fixture.provider.get(`${GROUPS}/${id}`, known)).status).toBe(200);
  });

  it.each([
    [{ op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
    [{ op: 'replace', path: 'displayName', value: null }, 'invalidValue'],
    [{ op: 'replace', path: 'description', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'externalId', value: UNKNOWN }, 'invalidValue'],
    [{ op: 'remove' }, 'invalidValue'],
    [{ op: 'remove', value: {} }, 'noTarget'],
    [{ op: 'remove', path: 'members[display eq "x"]' }, 'invalidFilter'],
    [{ op: 'remove', path: 'members[' }, 'invalidPath'],
    [{ op: 'add', path: `members[value eq "x"]`, value: 'x' }, 'noTarget'],
    [{ op: 'add', path: 'members', value: [{ value: 7 }] }, 'invalidValue'],
  ])('refuses %j', async (operation, scimType) => {
    const { id } = await create();
    const { status, body } = await patch(id, operation);
    expect([status, body.scimType]).toEqual([400, scimType]);
  });

  it('leaves an external id to the first group, and refuses one in the form of an id', async () => {
    const { id } = await create({ externalId: 'one' });
    const second = await create({ externalId: 'one' });
    expect(second).not.toHaveProperty('externalId');
    const other = await create({ externalId: 'other' });
    expect(
      (await fixture.provider.post(GROUPS, { displayName: 'X', externalId: UNKNOWN })).body,
    ).toMatchObject({
      scimType: 'invalidValue',
      detail: 'externalId must not have the form of an id: 24 hexadecimal digits.',
    });
    expect((await fixture.provider.get(`${GROUPS}/${other.id}`)).body).toMatchObject({
      displayName: 'Team A',
      externalId: 'other',
    });
    expect((await patch(id, { op: 'replace', path: 'externalId', value: 'one' })).status).toBe(204);
    expect(await fixture.provider.get(`${GROUPS}/${id}`)).toMatchObject({ body: { externalId: 'one' } });
  });

  it('refuses a second group of one name to a client whose address says so', async () => {
    const unique = '?uniqueGroupNames=true';
    const first = await create();
    const other = await create({ displayName: 'Other' });
    const named = { displayName: 'TEAM a' };
    const rename = {
      schemas: [PATCH_OP],
      Operations: [{ op: 'replace', path: 'displayName', value: 'team A' }],
    };
    for (const { status, body } of [
      await fixture.provider.post(GROUPS + unique, named),
      await fixture.provider.put(`${GROUPS}/${other.id}${unique}`, named),
      await fixture.provider.patch(`${GROUPS}/${other.id}${unique}`, rename),
    ])
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    expect((await fixture.provider.get(GROUPS)).body.totalResults).toBe(2 + fixture.workforce.groups.length);
    expect((await fixture.provider.put(`${GROUPS}/${first.id}${unique}`, named)).status).toBe(200);
    expect((await fixture.provider.post(GROUPS, named)).status).toBe(201);
  });

  it('ignores in a PATCH without a path what a group does not have', async () => {
    const { id } = await create();
    const value = { id, description: 'x', 'urn:x:Group:owner': 'y', displayName: [{ value: 'Team B' }] };
    expect((await patch(id, { op: 'replace', value })).status).toBe(204);
    expect((await fixture.provider.get(`${GROUPS}/${id}`)).body.displayName).toBe('Team B');
  });

  it('refuses groups without a name, and more members than it takes', async () => {
    expect((await fixture.provider.post(GROUPS, {})).body.scimType).toBe('invalidValue');
    const members = Array.from({ length: 10_001 }, (_, number) => ({ value: `m${number}` }));
    const { status, body } = await fixture.provider.post(GROUPS, { displayName: 'X', members });
    expect([status, body.scimType]).toEqual([400, 'tooMany']);
  });

  it('records changes of groups and of their members', async () => {
    const { id } = await create({ members: of(people[0]) });
    await patch(id, { op: 'replace', path: 'displayName', value: 'Other' });
    await fixture.provider.delete(`${GROUPS}/${id}`);
    const records = await app.sql<{ operation: string }>(
      'SELECT operation FROM audit_record WHERE company_id = $1 AND object_id = ANY ($2) ORDER BY id',
      [fixture.companyId, [id, people[0]]],
    );
    expect(records.map(({ operation }) => operation)).toEqual([
      'employee.invite',
      'group.create',
      'employee.update',
      'group.update',
      'employee.update',
      'group.delete',
    ]);
  });

  it('never shows, changes or takes people and groups of another company', async () => {
    const other = await ScimFixture.open(app);
    const { id: stranger } = await other.created();
    const { id } = await create({ members: of(stranger) });
    expect(await membersOf(id)).toEqual([]);
    expect((await other.provider.get(`${GROUPS}/${id}`)).status).toBe(404);
    expect((await other.provider.delete(`${GROUPS}/${id}`)).status).toBe(404);
    const put = await other.provider.put(`${GROUPS}/${id}`, { displayName: 'Taken' });
    expect(put.status).toBe(404);
    expect((await other.provider.get(`${GROUPS}?filter=id+eq+"${id}"`)).body.totalResults).toBe(0);
  });

  describe('in lists with many members', () => {
    const made: string[] = [];
    /** Groups of the first 4,000, of all 10,001, of the first 7,000, and of the first one. */
    beforeEach(async () => {
      made.length = 0;
      await addPeople(10_001);
      for (const size of [4_000, 10_001, 7_000, 1]) {
        const { id } = await create({ displayName: `Size ${size}` });
        made.push(id);
        await app.sql(
          `UPDATE employee e SET group_ids = e.group_ids || $2::text FROM (
             SELECT id FROM employee WHERE company_id = $1 AND email_key LIKE 'p%' AND source IS NULL
             ORDER BY id LIMIT $3) AS chosen
           WHERE e.company_id = $1 AND e.id = chosen.id`,
          [fixture.companyId, id, size],
        );
      }
    });
    const sizesOf = (page: { Resources: { displayName: string; members?: Member[] }[] }) =>
      page.Resources.map(({ displayName, members }) => [displayName, members?.length]);
    const EXPECTED = [
      ['Size 4000', 4_000],
      ['Size 10001', undefined],
      ['Size 7000', 7_000],
      ['Size 1', 1],
    ];

    it('are on several pages, each once, and the largest one without its members', async () => {
      const filter = `filter=${encodeURIComponent('displayName sw "Size"')}`;
      const byIndex: unknown[] = [];
      for (let startIndex = 1; startIndex <= 4;) {
        const { body } = await fixture.provider.get(`${GROUPS}?${filter}&startIndex=${startIndex}`);
        expect([body.totalResults, body.startIndex]).toEqual([4, startIndex]);
        expect(body.itemsPerPage).toBe(body.Resources.length);
        expect(body.itemsPerPage).toBeGreaterThan(0);
        byIndex.push(...sizesOf(body));
        startIndex += Number(body.itemsPerPage);
      }
      expect(byIndex).toEqual(EXPECTED);
      const byCursor: unknown[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const { body } = await fixture.provider.get(`${GROUPS}?${filter}&cursor=${cursor}`);
        byCursor.push(...sizesOf(body));
        cursor = body.nextCursor;
      }
      expect(byCursor).toEqual(EXPECTED);
      const bare = await fixture.provider.get(`${GROUPS}?${filter}&excludedAttributes=members`);
      expect(bare.body.itemsPerPage).toBe(4);
      const { status, body } = await fixture.provider.get(`${GROUPS}/${made[1]}`);
      expect([status, body.displayName, body.members]).toEqual([200, 'Size 10001', undefined]);
    });
  });

  it('moves 10,000 members by one request, and answers them', async () => {
    await addPeople(10_000);
    const members = (
      await app.sql<Record<'value', string>>(
        `SELECT id AS value FROM employee WHERE company_id = $1 AND email_key LIKE 'p%'`,
        [fixture.companyId],
      )
    ).slice(0, 10_000);
    const { id } = await create();
    expect((await patch(id, { op: 'add', path: 'members', value: members })).status).toBe(204);
    expect(await membersOf(id)).toHaveLength(members.length);
    await patch(id, { op: 'replace', path: 'members', value: of(people[0]) });
    expect(await membersOf(id)).toEqual([people[0]]);
  });
});
