import { byExternalId, employeeBody, type Body } from '../support/builders/employee.js';
import { runWes } from '../support/loaded-program.js';
import { SyncFixture } from '../support/sync-fixture.js';
import { TestApp } from '../support/test-app.js';

describe('wes employee sync', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  const wes = (...args: string[]) =>
    runWes(['employee', 'sync', ...args, '--company', fixture.companyId], { DATABASE_URL: app.databaseUrl });
  const json = async (...args: string[]): Promise<unknown> => {
    const { exitCode, stdout, stderr } = await wes(...args, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const refusal = async (...args: string[]): Promise<string> => {
    const { exitCode, stderr } = await wes(...args, '--json');
    expect(exitCode).toBe(1);
    return (JSON.parse(stderr) as { error: { code: string } }).error.code;
  };
  const state = async (): Promise<unknown> => [await fixture.people(), await fixture.people('?deleted=true')];

  it('lists and shows syncs', async () => {
    const { id } = await fixture.applied([employeeBody()]);
    expect(await json('list')).toMatchObject([{ id, source: 'hr', status: 'APPLIED', counts: { added: 1 } }]);
    expect(await json('show', '--id', id)).toMatchObject({ id, status: 'APPLIED' });
    const { stdout } = await wes('list');
    expect(stdout).toMatch(/^ID +SOURCE +STATUS +REASON +ADDED +REVIVED/);
    expect(await refusal('show', '--id', '0123456789abcdef01234567')).toBe('SYNC_NOT_FOUND');
  });

  it('undoes the last sync: everybody is as before, and those who were added are ended', async () => {
    const { team, groups } = fixture.workforce;
    const people: Body[] = [employeeBody(), employeeBody(), employeeBody(), employeeBody()];
    const [one, two, leaves, adopted] = people as [Body, Body, Body, Body];
    const revived = await fixture.workforce.invited(employeeBody({ name: 'Left', role: 'ADVISOR' }));
    await fixture.hr.delete(
      `${byExternalId(revived.externalId)}?turnoverType=VOLUNTARY&turnoverDate=2024-03-01`,
    );
    await fixture.workforce.invited({ ...adopted, name: 'Jo', hierarchyId: team.id });
    const before = [one, two, leaves, { ...employeeBody(), groupIds: [groups[0].id] }];
    await fixture.applied(before);
    const stored = await state();
    const joins = employeeBody();
    const { id, counts } = await fixture.applied([
      { ...one, email: two['email'] },
      { ...two, email: one['email'], role: 'MANAGER' },
      { ...before[3], groupIds: null },
      { ...adopted, hierarchyId: null },
      { externalId: revived.externalId, name: 'Back' },
      joins,
    ]);
    expect(counts).toMatchObject({ added: 2, revived: 1 });
    expect(await state()).not.toEqual(stored);
    const undone = { id, companyId: fixture.companyId, undone: 7, leftAlone: [] };
    expect(await json('undo', '--yes')).toEqual(undone);
    const [live, deleted] = (await state()) as [Body[], Body[]];
    expect(live).toEqual((stored as Body[][])[0]);
    const others = deleted.filter(({ externalId }) => externalId !== joins.externalId);
    expect(others).toEqual((stored as Body[][])[1]);
    expect(deleted).toHaveLength(others.length + 1);
    expect((await fixture.finished(id)).undoneAt).toEqual(expect.any(String));
    expect(await refusal('undo', '--id', id, '--yes')).toBe('SYNC_NOT_APPLIED');
  });

  it('leaves people who have changed since alone, and names them', async () => {
    const people = [employeeBody({ name: 'Jo' }), employeeBody({ name: 'Jo' })];
    await fixture.applied(people);
    await fixture.applied(people.map((person) => ({ ...person, name: 'Ana' })));
    await fixture.hr.put(byExternalId(people[0]!.externalId), { role: 'ADVISOR' });
    const { stdout } = await wes('undo', '--yes');
    expect(stdout).toMatch(
      /^The changes of 1 people are undone\.\nLeft alone \(changed-meanwhile\): \w{24} /,
    );
    expect(stdout).toContain(people[0]!.externalId);
    const names = await Promise.all(
      people.map(async ({ externalId }) => (await fixture.hr.get(byExternalId(externalId))).body.name),
    );
    expect(names).toEqual(['Ana', 'Jo']);
  });

  it('asks first, and undoes nothing without an answer', async () => {
    await fixture.applied([employeeBody()]);
    expect(await refusal('undo')).toBe('SYNC_NOT_UNDONE');
    expect(await fixture.people()).toHaveLength(1);
  });

  it('has nothing to undo where nothing was applied', async () => {
    expect(await refusal('undo', '--yes')).toBe('SYNC_NOT_FOUND');
    const { id } = await fixture.sync([employeeBody()]);
    expect(await refusal('undo', '--id', id, '--yes')).toBe('SYNC_NOT_APPLIED');
  });
});
