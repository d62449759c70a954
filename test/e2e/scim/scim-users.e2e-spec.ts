import { randomUUID } from 'node:crypto';
import { byExternalId } from '../../support/builders/employee.js';
import { ENTERPRISE, ERROR, ScimFixture, USERS, WORKFORCE } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

describe('users of SCIM', () => {
  let app: TestApp;
  let fixture: ScimFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await ScimFixture.open(app);
  });

  it('creates a person with everything, and shows what was sent', async () => {
    const { team, department, shift, start, groups } = fixture.workforce;
    const manager = await fixture.created({ displayName: 'The Boss' });
    const sent = fixture.user({
      displayName: 'Ana Núñez',
      nickName: 'dropped',
      password: 'thrown away',
      [ENTERPRISE]: { employeeNumber: 701984, department: team.name, manager: { value: manager.id } },
      [WORKFORCE]: {
        role: 'ADVISOR',
        managedAreas: [department.name],
        profile: [
          { characteristic: shift.name, value: 'Late' },
          { characteristic: start.name, value: '2024-03-01' },
        ],
      },
    });
    const { status, headers, body } = await fixture.provider.post(USERS, sent);
    expect(status).toBe(201);
    const { nickName: _, password: __, ...kept } = sent;
    expect(body).toMatchObject({
      ...kept,
      schemas: expect.arrayContaining(sent.schemas),
      [ENTERPRISE]: {
        employeeNumber: '701984',
        department: team.name,
        manager: { value: manager.id, displayName: 'The Boss', $ref: expect.stringContaining(manager.id) },
      },
    });
    expect(body[WORKFORCE].area).toBe(team.name);
    expect(headers.get('location')).toBe(body.meta.location);
    expect(headers.get('etag')).toBe(body.meta.version);
    expect(JSON.stringify(body)).not.toMatch(/dropped|thrown away/);
    const row = await fixture.workforce.row(body.id);
    expect(row).toMatchObject({
      source: 'scim',
      name: 'Ana Núñez',
      email: sent.userName,
      externalId: sent.externalId,
      hierarchyId: team.id,
      role: 'ADVISOR',
      managedHierarchies: [department.id],
      deleted_at: null,
    });
    expect(row.profile).toHaveLength(2);
    expect(groups).toHaveLength(2);
    expect(await fixture.get(body.id)).toEqual(body);
  });

  it('finds areas by the names and paths that files take', async () => {
    const { team, department } = fixture.workforce;
    const sent = fixture.user({
      [ENTERPRISE]: { department: `${department.name} > ${team.name}`.toUpperCase() },
      [WORKFORCE]: { managedAreas: [` ${department.name.toLowerCase()}`] },
    });
    const { status, body } = await fixture.provider.post(USERS, sent);
    expect(status).toBe(201);
    expect(body[ENTERPRISE].department).toBe(team.name);
    expect(await fixture.workforce.row(body.id)).toMatchObject({
      hierarchyId: team.id,
      managedHierarchies: [department.id],
    });
  });

  it.each([
    [{ userName: undefined }, 'invalidValue'],
    [{ userName: '' }, 'invalidValue'],
    [{ active: 'perhaps' }, 'invalidValue'],
    [{ name: 'Ana' }, 'invalidValue'],
    [{ displayName: 'x'.repeat(256) }, 'invalidValue'],
    [{ displayName: { a: 1 } }, 'invalidValue'],
    [{ emails: Array.from({ length: 11 }, () => ({ value: 'a@b.example' })) }, 'invalidValue'],
    [{ addresses: Array.from({ length: 11 }, () => ({ country: 'A' })) }, 'invalidValue'],
    [{ addresses: [{ formatted: 'x'.repeat(1001) }] }, 'invalidValue'],
    [{ addresses: [{ country: 'two\nlines' }] }, 'invalidValue'],
    [{ [WORKFORCE]: { area: 'Nowhere' } }, 'invalidValue'],
    [{ [WORKFORCE]: { role: 'KING' } }, 'invalidValue'],
    [{ [WORKFORCE]: { profile: [{ characteristic: 'Start', value: 'soon' }] } }, 'invalidValue'],
  ])('refuses %j', async (overrides, scimType) => {
    const { status, body } = await fixture.provider.post(USERS, fixture.user(overrides));
    expect([status, body.scimType, body.schemas]).toEqual([400, scimType, [ERROR]]);
  });

  it('keeps contacts and titles as they were sent, until a PUT leaves them out', async () => {
    const contacts = {
      title: 'Engineer',
      userType: 'Employee',
      preferredLanguage: 'de-AT',
      locale: 'de-AT',
      phoneNumbers: [{ value: '+43 1', type: 'work', primary: true }],
      addresses: [
        {
          formatted: '1 Way\nVienna',
          streetAddress: '1 Way',
          locality: 'Vienna',
          country: 'Austria',
          type: 'work',
        },
      ],
      [ENTERPRISE]: { organization: 'Aurora' },
    };
    const sent = fixture.user({ ...contacts, addresses: [...contacts.addresses, { country: null }] });
    const { body } = await fixture.provider.post(USERS, sent);
    expect(body).toMatchObject(contacts);
    expect((await fixture.find('addresses.country eq "AUSTRIA" and title pr')).totalResults).toBe(1);
    const { status } = await fixture.patch(
      body.id,
      { op: 'Add', path: 'addresses[type eq "home"].locality', value: 'Graz' },
      { op: 'Replace', path: 'title', value: 'Manager' },
      { op: 'Remove', path: 'phoneNumbers[type eq "fax"].value' },
      { op: 'Remove', path: 'phoneNumbers[type eq "work"]' },
      { op: 'Remove', path: 'phoneNumbers[type eq "work"]' },
    );
    expect(status).toBe(204);
    const changed = await fixture.get(body.id);
    expect(changed).toMatchObject({
      title: 'Manager',
      addresses: [{ locality: 'Vienna' }, { type: 'home', locality: 'Graz' }],
    });
    expect(changed.phoneNumbers).toBeUndefined();
    const { userName, name } = sent;
    const bare = (await fixture.provider.put(`${USERS}/${body.id}`, { userName, name })).body;
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['title']));
    expect(bare.addresses ?? bare[ENTERPRISE]).toBeUndefined();
  });

  it('refuses the name, address or id of a person whom it does not know to be another one', async () => {
    const hr = await fixture.workforce.invited();
    for (const overrides of [
      { userName: hr.email.toUpperCase() },
      { emails: [{ value: hr.email }] },
      { externalId: hr.externalId },
    ]) {
      const { status, body } = await fixture.provider.post(USERS, fixture.user(overrides));
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    }
  });

  it('keeps addresses and ids that several users have, and gives them to one employee', async () => {
    const shared = { externalId: 'shared', emails: [{ value: 'shared@example.com', type: 'work' }] };
    const first = await fixture.created(shared);
    const second = await fixture.created({ ...shared, userName: 'second' });
    expect(second).toMatchObject({ userName: 'second', ...shared });
    expect(await fixture.workforce.row(first.id)).toMatchObject({ externalId: 'shared' });
    expect(await fixture.workforce.row(second.id)).toMatchObject({ externalId: 'second', email_key: null });
    expect((await fixture.find('externalId eq "shared"')).totalResults).toBe(2);
    expect((await fixture.find('emails.value eq "SHARED@example.com"')).totalResults).toBe(2);
    const { status } = await fixture.provider.post(USERS, fixture.user({ userName: 'SECOND' }));
    expect(status).toBe(409);
  });

  it('finds nobody for a random name, which is the first request of Entra', async () => {
    expect(await fixture.find(`userName eq "${randomUUID()}"`)).toMatchObject({
      totalResults: 0,
      itemsPerPage: 0,
      Resources: [],
    });
  });

  it('finds people of HR by name, address and id, and makes those of no source its own', async () => {
    const hr = await fixture.workforce.invited({ ...fixture.workforce.full(), role: 'MANAGER' });
    for (const filter of [
      `userName eq "${hr.email.toUpperCase()}"`,
      `externalId eq "${hr.externalId}"`,
      `emails[type eq "work"].value eq "${hr.email}"`,
      `emails eq "${hr.email}"`,
      `id eq "${hr.id}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${hr.email}"`,
    ]) {
      const { totalResults, Resources } = await fixture.find(filter);
      expect([filter, totalResults, Resources[0].id]).toEqual([filter, 1, hr.id]);
    }
    const { status } = await fixture.patch(hr.id, { op: 'Replace', path: 'externalId', value: 'guid-1' });
    expect(status).toBe(204);
    expect(await fixture.workforce.row(hr.id)).toMatchObject({
      source: 'scim',
      externalId: hr.externalId,
      role: 'MANAGER',
    });
    expect(await fixture.get(hr.id)).toMatchObject({ externalId: 'guid-1', userName: hr.email });
    expect((await fixture.find('externalId eq "guid-1"')).Resources[0].id).toBe(hr.id);
    expect((await fixture.find(`externalId eq "${hr.externalId}"`)).totalResults).toBe(0);
  });

  it('ends by active=false, restores with the same id by true, and leaves it where it is absent', async () => {
    const { id, userName } = await fixture.created();
    expect((await fixture.patch(id, { op: 'Replace', path: 'active', value: 'False' })).status).toBe(204);
    expect(await fixture.get(id)).toMatchObject({ active: false, userName });
    expect((await fixture.workforce.row(id)).deleted_at).not.toBeNull();
    const { active: _, ...withoutActive } = fixture.user({ userName });
    expect((await fixture.provider.put(`${USERS}/${id}`, withoutActive)).body.active).toBe(false);
    expect((await fixture.provider.post(USERS, fixture.user({ userName }))).status).toBe(409);
    await fixture.patch(id, { op: 'replace', value: { active: true } });
    expect(await fixture.get(id)).toMatchObject({ active: true, userName });
    expect(await fixture.workforce.row(id)).toMatchObject({ deleted_at: null, source: 'scim' });
    await fixture.patch(id, { op: 'replace', path: 'displayName', value: 'Ana' });
    expect(await fixture.get(id)).toMatchObject({ active: true, displayName: 'Ana' });
  });

  it('ends and forgets by DELETE, and takes the person back by POST', async () => {
    const { id, userName, externalId } = await fixture.created();
    expect((await fixture.provider.delete(`${USERS}/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE', 'PATCH', 'PUT']) {
      const options = method === 'GET' || method === 'DELETE' ? {} : { json: fixture.user() };
      expect((await fixture.provider.request(method, `${USERS}/${id}`, options)).status).toBe(404);
    }
    expect((await fixture.find(`userName eq "${userName}"`)).totalResults).toBe(0);
    expect(await app.sql('SELECT 1 FROM scim_user WHERE employee_id = $1', [id])).toEqual([]);
    const back = await fixture.created({ userName, externalId });
    expect(back).toMatchObject({ id, active: true });
  });

  it('creates people who do not work yet', async () => {
    const { id } = await fixture.created({ active: false });
    expect(await fixture.get(id)).toMatchObject({ active: false });
  });

  it('leaves it to a list whether its people work for the company', async () => {
    const hr = await fixture.workforce.invited();
    await app.sql(`UPDATE employee SET source = 'hr' WHERE id = $1`, [hr.id]);
    const ended = await fixture.patch(hr.id, { op: 'replace', path: 'active', value: false });
    expect([ended.status, ended.body.scimType]).toEqual([400, 'mutability']);
    expect((await fixture.provider.delete(`${USERS}/${hr.id}`)).status).toBe(400);
    expect((await fixture.patch(hr.id, { op: 'replace', path: 'displayName', value: 'X' })).status).toBe(204);
    expect(await fixture.workforce.row(hr.id)).toMatchObject({ source: 'hr', name: 'X', deleted_at: null });
    await fixture.workforce.hr.delete(byExternalId(hr.externalId));
    const revived = await fixture.patch(hr.id, { op: 'replace', path: 'active', value: true });
    expect(revived.status).toBe(400);
  });

  it('makes nobody a second time whom a list has ended, by the id of the provider alone', async () => {
    const hr = await fixture.workforce.invited();
    await app.sql(`UPDATE employee SET source = 'hr' WHERE id = $1`, [hr.id]);
    const { externalId } = fixture.user();
    expect((await fixture.patch(hr.id, { op: 'add', path: 'externalId', value: externalId })).status).toBe(
      204,
    );
    await fixture.workforce.hr.delete(byExternalId(hr.externalId));
    const { status, body } = await fixture.provider.post(USERS, fixture.user({ externalId }));
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    expect(body.detail).toContain('the list hr has ended the person');
  });

  it('hides a person whom a list has ended when a present employee has the address', async () => {
    const { hr: client } = fixture.workforce;
    const [left, other] = [await fixture.workforce.invited(), await fixture.workforce.invited()];
    await app.sql(`UPDATE employee SET source = 'hr' WHERE id = ANY ($1)`, [[left.id, other.id]]);
    await client.delete(byExternalId(left.externalId));
    expect(await fixture.get(left.id)).toMatchObject({ active: false, userName: left.email });
    await client.put(byExternalId(other.externalId), { email: left.email });
    expect((await fixture.provider.get(`${USERS}/${left.id}`)).status).toBe(404);
    const found = await fixture.find(`userName eq "${left.email}"`);
    expect(found.Resources.map(({ id }: { id: string }) => id)).toEqual([other.id]);
    expect((await fixture.patch(other.id, { op: 'replace', path: 'displayName', value: 'X' })).status).toBe(
      204,
    );
  });

  it('refuses a name with characters that nobody sees', async () => {
    const { status, body } = await fixture.provider.post(USERS, fixture.user({ userName: 'jo\u200b.doe' }));
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect(body.detail).toContain('userName must not have invisible characters');
  });

  it('replaces by PUT, and leaves alone what other systems may know', async () => {
    const { team } = fixture.workforce;
    const { id, userName, externalId } = await fixture.created({
      [ENTERPRISE]: { employeeNumber: '1', department: team.name, manager: { value: UNKNOWN } },
      [WORKFORCE]: { role: 'ADVISOR' },
    });
    const { status, body } = await fixture.provider.put(`${USERS}/${id}`, {
      userName,
      name: { givenName: 'Eva' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ externalId, displayName: 'Eva', name: { givenName: 'Eva' } });
    expect(body[ENTERPRISE]).toEqual({ department: team.name });
    expect(body[WORKFORCE]).toEqual({ area: team.name, role: 'ADVISOR' });
    expect((await fixture.provider.put(`${USERS}/${id}`, { name: {} })).body.scimType).toBe('invalidValue');
  });

  describe('a PATCH', () => {
    it.each([
      [
        { op: 'Add', path: 'name.givenName', value: 'Eva' },
        { name: { givenName: 'Eva', familyName: 'Núñez' } },
      ],
      [{ op: 'replace', path: 'NAME.GIVENNAME', value: 'Eva' }, { displayName: 'Eva Núñez' }],
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'n@x.example' },
        { emails: [{ type: 'work', value: 'n@x.example' }] },
      ],
      [
        { op: 'Add', path: 'emails[type eq "home"].value', value: 'n@x.example' },
        { emails: [{}, { type: 'home', value: 'n@x.example' }] },
      ],
      [
        { op: 'replace', value: { displayName: 'Eva', 'name.familyName': 'X' } },
        { displayName: 'Eva', name: { familyName: 'X' } },
      ],
      [
        { op: 'Replace', path: `${ENTERPRISE}:employeeNumber`, value: '7' },
        { [ENTERPRISE]: { employeeNumber: '7' } },
      ],
      [
        { op: 'Replace', path: `${ENTERPRISE}.manager`, value: UNKNOWN },
        { [ENTERPRISE]: { manager: { value: UNKNOWN } } },
      ],
      [
        { op: 'add', path: `${ENTERPRISE}:manager`, value: { value: UNKNOWN } },
        { [ENTERPRISE]: { manager: { value: UNKNOWN } } },
      ],
      [
        { op: 'Add', value: { [`${ENTERPRISE}:department`]: 'Team' } },
        { [ENTERPRISE]: { department: 'Team' } },
      ],
      [
        { op: 'Add', value: { [ENTERPRISE]: { department: 'Elsewhere' } } },
        { [WORKFORCE]: { area: 'Elsewhere' } },
      ],
      [
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Not an area' },
        { [ENTERPRISE]: { department: 'Not an area' } },
      ],
      [{ op: 'replace', path: `${WORKFORCE}:role`, value: 'MANAGER' }, { [WORKFORCE]: { role: 'MANAGER' } }],
      [{ op: 'replace', path: 'active', value: 'True' }, { active: true }],
      [
        { op: 'replace', path: 'addresses[type eq "work"].locality', value: 'Redmond' },
        { addresses: [{ type: 'work', locality: 'Redmond' }] },
      ],
      [{ op: 'replace', path: 'photos[type eq "photo"].value', value: 'x' }, {}],
      [{ op: 'Remove', path: 'name.givenName' }, { name: { familyName: 'Núñez' } }],
      [{ op: 'replace', path: 'name.givenName', value: null }, { name: { familyName: 'Núñez' } }],
    ])('carries out %j', async (operation, expected) => {
      const before = await fixture.created();
      const { status } = await fixture.patch(before.id, operation);
      expect(status).toBe(204);
      const after = await fixture.get(before.id);
      expect(after).toMatchObject(expected);
      if (Object.keys(expected).length > 0 && !('active' in expected))
        expect(after.meta.version).not.toBe(before.meta.version);
    });

    it.each([[null], ['']])('removes what is replaced by %j', async (value) => {
      const phoneNumbers = [{ type: 'work', value: '+351 21 000 00 00' }];
      const { id } = await fixture.created({ title: 'Engineer', phoneNumbers });
      const operations = ['title', 'name.givenName', 'phoneNumbers'].map((path) => ({
        op: 'replace',
        path,
        value,
      }));
      expect((await fixture.patch(id, ...operations)).status).toBe(204);
      const after = await fixture.get(id);
      expect(after).not.toHaveProperty('title');
      expect(after).not.toHaveProperty('phoneNumbers');
      expect(after.name).not.toHaveProperty('givenName');
    });

    it.each([
      [{ op: 'invent', path: 'active', value: true }, 'invalidSyntax'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: '__proto__.x', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'constructor', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'name.__proto__', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      [{ op: 'add', path: 'groups', value: [] }, 'mutability'],
      [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
      [{ op: 'remove', path: 'userName' }, 'mutability'],
      [{ op: 'replace', path: 'userName', value: null }, 'invalidValue'],
      [{ op: 'replace', path: 'displayName', value: ['x', 'y'] }, 'invalidValue'],
      [{ op: 'replace', path: 'emails[value co "nobody"].value', value: 'x' }, 'noTarget'],
      ['text', 'invalidSyntax'],
    ])('refuses %j, and all operations with it', async (operation, scimType) => {
      const before = await fixture.created();
      const first = { op: 'replace', path: 'displayName', value: 'Changed' };
      const { status, body } = await fixture.patch(before.id, first, operation);
      expect([status, body.scimType]).toEqual([400, scimType]);
      expect(await fixture.get(before.id)).toEqual(before);
    });

    it('takes Operations in any case, and answers the user where attributes are asked for', async () => {
      const { id } = await fixture.created();
      const json = { operations: [{ OP: 'REPLACE', Path: 'displayName', Value: 'Eva' }] };
      const { status, body } = await fixture.provider.patch(`${USERS}/${id}?attributes=displayName`, json);
      expect([status, body]).toEqual([200, { schemas: expect.anything(), id, displayName: 'Eva' }]);
    });

    it('answers the user where the client names the type of SCIM', async () => {
      const { id } = await fixture.created();
      const json = { Operations: [{ op: 'replace', path: 'active', value: false }] };
      const headers = { Accept: 'application/scim+json, application/json' };
      const { status, body } = await fixture.provider.patch(`${USERS}/${id}`, json, { headers });
      expect([status, body]).toEqual([200, await fixture.get(id)]);
      expect(body.active).toBe(false);
    });

    it('changes, and removes a manager', async () => {
      const [one, other] = [await fixture.created(), await fixture.created({ displayName: 'Other' })];
      const { id } = await fixture.created();
      await fixture.patch(id, { op: 'Add', path: `${ENTERPRISE}:manager`, value: one.id });
      await fixture.patch(id, { op: 'Replace', path: `${ENTERPRISE}:manager`, value: other.id });
      expect((await fixture.get(id))[ENTERPRISE].manager).toMatchObject({
        value: other.id,
        displayName: 'Other',
      });
      await fixture.patch(id, { op: 'Remove', path: `${ENTERPRISE}:manager` });
      expect((await fixture.get(id))[ENTERPRISE]).toBeUndefined();
    });

    it('lets the address follow the name that it was', async () => {
      const { id } = await fixture.created();
      await fixture.patch(id, { op: 'replace', path: 'userName', value: 'married@example.com' });
      expect(await fixture.get(id)).toMatchObject({
        userName: 'married@example.com',
        emails: [{ value: 'married@example.com' }],
      });
      expect((await fixture.workforce.row(id)).email).toBe('married@example.com');
    });
  });

  it('changes nothing and records nothing where nothing is different', async () => {
    const sent = fixture.user();
    const { body } = await fixture.provider.post(USERS, sent);
    const records = () => app.sql('SELECT id FROM audit_record WHERE object_id = $1', [body.id]);
    const before = await records();
    expect((await fixture.provider.put(`${USERS}/${body.id}`, sent)).body).toEqual(body);
    expect(await records()).toEqual(before);
  });

  it('records what it changes, also what an employee has no property for', async () => {
    const { id } = await fixture.created({ displayName: 'Ana' });
    await fixture.patch(id, { op: 'replace', path: 'name.givenName', value: 'Eva' });
    const [last] = await app.sql(
      'SELECT operation, after FROM audit_record WHERE object_id = $1 ORDER BY id DESC LIMIT 1',
      [id],
    );
    expect(last).toMatchObject({
      operation: 'employee.update',
      after: { scim: { details: { name: { givenName: 'Eva' } } } },
    });
  });

  it('honours If-Match and If-None-Match', async () => {
    const { id, meta } = await fixture.created();
    const headers = { 'If-None-Match': meta.version };
    expect((await fixture.provider.get(`${USERS}/${id}`, { headers })).status).toBe(304);
    const stale = { headers: { 'If-Match': 'W/"stale"' } };
    const json = { Operations: [{ op: 'replace', path: 'displayName', value: 'Eva' }] };
    for (const [method, options] of [
      ['PATCH', { json, ...stale }],
      ['PUT', { json: fixture.user(), ...stale }],
      ['DELETE', stale],
    ] as const) {
      const { status, body } = await fixture.provider.request(method, `${USERS}/${id}`, options);
      expect([method, status, body.status]).toEqual([method, 412, '412']);
    }
    const fresh = { headers: { 'If-Match': `W/${meta.version}` } };
    expect((await fixture.provider.patch(`${USERS}/${id}`, json, fresh)).status).toBe(204);
    expect((await fixture.provider.get(`${USERS}/${id}`, { headers })).status).toBe(200);
  });

  it('never finds, changes or names people of another company', async () => {
    const other = await ScimFixture.open(app);
    const stranger = await other.created({ displayName: 'Stranger' });
    const { userName, externalId, emails, id } = stranger;
    const mine = await fixture.created({
      userName,
      externalId,
      emails,
      [ENTERPRISE]: { manager: { value: id } },
    });
    expect(mine.id).not.toBe(id);
    expect(JSON.stringify(mine)).not.toContain('Stranger');
    const { Resources } = await fixture.find(`userName eq "${userName}"`);
    expect([Resources.length, Resources[0].id]).toEqual([1, mine.id]);
    expect((await fixture.find(`id eq "${id}"`)).totalResults).toBe(0);
    expect((await fixture.provider.get(`${USERS}/${id}`)).status).toBe(404);
    expect((await fixture.provider.delete(`${USERS}/${id}`)).status).toBe(404);
    expect((await fixture.patch(id, { op: 'replace', path: 'active', value: false })).status).toBe(404);
    expect(await other.get(id)).toEqual(stranger);
  });
});
