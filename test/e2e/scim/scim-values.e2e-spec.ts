import { byExternalId } from '../../support/builders/employee.js';
import { ENTERPRISE, ScimFixture, USERS, WORKFORCE } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

interface Listed {
  readonly id: string;
  readonly externalId: string;
}

/** A success is carried out, and what is answered is true. */
describe('values of users of SCIM', () => {
  let app: TestApp;
  let fixture: ScimFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await ScimFixture.open(app);
  });

  const put = (id: string, json: object) => fixture.provider.put(`${USERS}/${id}`, json);
  const ofList = async (overrides: object = {}) => {
    const person = await fixture.workforce.invited({ ...fixture.workforce.full(), ...overrides });
    await app.sql(`UPDATE employee SET source = 'hr' WHERE id = $1`, [person.id]);
    return person;
  };

  describe('of which one is primary', () => {
    const NEW = { value: 'new@example.com', type: 'home', primary: true };

    it.each([
      [{ op: 'add', path: 'emails', value: [NEW] }],
      [{ op: 'add', path: 'emails[type eq "home"]', value: { value: NEW.value, primary: 'True' } }],
      [{ op: 'replace', value: { 'emails[type eq "home" and primary eq "True"].value': NEW.value } }],
    ])('the newest is, by %j, and the employee has it', async (operation) => {
      const { id, userName } = await fixture.created();
      expect((await fixture.patch(id, operation)).status).toBe(204);
      const { emails } = await fixture.get(id);
      expect(emails).toEqual([{ value: userName, type: 'work', primary: false }, NEW]);
      expect((await fixture.workforce.row(id)).email).toBe(NEW.value);
    });

    it('the last of those that a POST or a PUT names is', async () => {
      const [one, other] = [
        { value: 'one@example.com', primary: true },
        { value: 'other@example.com', primary: true },
      ];
      const { id, emails, userName } = await fixture.created({ emails: [one, other] });
      expect(emails).toEqual([{ ...one, primary: false }, other]);
      expect((await fixture.workforce.row(id)).email).toBe(other.value);
      const { body } = await put(id, { userName, emails: [other, one] });
      expect(body.emails).toEqual([{ ...other, primary: false }, one]);
      expect((await fixture.workforce.row(id)).email).toBe(one.value);
    });
  });

  it.each([null, []])('are cleared by a PUT that names them as %j, and others stay', async (nothing) => {
    const { team, department } = fixture.workforce;
    const sent = {
      ...fixture.user({ userName: `cleared ${JSON.stringify(nothing)}` }),
      [ENTERPRISE]: { employeeNumber: '1', department: team.name },
      [WORKFORCE]: { role: 'ADVISOR', managedAreas: [department.name] },
    };
    const { body: created } = await fixture.provider.post(USERS, sent);
    const { userName } = sent;
    const stays = (await put(created.id, { userName })).body;
    expect(stays).toMatchObject({ externalId: sent.externalId, emails: sent.emails });
    expect(stays[ENTERPRISE]).toEqual({ department: team.name });
    const cleared = {
      ...(nothing === null && { externalId: null, [ENTERPRISE]: { department: null } }),
      emails: nothing,
      [WORKFORCE]: { managedAreas: nothing },
    };
    const { status, body } = await put(created.id, { userName, ...cleared });
    expect([status, body.emails]).toEqual([200, undefined]);
    expect(body[WORKFORCE].managedAreas).toBeUndefined();
    expect(body[WORKFORCE].role).toBe('ADVISOR');
    expect([body.externalId, body[ENTERPRISE]?.department]).toEqual(
      nothing === null ? [undefined, undefined] : [sent.externalId, team.name],
    );
    const all = (await put(created.id, { userName, [WORKFORCE]: null })).body;
    expect(all[WORKFORCE]?.role).toBeUndefined();
  });

  it('of an extension are removed by its path, and only the addresses that a remove names', async () => {
    const home = { value: 'home@example.com', type: 'home' };
    const { team } = fixture.workforce;
    const { id, emails } = await fixture.created({
      [ENTERPRISE]: { employeeNumber: '1', department: team.name, manager: { value: 'x' } },
    });
    await fixture.patch(id, { op: 'add', path: 'emails', value: home });
    const removed = { op: 'Remove', path: 'emails', value: [{ value: home.value }] };
    expect((await fixture.patch(id, { op: 'Remove', path: ENTERPRISE }, removed)).status).toBe(204);
    const after = await fixture.get(id);
    expect([after.emails, after[ENTERPRISE], after[WORKFORCE]]).toEqual([emails, undefined, undefined]);
    await fixture.patch(id, { op: 'remove', path: 'emails[value eq "nobody@example.com"].type' });
    expect((await fixture.get(id)).emails).toEqual(emails);
  });

  it('may be lists of one, and roles have any case', async () => {
    const single = { displayName: [{ value: 'Eva' }], active: [{ value: 'False' }] };
    const { id, displayName, active } = await fixture.created({
      ...single,
      [WORKFORCE]: { role: 'manager' },
    });
    expect([displayName, active]).toEqual(['Eva', false]);
    const boss = await fixture.created();
    const value = [{ $ref: `../Users/${boss.id}`, value: boss.id }];
    const { status } = await fixture.patch(
      id,
      { op: 'Add', path: 'manager', value },
      { op: 'Replace', path: 'department', value: fixture.workforce.team.name },
      { op: 'Replace', path: 'active', value: [{ value: 'true' }] },
    );
    expect(status).toBe(204);
    expect(await fixture.get(id)).toMatchObject({
      active: true,
      [ENTERPRISE]: { manager: { value: boss.id }, department: fixture.workforce.team.name },
      [WORKFORCE]: { role: 'MANAGER' },
    });
    expect((await fixture.find(`id eq "${id}" and manager eq "${boss.id}"`)).totalResults).toBe(1);
  });

  describe('of the name of a person whom SCIM has not written', () => {
    const nameOf = async (id: string) => (await fixture.get(id)).name;

    it('are made of the name, and follow it until a client sends them', async () => {
      const { id, externalId } = await ofList({ name: 'Ana María Núñez' });
      const made = { givenName: 'Ana María', familyName: 'Núñez' };
      expect(await nameOf(id)).toEqual(made);
      expect(
        (await fixture.find('name.familyName eq "NÚÑEZ" and name.givenName sw "ana m"')).totalResults,
      ).toBe(1);
      await fixture.patch(id, { op: 'replace', path: 'title', value: 'Engineer' });
      expect(await nameOf(id)).toEqual(made);
      await fixture.workforce.hr.put(byExternalId(externalId), { name: 'Eva Gil' });
      expect(await nameOf(id)).toEqual({ givenName: 'Eva', familyName: 'Gil' });
      await fixture.patch(id, { op: 'replace', path: 'name.familyName', value: 'Gil Sanz' });
      expect(await nameOf(id)).toEqual({ givenName: 'Eva', familyName: 'Gil Sanz' });
      expect(await fixture.workforce.row(id)).toMatchObject({ name: 'Eva Gil' });
      const { body } = await put(id, { ...(await fixture.get(id)), name: null });
      expect(body.name).toEqual({ givenName: 'Eva', familyName: 'Gil' });
    });

    it('are the formatted name where there is one word', async () => {
      const { id } = await ofList({ name: 'Zoë' });
      expect(await nameOf(id)).toEqual({ formatted: 'Zoë' });
      expect((await fixture.find('name.formatted eq "zoë" and not (name.familyName pr)')).totalResults).toBe(
        1,
      );
      const nobody = await fixture.workforce.invited({ email: 'nameless@example.com' });
      expect(await nameOf(nobody.id)).toBeUndefined();
    });
  });

  describe('of a person of a list', () => {
    it('are changed, and active stays, which the answer shows', async () => {
      const { id } = await ofList({ name: 'Jo Doe' });
      for (const operations of [
        [{ op: 'replace', value: { active: false, displayName: 'Jo A' } }],
        [
          { op: 'Replace', path: 'active', value: 'False' },
          { op: 'Replace', path: 'displayName', value: 'Jo B' },
        ],
      ]) {
        const { status, body } = await fixture.patch(id, ...operations);
        expect([status, body.active, body]).toEqual([200, true, await fixture.get(id)]);
      }
      expect(await fixture.workforce.row(id)).toMatchObject({ name: 'Jo B', source: 'hr', deleted_at: null });
      const replaced = await put(id, { ...(await fixture.get(id)), displayName: 'Jo C', active: false });
      expect([replaced.status, replaced.body.active, replaced.body.displayName]).toEqual([200, true, 'Jo C']);
    });

    it('are not changed where active is all that would change', async () => {
      const { id, externalId } = await ofList({ name: 'Jo Doe' });
      const before = await fixture.get(id);
      const refused = [
        await fixture.patch(id, { op: 'replace', path: 'active', value: false }),
        await fixture.patch(id, { op: 'replace', value: { active: false, displayName: 'Jo Doe' } }),
        await put(id, { ...before, active: false }),
      ];
      for (const { status, body } of refused)
        expect([status, body.scimType, body.detail]).toEqual([
          400,
          'mutability',
          'active is decided by the list hr, to which the person belongs.',
        ]);
      expect(await fixture.get(id)).toEqual(before);
      await fixture.workforce.hr.delete(byExternalId(externalId));
      expect((await fixture.patch(id, { op: 'replace', path: 'active', value: true })).status).toBe(400);
      const { status, body } = await fixture.patch(id, {
        op: 'replace',
        value: { active: true, title: 'X' },
      });
      expect([status, body.active, body.title]).toEqual([200, false, 'X']);
    });
  });

  it('say that a person is disabled who is created again', async () => {
    const { id, userName } = await fixture.created();
    await fixture.patch(id, { op: 'replace', path: 'active', value: false });
    const { status, body } = await fixture.provider.post(USERS, fixture.user({ userName }));
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    expect(body.detail).toBe(
      'userName belongs to a person with active false: set active to true in place of creating a user.',
    );
  });

  it('of userName are found in any case where they are made of an external id', async () => {
    const { id } = await fixture.workforce.invited({ name: 'Ana', externalId: 'Emp-ÄnNa-1' });
    for (const userName of ['Emp-ÄnNa-1', 'emp-änna-1', 'EMP-ÄNNA-1'])
      expect((await fixture.find(`userName eq "${userName}"`)).Resources).toMatchObject([{ id }]);
    const { status, body } = await fixture.provider.post(USERS, fixture.user({ userName: 'EMP-ÄNNA-1' }));
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
  });

  it('are found by JSON strings, and by texts that are none', async () => {
    const { id } = await fixture.created({ userName: 'CORP\\anna', displayName: 'Béa "B"' });
    for (const filter of [
      String.raw`userName eq "CORP\\anna"`,
      String.raw`userName eq "CORP\anna"`,
      String.raw`displayName eq "B\u00e9a \"B\""`,
      'displayName eq "Béa \\"B\\""',
    ])
      expect((await fixture.find(filter)).Resources).toMatchObject([{ id }]);
  });

  it('of externalId are sorted exactly', async () => {
    for (const externalId of ['b', 'C', 'a']) await fixture.created({ externalId });
    const { body } = await fixture.provider.get(`${USERS}?sortBy=externalId`);
    expect(body.Resources.map(({ externalId }: Listed) => externalId)).toEqual(['C', 'a', 'b']);
  });
});
