import { MAX_COUNTED_PEOPLE } from '../../../src/workforce/application/person.response.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { employeeRecord, type Body } from '../../support/builders/employee.js';
import { PEOPLE } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

describe(`GET ${PEOPLE}`, () => {
  let app: TestApp;
  let fixture: WorkforceFixture;
  let manager: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
    manager = await app.user('ADVISOR', fixture.companyId);
  });

  const put = async (...people: Body[]): Promise<string[]> => {
    const records = people.map((person) => employeeRecord(person));
    await fixture.import(records);
    return records.map(({ id }) => id);
  };
  const find = (parameters: Record<string, string> = {}): Promise<Answer> =>
    manager.get(`${PEOPLE}?${new URLSearchParams(parameters).toString()}`);
  const names = async (parameters: Record<string, string> = {}): Promise<string[]> => {
    const { status, body } = await find(parameters);
    expect(status).toBe(200);
    const found = body.result.map(({ name }: Body) => name);
    expect(body.total).toBe(found.length);
    return found;
  };

  it('answers 401 without a session, 403 to those who are no company managers, before the query', async () => {
    expect((await app.anonymous().get(`${PEOPLE}?from=x`)).status).toBe(401);
    expect((await fixture.hr.get(PEOPLE)).status).toBe(401);
    for (const role of ['EMPLOYEE', 'PUBLIC'] as const)
      expect((await (await app.user(role, fixture.companyId)).get(`${PEOPLE}?from=x`)).status).toBe(403);
    for (const role of ['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'] as const)
      expect((await (await app.user(role, fixture.companyId)).get(PEOPLE)).status).toBe(200);
  });

  it('is an empty page for a company without people', async () => {
    const { body, headers } = await manager.get(PEOPLE);
    expect(body).toEqual({ from: 0, to: 10, total: 0, result: [] });
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('shows names, areas and groups, and neither addresses nor profiles', async () => {
    const { id } = await fixture.invited(fixture.full({ name: 'Ana López' }));
    const [other] = await put({ name: undefined });
    const { body } = await manager.get(PEOPLE);
    const [{ id: groupId }] = fixture.groups;
    expect(body.result).toEqual([
      { id, name: 'Ana López', hierarchyId: fixture.team.id, groupIds: [groupId] },
      { id: other, groupIds: [] },
    ]);
  });

  it('shows no people of another company, by no parameter', async () => {
    const [id] = await put({ name: 'Ana', hierarchyId: fixture.team.id, groupIds: [fixture.groups[0].id] });
    const stranger = await app.user('ADMIN');
    for (const query of [
      '',
      '?q=ana',
      `?ids=${id}`,
      `?hierarchyId=${fixture.team.id}`,
      `?groupId=${fixture.groups[0].id}`,
      `?q=a&hierarchyId=${fixture.team.id}&groupId=${fixture.groups[0].id}`,
    ])
      expect([query, (await stranger.get(PEOPLE + query)).body.result]).toEqual([query, []]);
  });

  it.each([
    ['lop an', ['Ana López']],
    ['an lop', ['Ana López']],
    ['ANA', ['Ana López', 'Anaïs de la Croix-Roux']],
    ['ana lopez', ['Ana López']],
    ['ana lo\u0301pez', ['Ana López']],
    ['a', ['Ana López', 'Anaïs de la Croix-Roux']],
    ['na', []],
    ['anai', ['Anaïs de la Croix-Roux']],
    ['roux', ['Anaïs de la Croix-Roux']],
    ['croix-roux', ['Anaïs de la Croix-Roux']],
    ['bjorn', ['Bjørn Weiß 2']],
    ['WEISS', ['Bjørn Weiß 2']],
    ['2 bj', ['Bjørn Weiß 2']],
    ['김', ['김 민준']],
    ['ana ana', ['Ana López', 'Anaïs de la Croix-Roux']],
    ['ana xavier', []],
    ['  ana ', ['Ana López', 'Anaïs de la Croix-Roux']],
    ["'", []],
    ['ana:* | bjorn', []],
    ['\\', []],
    ['%', []],
  ])('finds by the beginnings of words: %j', async (q, expected) => {
    await put(
      { name: 'Bjørn Weiß 2' },
      { name: 'Anaïs de la Croix-Roux' },
      { name: 'Ana López' },
      { name: '김 민준' },
      { name: undefined },
      { name: 'Ana Left', deleted: true },
    );
    expect(await names({ q })).toEqual(expected);
  });

  it('sorts by name as the list of employees does', async () => {
    await put({ name: 'b x' }, { name: 'Ä x' }, { name: 'a x' }, { name: 'Z x' }, { name: 'é x' });
    await put({ name: undefined, id: 'f'.repeat(24) }, { name: undefined, id: 'e'.repeat(24) });
    await put({ name: 'a x', id: '0'.repeat(24) });
    const { body: list } = await fixture.list();
    const ids = (people: Body[]) => people.map(({ id }) => id);
    expect(ids((await find({ to: '100' })).body.result)).toEqual(ids(list));
    expect(ids((await find({ q: 'x' })).body.result)).toEqual(ids(list.filter(({ name }: Body) => name)));
  });

  it('filters by areas and those below them, and by groups', async () => {
    const { department, team, elsewhere, groups } = fixture;
    const [one, other] = groups;
    await put(
      { name: 'Ann Department', hierarchyId: department.id, groupIds: [one.id, other.id] },
      { name: 'Ann Team', hierarchyId: team.id, groupIds: [one.id] },
      { name: 'Bo Elsewhere', hierarchyId: elsewhere.id, groupIds: [other.id] },
      { name: 'Bo Nowhere' },
      { name: 'Ann Left', hierarchyId: team.id, groupIds: [one.id], deleted: true },
    );
    expect(await names({ hierarchyId: department.id })).toEqual(['Ann Department', 'Ann Team']);
    expect(await names({ hierarchyId: team.id })).toEqual(['Ann Team']);
    expect(await names({ hierarchyId: `${team.id},${elsewhere.id}` })).toEqual(['Ann Team', 'Bo Elsewhere']);
    expect(await names({ hierarchyId: 'unknown' })).toEqual([]);
    expect(await names({ groupId: other.id })).toEqual(['Ann Department', 'Bo Elsewhere']);
    expect(await names({ groupId: 'unknown' })).toEqual([]);
    expect(await names({ groupId: other.id, hierarchyId: department.id })).toEqual(['Ann Department']);
    expect(await names({ groupId: one.id, q: 't' })).toEqual(['Ann Team']);
    expect(await names({ hierarchyId: department.id, q: 'ann d' })).toEqual(['Ann Department']);
    expect(await names({ hierarchyId: elsewhere.id, groupId: other.id, q: 'bo' })).toEqual(['Bo Elsewhere']);
    expect(await names({ hierarchyId: elsewhere.id, groupId: one.id, q: 'bo' })).toEqual([]);
  });

  it('answers windows, and refuses wrong ones', async () => {
    await put(...['a', 'b', 'c', 'd'].map((letter) => ({ name: `${letter} x` })));
    const window = async (parameters: Record<string, string>) => {
      const { body } = await find(parameters);
      return [body.from, body.to, body.total, body.result.map(({ name }: Body) => name)];
    };
    expect(await window({ from: '1', to: '3' })).toEqual([1, 3, 4, ['b x', 'c x']]);
    expect(await window({ q: 'x', from: '1', to: '3' })).toEqual([1, 3, 4, ['b x', 'c x']]);
    expect(await window({ q: 'x', from: '3', to: '9' })).toEqual([3, 9, 4, ['d x']]);
    expect(await window({ from: '7', to: '9' })).toEqual([7, 9, 4, []]);
    expect(await window({ from: '2', to: '2' })).toEqual([2, 2, 4, []]);
    for (const [query, path] of [
      ['from=-1', 'from'],
      ['from=5&to=4', 'to'],
      ['to=501', 'to'],
      [`q=${'x'.repeat(256)}`, 'q'],
      ['q=a&q=b', 'q'],
    ]) {
      const answer = await manager.get(`${PEOPLE}?${query}`);
      expect([query, answer.status, issuesOf(answer)[0]?.[0]]).toEqual([query, 400, path]);
    }
  });

  describe('with ids', () => {
    it('answers these people whole, with deleted ones, and leaves unknown ones out', async () => {
      const ids = await put(
        ...Array.from({ length: 20 }, (_, at) => ({ name: `Person ${at}` })),
        { name: 'Left', deleted: true, groupIds: [fixture.groups[0].id] },
        { name: undefined },
      );
      const elsewhere = await app.company();
      const foreign = employeeRecord();
      await fixture.import([foreign], elsewhere);
      const asked = [...ids, ids[0], foreign.id, newId(), 'nonsense'];
      const { status, body } = await find({ ids: asked.join() });
      expect([status, body.from, body.to, body.total]).toEqual([200, 0, ids.length, ids.length]);
      expect(body.result.map(({ id }: Body) => id).sort()).toEqual(ids.toSorted());
      expect(body.result[0]).toEqual({
        id: ids[20],
        name: 'Left',
        groupIds: [fixture.groups[0].id],
        deleted: true,
      });
      expect(body.result.filter(({ deleted }: Body) => deleted !== undefined)).toHaveLength(1);
      expect(body.result.at(-1)).toEqual({ id: ids[21], groupIds: [] });
      expect((await find({ ids: newId() })).body).toEqual({ from: 0, to: 0, total: 0, result: [] });
    });

    it('takes at most 200, and no other parameter', async () => {
      const ids = Array.from({ length: 201 }, () => newId());
      const tooMany = await find({ ids: ids.join() });
      expect([tooMany.status, issuesOf(tooMany)]).toEqual([400, [['ids', 'TOO_MANY']]]);
      expect((await find({ ids: ids.slice(1).join() })).status).toBe(200);
      for (const other of ['q=a', 'hierarchyId=a', 'groupId=a', 'from=0', 'to=10']) {
        const answer = await manager.get(`${PEOPLE}?ids=${ids[0]}&${other}`);
        expect([other, answer.status, issuesOf(answer)]).toEqual([other, 400, [['ids', 'NOT_ALONE']]]);
        const [name] = other.split('=');
        expect(answer.body.errors[0].message).toBe(`must be sent without ${name}`);
      }
      expect((await manager.get(`${PEOPLE}?ids=${ids[0]}&q=&from=`)).status).toBe(200);
      expect((await find({ ids: '' })).body.to).toBe(10);
    });
  });

  describe('where more people match than are counted', () => {
    const PEOPLE_COUNT = MAX_COUNTED_PEOPLE + 600;
    const nameOf = (at: number) => `${at % 2 === 0 ? 'Even' : 'Odd'} Person ${String(at).padStart(4, '0')}`;
    let ids: string[];

    beforeEach(async () => {
      const { team, department, groups } = fixture;
      ids = await put(
        ...Array.from({ length: PEOPLE_COUNT }, (_, at) => ({
          name: nameOf(at),
          hierarchyId: at < MAX_COUNTED_PEOPLE + 200 ? team.id : department.id,
          groupIds: at < MAX_COUNTED_PEOPLE + 100 ? [groups[0].id] : [],
        })),
      );
    });

    it('pages through all of them in their order, and says that there are more', async () => {
      const sorted = ids
        .map((id, at) => ({ id, name: nameOf(at) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const { team, department, groups } = fixture;
      const at = new Map(ids.map((id, index) => [id, index]));
      const searches: [Record<string, string>, (index: number) => boolean][] = [
        [{}, () => true],
        [{ q: 'person' }, () => true],
        [{ q: 'p' }, () => true],
        [{ hierarchyId: team.id }, (index) => index < MAX_COUNTED_PEOPLE + 200],
        [{ hierarchyId: department.id, q: 'per' }, () => true],
        [{ groupId: groups[0].id }, (index) => index < MAX_COUNTED_PEOPLE + 100],
        [
          { groupId: groups[0].id, hierarchyId: team.id, q: 'per' },
          (index) => index < MAX_COUNTED_PEOPLE + 100,
        ],
        [{ q: 'even' }, (index) => index % 2 === 0],
        [{ q: 'ev per' }, (index) => index % 2 === 0],
      ];
      for (const [search, isFound] of searches) {
        const expected = sorted.filter(({ id }) => isFound(at.get(id)!)).map(({ id }) => id);
        const seen: string[] = [];
        for (let from = 0; from < PEOPLE_COUNT + 500; from += 500) {
          const { body } = await find({ ...search, from: String(from), to: String(from + 500) });
          const left = expected.length - from - 500;
          const total = Number(body.total);
          if (expected.length <= MAX_COUNTED_PEOPLE) expect(total).toBe(expected.length);
          else expect(total).toBeGreaterThan(MAX_COUNTED_PEOPLE);
          expect([search, from, total > from + 500]).toEqual([search, from, left > 0]);
          seen.push(...body.result.map(({ id }: Body) => id));
        }
        expect([search, seen]).toEqual([search, expected]);
      }
    });
  });
});
