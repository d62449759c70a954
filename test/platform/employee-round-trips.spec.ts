import { DataSource } from 'typeorm';
import { Employee } from '../../src/workforce/domain/employee.js';
import { TestApp } from '../support/test-app.js';

/** What is saved of people must come back, as an instance of the class. */
describe('a round trip of an employee through the database', () => {
  let app: TestApp;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
  });
  afterAll(() => app.stop());

  const full = () =>
    Employee.invite(companyId, {
      name: 'Zoë',
      email: 'Zoe@example.com',
      externalId: '4711',
      hierarchyId: 'area',
      profile: [
        { id: 'start', date: '01032024' },
        { id: 'shift', valueId: 'early' },
        { id: 'skill', leafId: 'baking' },
      ],
      groupIds: ['b', 'a'],
      role: 'ADVISOR',
      managedHierarchies: ['x'],
    });
  const ended = () => {
    const employee = full();
    employee.reset();
    employee.end({ date: new Date('2025-12-31'), type: 'OTHER' });
    return employee;
  };

  it.each([
    ['everything', full],
    ['nothing', () => Employee.invite(companyId, { externalId: 'only' })],
    ['an end', ended],
  ])('keeps one with %s, who then has nothing to change', async (_, make) => {
    const employee = make();
    const repository = app.app.get(DataSource).getRepository(Employee);
    await repository.insert(employee);
    const loaded = await repository.findOneByOrFail({ id: employee.id });
    expect(loaded).toBeInstanceOf(Employee);
    expect(loaded).toEqual(employee);
    const { name, email, externalId, hierarchyId, profile, groupIds, role, managedHierarchies } = employee;
    expect(
      loaded.merge({ name, email, externalId, hierarchyId, profile, groupIds, role, managedHierarchies }),
    ).toBe(false);
    expect(loaded.merge({ name: 'Other' })).toBe(true);
  });
});
