import { GroupImporter } from '../../../src/segmentation/index.js';
import { byEmail, EMPLOYEES, employeeRecord, type Body } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

describe('GET /api/v1/public/company/employees', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
  });

  /** Imports employees. */
  const put = (...people: Body[]) => fixture.import(people.map((person) => employeeRecord(person)));
  const names = async (query = ''): Promise<string[]> => {
    const { status, body } = await fixture.list(query);
    expect(status).toBe(200);
    return body.map(({ name }: { name: string }) => name);
  };

  it('answers 401 without a key and 403 without the scope, before parameters are checked', async () => {
    expect((await app.anonymous().get(`${EMPLOYEES}?deleted=x`)).status).toBe(401);
    const writer = await app.integration(['employees:write'], fixture.companyId);
    expect((await writer.get(`${EMPLOYEES}?deleted=x`)).status).toBe(403);
  });

  it('is an empty array for a company without people', async () => {
    const { status, text, headers } = await fixture.list();
    expect([status, text]).toEqual([200, '[]']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('answers every person in full, also at the path with a slash', async () => {
    const person = await fixture.invited(fixture.full());
    expect((await fixture.list()).body).toEqual([person]);
    expect((await fixture.hr.get(`${EMPLOYEES}/`)).body).toEqual([person]);
  });

  it('sorts by name as Unicode does, people without one last, then by id', async () => {
    await put({ name: 'b' }, { name: 'Ä' }, { name: 'a' }, { name: 'Z' }, { name: 'é' }, { name: '' });
    await put({ name: undefined, id: 'f'.repeat(24) }, { name: undefined, id: 'e'.repeat(24) });
    await put({ name: 'a', id: '0'.repeat(24) });
    const { body } = await fixture.list();
    expect(body.map(({ name, id }: Body) => name ?? id)).toEqual([
      '',
      'a',
      'a',
      'Ä',
      'b',
      'é',
      'Z',
      'e'.repeat(24),
      'f'.repeat(24),
    ]);
    expect(body[1].id).toBe('0'.repeat(24));
  });

  it('lists those who are there, or those who have left', async () => {
    await put({ name: 'there' }, { name: 'left', deleted: true });
    expect(await names()).toEqual(['there']);
    expect(await names('?deleted=false')).toEqual(['there']);
    expect(await names('?deleted=true')).toEqual(['left']);
    expect(await names('?deleted=')).toEqual(['there']);
  });

  it('narrows by activation', async () => {
    await put(
      { name: 'in' },
      { name: 'out', activated: false },
      { name: 'gone', activated: false, deleted: true },
    );
    expect(await names()).toEqual(['in', 'out']);
    expect(await names('?activated=true')).toEqual(['in']);
    expect(await names('?activated=false')).toEqual(['out']);
    expect(await names('?activated=false&deleted=true')).toEqual(['gone']);
    expect(await names('?activated=true&deleted=true')).toEqual([]);
  });

  it('filters by areas and the areas below them, except with includeDescendants=false', async () => {
    const { department, team, elsewhere } = fixture;
    await put(
      { name: 'department', hierarchyId: department.id },
      { name: 'team', hierarchyId: team.id },
      { name: 'elsewhere', hierarchyId: elsewhere.id },
      { name: 'nowhere' },
    );
    const of = (...ids: string[]) => `?hierarchyId=${ids.join('&hierarchyId=')}`;
    expect(await names(of(department.id))).toEqual(['department', 'team']);
    expect(await names(`${of(department.id)}&includeDescendants=true`)).toEqual(['department', 'team']);
    expect(await names(`${of(department.id)}&includeDescendants=false`)).toEqual(['department']);
    expect(await names(of(team.id))).toEqual(['team']);
    expect(await names(of(elsewhere.id, team.id))).toEqual(['elsewhere', 'team']);
    expect(await names(of(elsewhere.id, 'unknown'))).toEqual(['elsewhere']);
    expect(await names(of('unknown'))).toEqual([]);
    expect(await names('?includeDescendants=false')).toHaveLength(4);
  });

  it('takes lists repeated, bracketed and separated by commas, and mixed', async () => {
    const [one, other] = fixture.groups;
    await put({ name: 'one', groupIds: [one.id] }, { name: 'other', groupIds: [other.id] }, { name: 'none' });
    for (const query of [
      `?groupId=${one.id}&groupId=${other.id}`,
      `?groupId[]=${one.id}&groupId[]=${other.id}`,
      `?groupId%5B%5D=${one.id}&groupId=${other.id}`,
      `?groupId=${one.id},${other.id}`,
      `?groupId[0]=${one.id}&groupId[1]=${other.id}`,
      `?groupId=,${one.id},,${other.id},`,
    ]) {
      expect(await names(query)).toEqual(['one', 'other']);
    }
    expect(await names(`?groupId=${one.id}`)).toEqual(['one']);
    expect(await names('?groupId=unknown')).toEqual([]);
    for (const query of ['?groupId=', '?groupId[]=']) expect(await names(query)).toHaveLength(3);
    for (const query of ['?groupId=,', '?groupId[a]=1', '?groupId=%FF']) {
      const answer = await fixture.list(query);
      expect([answer.status, issuesOf(answer)[0]?.[0]]).toEqual([400, 'groupId']);
    }
  });

  it('finds nobody by a group that an import has removed', async () => {
    const [kept, removed] = fixture.groups;
    const member = { groupIds: [kept.id, removed.id], deleted: true };
    await put({ ...member, name: 'left' });
    const importer = app.app.get(GroupImporter);
    await importer.replaceAll(fixture.companyId, importer.read(fixture.companyId, [kept]));
    expect(await names(`?deleted=true&groupId=${kept.id}`)).toEqual(['left']);
    expect(await names(`?deleted=true&groupId=${removed.id}`)).toEqual([]);
    expect(await names(`?deleted=true&groupId=${removed.id},${kept.id}`)).toEqual(['left']);
  });

  describe('by profile', () => {
    const value = (record: { id: string }, id: string) => `${record.id}:${id}`;

    beforeEach(async () => {
      const { start, shift, remote, skill } = fixture;
      const [early, late] = shift.allowedValues;
      await put(
        {
          name: 'Ann',
          profile: [
            { id: start.id, date: '2024-01-01T00:00:00.000Z' },
            { id: shift.id, valueId: early!.id },
            { id: remote.id, valueId: remote.allowedValues[0]!.id },
          ],
        },
        {
          name: 'Bob',
          profile: [
            { id: start.id, date: '2024-01-31T23:59:59.999Z' },
            { id: shift.id, valueId: late!.id },
            { id: skill.id, leafId: skill.nodes[0]!.id },
          ],
        },
        { name: 'Cid', profile: [{ id: start.id, date: '2024-02-01T01:00:00+02:00' }] },
        { name: 'Dan' },
      );
    });

    it('finds values: any of one characteristic, all of several', async () => {
      const { shift, remote, skill } = fixture;
      const [early, late] = shift.allowedValues.map(({ id }) => value(shift, id));
      const yes = value(remote, remote.allowedValues[0]!.id);
      expect(await names(`?profile=${early}`)).toEqual(['Ann']);
      expect(await names(`?profile=${early},${late}`)).toEqual(['Ann', 'Bob']);
      expect(await names(`?profile=${early},${yes},${late}`)).toEqual(['Ann']);
      expect(await names(`?profile=${late},${yes}`)).toEqual([]);
      expect(await names(`?profile=${value(skill, skill.nodes[0]!.id)}`)).toEqual(['Bob']);
      expect(await names(`?profile=${value(shift, 'unknown')}`)).toEqual([]);
      expect(await names('?profile=unknown:unknown')).toEqual([]);
    });

    it('finds values and nodes by their id alone', async () => {
      const { shift, remote, skill } = fixture;
      const [early, late] = shift.allowedValues.map(({ id }) => id);
      const yes = remote.allowedValues[0]!.id;
      expect(await names(`?profile=${early}`)).toEqual(['Ann']);
      expect(await names(`?profile=${early},${late}`)).toEqual(['Ann', 'Bob']);
      expect(await names(`?profile=${early},${yes},${late}`)).toEqual(['Ann']);
      expect(await names(`?profile=${early},${value(shift, late!)}`)).toEqual(['Ann', 'Bob']);
      expect(await names(`?profile=${skill.nodes[0]!.id}`)).toEqual(['Bob']);
      expect(await names('?profile=unknown')).toEqual([]);
      expect(await names(`?profile=${early},unknown`)).toEqual([]);
      const stranger = await WorkforceFixture.open(app);
      expect(await names(`?profile=${stranger.shift.allowedValues[0]!.id}`)).toEqual([]);
    });

    it('finds days, in every way to write one, and ranges with both ends', async () => {
      const of = (text: string) => `?profile=${value(fixture.start, text)}`;
      for (const day of ['2024-01-01', '01012024', '2024-01-01T23:00:00Z', '2023-12-31T23:00:00-02:00']) {
        expect(await names(of(day))).toEqual(['Ann']);
      }
      expect(await names(of('2024-01-31'))).toEqual(['Bob', 'Cid']); // compared by the day in UTC
      expect(await names(of('2024-01-01..2024-01-31'))).toEqual(['Ann', 'Bob', 'Cid']);
      expect(await names(of('02012024..31012024'))).toEqual(['Bob', 'Cid']);
      expect(await names(of('2024-02-01..2025-01-01'))).toEqual([]);
      expect(await names(`${of('2024-01-01')},${value(fixture.start, '2024-01-30..2024-02-01')}`)).toEqual([
        'Ann',
        'Bob',
        'Cid',
      ]);
      const { shift } = fixture;
      const late = value(shift, shift.allowedValues[1]!.id);
      expect(await names(`${of('2024-01-01..2024-12-31')},${late}`)).toEqual(['Bob']);
    });

    it('is malformed without both parts of a pair, and where a date belongs and none is', async () => {
      for (const text of [':x', 'x:', 'x:y,', ',x:y', 'x:y,:z', 'x:\u0001', ':']) {
        const answer = await fixture.list(`?profile=${encodeURIComponent(text)}`);
        expect([text, answer.status, issuesOf(answer)[0]?.[0]]).toEqual([text, 400, 'profile']);
      }
      for (const text of [
        'x',
        '31022024',
        '..',
        '2024-01-01..',
        '..2024-01-01',
        '2024-01-02..2024-01-01',
        'a..b..c',
      ]) {
        const answer = await fixture.list(`?profile=${value(fixture.start, text)}`);
        expect([text, answer.status, issuesOf(answer)]).toEqual([text, 400, [['profile', 'DATE_TIME']]]);
      }
      const twice = await fixture.list('?profile=x:y&profile=x:y');
      expect([twice.status, issuesOf(twice)]).toEqual([400, [['profile', 'REPEATED']]]);
    });

    it('adds up with the other filters', async () => {
      const { shift, department, team, groups } = fixture;
      const early = value(shift, shift.allowedValues[0]!.id);
      const profile = [{ id: shift.id, valueId: shift.allowedValues[0]!.id }];
      const member = { hierarchyId: team.id, groupIds: [groups[0].id], profile };
      await put({ ...member, name: 'all' }, { ...member, name: 'left', deleted: true });
      await put({ ...member, name: 'other group', groupIds: [groups[1].id] });
      const query = `?hierarchyId=${department.id}&groupId=${groups[0].id}&profile=${early}&activated=true`;
      expect(await names(query)).toEqual(['all']);
      expect(await names(`${query}&deleted=true`)).toEqual(['left']);
      expect(await names(query.replace('true', 'false'))).toEqual([]);
    });

    it('follows every change of a profile', async () => {
      const { shift } = fixture;
      const [early, late] = shift.allowedValues.map(({ id }) => value(shift, id));
      const person = await fixture.invited({ email: 'eve@example.com', name: 'Eve' });
      const profile = [{ id: shift.id, valueId: shift.allowedValues[1]!.id }];
      await fixture.hr.put(byEmail(person.email), { profile });
      expect(await names(`?profile=${late}`)).toEqual(['Bob', 'Eve']);
      await fixture.hr.put(byEmail(person.email), {
        profile: [{ ...profile[0], valueId: shift.allowedValues[0]!.id }],
      });
      expect(await names(`?profile=${late}`)).toEqual(['Bob']);
      expect(await names(`?profile=${early}`)).toEqual(['Ann', 'Eve']);
    });
  });

  it.each([
    ['activated', 'yes'],
    ['activated', '1'],
    ['deleted', 'yes'],
    ['deleted', 'true,false'],
    ['includeDescendants', 'no'],
    ['hierarchyId', 'x'.repeat(256)],
    ['groupId', '%00'],
    ['groupId', 'a%0Ab'],
    ['deleted', 'true&deleted=true'],
  ])('answers 400 to %s=%s', async (name, text) => {
    const answer = await fixture.list(`?${name}=${text}`);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer).map(([path]) => path)).toEqual([name]);
  });

  it('refuses parameters that it does not know, and names the nearest one', async () => {
    const { status, body } = await fixture.list('?activatd=true&__proto__=1&constructor[]=1');
    expect([status, body.errorCode, body.detail]).toEqual([
      400,
      'UNKNOWN_PARAMETER',
      'activatd is unknown; the nearest parameter is activated.',
    ]);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'activatd',
      '__proto__',
      'constructor[]',
    ]);
  });

  it('shows nobody of another company, by any filter', async () => {
    const other = await WorkforceFixture.open(app);
    await other.invited(other.full());
    const [shift] = [other.shift];
    for (const query of [
      '',
      `?hierarchyId=${other.team.id}`,
      `?hierarchyId=${other.team.id}&includeDescendants=false`,
      `?groupId=${other.groups[0].id}`,
      `?profile=${shift.id}:${shift.allowedValues[0]!.id}`,
      `?profile=${other.start.id}:2024-03-01`,
    ]) {
      expect((await fixture.list(query)).body).toEqual([]);
    }
    expect((await other.list(`?groupId=${other.groups[0].id}`)).body).toHaveLength(1);
  });

  it('answers a HEAD like a GET, without the body', async () => {
    await put({ name: 'Jo' });
    const { status, text } = await fixture.hr.request('HEAD', EMPLOYEES);
    expect([status, text]).toEqual([200, '']);
  });
});
