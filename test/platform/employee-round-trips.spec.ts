import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { EmployeeRepository, EmployeeWrites } from '../../src/workforce/domain/employee.repository.js';
import { Employee } from '../../src/workforce/domain/employee.js';
import type { KnownReferences } from '../../src/workforce/domain/references.js';
import { TestApp } from '../support/test-app.js';
import { WorkforceFixture } from '../support/workforce-fixture.js';

describe('a round trip of an employee through the repository', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;
  let sequence = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
  });
  afterAll(() => app.stop());

  const full = () =>
    Employee.invite(fixture.companyId, fixture.full({ externalId: `full-${++sequence}` }), new Date());
  const ended = () => {
    const employee = full();
    employee.end({ date: new Date('2025-12-31'), type: 'OTHER' }, new Date());
    return employee;
  };
  const known = (): KnownReferences => ({
    areaIds: new Set([fixture.team.id]),
    groupIds: new Set(),
    characteristics: new Map(),
  });

  const write = (employee: Employee) =>
    app.app
      .get(UnitOfWork)
      .run((transaction) =>
        app.app
          .get(EmployeeWrites)
          .upsertAll(fixture.companyId, { employees: [employee], newIds: [], displacedIds: [] }, transaction),
      );
  const read = async ({ state: { companyId, externalId } }: Employee): Promise<Employee> => {
    const employees = app.app.get(EmployeeRepository);
    return app.app.get(UnitOfWork).run(async (transaction) => {
      const live = await employees.findLive(companyId, { externalId }, transaction);
      return [...live, ...(await employees.findDeleted(companyId, { externalId }, transaction))][0]!;
    });
  };

  it.each([
    ['everything', full],
    ['nothing', () => Employee.invite(fixture.companyId, { externalId: 'only' }, new Date())],
    ['an end', ended],
  ])('keeps one with %s, who then has nothing to change', async (_, make) => {
    const employee = make();
    await write(employee);
    const loaded = await read(employee);
    expect(loaded.state).toEqual(employee.state);
    const { name, email, externalId, hierarchyId, profile, groupIds, role, managedHierarchies } =
      employee.state;
    const content = { name, email, externalId, hierarchyId, profile, groupIds, role, managedHierarchies };
    expect(loaded.merge(content, new Date())).toBe(false);
    expect(loaded.merge({ name: 'Other' }, new Date())).toBe(true);
  });

  it.each([
    [
      'a change',
      (employee: Employee) => void employee.merge({ name: null, role: 'PUBLIC', groupIds: [] }, new Date()),
    ],
    ['a reset', (employee: Employee) => employee.reset(new Date())],
    [
      'an end',
      (employee: Employee) => employee.end({ date: new Date('2025-12-31'), type: 'VOLUNTARY' }, new Date()),
    ],
    [
      'a revival',
      (employee: Employee) => {
        employee.end({ date: new Date('2025-12-31') }, new Date());
        employee.revive({ name: 'Back' }, known(), [], new Date());
      },
    ],
  ])('keeps %s', async (_, change) => {
    const employee = full();
    await write(employee);
    change(employee);
    await write(employee);
    expect((await read(employee)).state).toEqual(employee.state);
  });

  it('writes the values of a profile only where they differ', async () => {
    const employee = full();
    await write(employee);
    const stored = () =>
      app.sql<{ version: string; value: string }>(
        'SELECT xmin::text AS version, value FROM employee_profile_value WHERE employee_id = $1 ORDER BY value',
        [employee.state.id],
      );
    const before = await stored();
    expect(before).toHaveLength(4);
    employee.merge({ name: 'Other', profile: [...employee.state.profile].reverse() }, new Date());
    await write(employee);
    expect(await stored()).toEqual(before);
    const [, late] = fixture.shift.allowedValues;
    const others = employee.state.profile.filter(({ id }) => id !== fixture.shift.id);
    employee.merge({ profile: [...others, { id: fixture.shift.id, valueId: late!.id }] }, new Date());
    await write(employee);
    const after = await stored();
    expect(after).toHaveLength(4);
    expect(after.map(({ value }) => value)).toContain(late!.id);
    employee.merge({ profile: null }, new Date());
    await write(employee);
    expect(await stored()).toEqual([]);
  });
});
