import { randomUUID } from 'node:crypto';
import { ENTERPRISE, GROUPS, PATCH_OP, SCIM, ScimFixture, USERS } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

interface Listed {
  readonly id: string;
}

/** The requests that identity providers send, in their order and their form, of our own making. */
describe('the life of people', () => {
  let app: TestApp;
  let fixture: ScimFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await ScimFixture.open(app);
  });
  afterAll(() => app.stop());

  const find = async (path: string, filter: string, more = '') =>
    (await fixture.provider.get(`${path}?filter=${encodeURIComponent(filter)}${more}`)).body;
  const patch = async (path: string, ...Operations: object[]) => {
    const { status } = await fixture.provider.patch(path, { schemas: [PATCH_OP], Operations });
    expect(status).toBe(204);
  };

  it('at Entra: from the test of the connection to groups that are moved', async () => {
    // 1 to 3: the connection, and a user who does not exist.
    expect((await fixture.provider.get(`${SCIM}/ServiceProviderConfig`)).status).toBe(200);
    expect((await fixture.provider.get(`${SCIM}/Schemas`)).status).toBe(200);
    expect((await find(USERS, `userName eq "${randomUUID()}"`)).totalResults).toBe(0);

    // 4 to 7: a person is looked up, created with null values, and found by both names.
    const [userName, externalId] = ['jo@example.com', randomUUID()];
    expect((await find(USERS, `userName eq "${userName}"`)).totalResults).toBe(0);
    const { status, body: created } = await fixture.provider.post(USERS, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      externalId,
      userName,
      active: 'True',
      displayName: 'Jo Doe',
      title: null,
      preferredLanguage: null,
      name: { givenName: 'Jo', familyName: 'Doe', formatted: null },
      emails: [{ primary: true, type: 'work', value: userName }],
      meta: { resourceType: 'User' },
      roles: [],
      [ENTERPRISE]: { department: null, employeeNumber: '17' },
    });
    expect([status, created.active]).toEqual([201, true]);
    const user = `${USERS}/${created.id}`;
    expect((await find(USERS, `userName eq "${userName}"`)).Resources[0].id).toBe(created.id);
    expect((await find(USERS, `externalId eq "${externalId}"`)).Resources[0].id).toBe(created.id);

    // 8 to 12: attributes are changed, added and removed.
    await patch(
      user,
      { op: 'Replace', path: 'displayName', value: 'Jo Smith' },
      { op: 'Replace', path: 'name.familyName', value: 'Smith' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'jo.smith@example.com' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' },
    );
    expect((await fixture.provider.get(user)).body).toMatchObject({
      displayName: 'Jo Smith',
      name: { givenName: 'Jo', familyName: 'Smith' },
      emails: [{ value: 'jo.smith@example.com' }],
      phoneNumbers: [{ type: 'mobile', value: '+1 555' }],
      [ENTERPRISE]: { department: 'Sales', employeeNumber: '17' },
    });
    await patch(user, { op: 'Remove', path: `${ENTERPRISE}:department` });
    await patch(user, { op: 'Replace', path: 'userName', value: 'jo.smith@example.com' });
    expect((await find(USERS, 'userName eq "jo.smith@example.com"')).totalResults).toBe(1);

    // 13 to 15: a manager is set, changed and removed.
    const [one, other] = [await fixture.created(), await fixture.created()];
    await patch(user, { op: 'Add', path: `${ENTERPRISE}:manager`, value: one.id });
    await patch(user, { op: 'Replace', path: `${ENTERPRISE}:manager`, value: other.id });
    expect((await fixture.provider.get(user)).body[ENTERPRISE].manager.value).toBe(other.id);
    await patch(user, { op: 'Remove', path: `${ENTERPRISE}:manager` });
    expect((await fixture.provider.get(user)).body[ENTERPRISE].manager).toBeUndefined();

    // 16 to 18: disabled, still found, enabled again.
    await patch(user, { op: 'Replace', path: 'active', value: 'False' });
    expect((await find(USERS, 'userName eq "jo.smith@example.com"')).Resources[0].active).toBe(false);
    await patch(user, { op: 'Replace', path: 'active', value: 'True' });
    expect((await fixture.provider.get(user)).body).toMatchObject({ id: created.id, active: true });

    // 19 to 24: a group is looked up, pushed, filled, renamed, and loses a member.
    const bare = '&excludedAttributes=members';
    expect((await find(GROUPS, 'displayName eq "Sales"', bare)).totalResults).toBe(0);
    const members = [{ $ref: null, value: created.id }];
    const group = (await fixture.provider.post(GROUPS, { displayName: 'Sales', externalId: randomUUID() }))
      .body;
    await patch(`${GROUPS}/${group.id}`, { op: 'Add', path: 'members', value: members });
    expect((await find(GROUPS, `id eq "${group.id}" and members eq "${created.id}"`)).totalResults).toBe(1);
    await patch(`${GROUPS}/${group.id}`, { op: 'Replace', path: 'displayName', value: 'Sales EMEA' });
    await patch(`${GROUPS}/${group.id}`, { op: 'Remove', path: 'members', value: members });
    expect((await find(GROUPS, `id eq "${group.id}" and members eq "${created.id}"`)).totalResults).toBe(0);

    // 25: all of it is removed.
    expect((await fixture.provider.delete(`${GROUPS}/${group.id}`)).status).toBe(204);
    expect((await fixture.provider.delete(user)).status).toBe(204);
    expect((await fixture.provider.get(user)).status).toBe(404);
  });

  it('at Okta: import, assignment, update, deactivation and reactivation, by whole users', async () => {
    const page = (await fixture.provider.get(`${USERS}?startIndex=1&count=100`)).body;
    expect(page.itemsPerPage).toBe(page.totalResults);
    const userName = 'isaac.brock@example.com';
    expect((await find(USERS, `userName eq "${userName}"`, '&startIndex=1&count=100')).totalResults).toBe(0);
    const sent = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      name: { givenName: 'Isaac', familyName: 'Brock' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Isaac Brock',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const { body: created } = await fixture.provider.post(USERS, sent);
    expect((await fixture.provider.post(USERS, sent)).status).toBe(409);
    const user = `${USERS}/${created.id}`;
    const read = (await fixture.provider.get(user)).body;
    const name = { givenName: 'Isaak', familyName: 'Brock' };
    const updated = await fixture.provider.put(user, { ...read, name, displayName: 'Isaak Brock' });
    expect(updated.body).toMatchObject({ id: created.id, name, displayName: 'Isaak Brock', userName });
    await patch(user, { op: 'replace', value: { active: false } });
    expect((await fixture.provider.get(user)).body).toMatchObject({ active: false, name });
    const back = await fixture.provider.put(user, { ...updated.body, active: true });
    expect(back.body).toMatchObject({ id: created.id, active: true });
    const group = (
      await fixture.provider.post(GROUPS, {
        displayName: 'Everyone',
        members: [{ value: created.id, display: userName }],
      })
    ).body;
    await patch(
      `${GROUPS}/${group.id}`,
      { op: 'replace', value: { id: group.id, displayName: 'All' } },
      { op: 'remove', path: `members[value eq "${created.id}"]` },
    );
    expect((await fixture.provider.get(`${GROUPS}/${group.id}`)).body).toMatchObject({
      displayName: 'All',
      members: [],
    });
  });

  it('are all read by cursors, each once, while people come and go', async () => {
    const stays: string[] = [];
    for (let count = 0; count < 30; count++) stays.push((await fixture.created()).id);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await fixture.provider.get(`${USERS}?cursor=${cursor}&count=5`);
      seen.push(...body.Resources.map(({ id }: Listed) => id));
      cursor = body.nextCursor;
      const passing = await fixture.created();
      await fixture.provider.delete(`${USERS}/${passing.id}`);
      const [first] = seen;
      if (first !== undefined && !stays.includes(first)) await fixture.provider.delete(`${USERS}/${first}`);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(stays.filter((id) => !seen.includes(id))).toEqual([]);
  });
});
