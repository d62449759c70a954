import { Employee } from './employee.js';
import { toRevive } from './revival.js';

const deleted = (id: string, externalId: string | undefined, day: number): Employee => {
  const at = new Date(Date.UTC(2026, 0, day));
  return Employee.restore({
    ...{
      id,
      companyId: 'company',
      email: 'jo@example.com',
      profile: [],
      groupIds: [],
      managedHierarchies: [],
    },
    ...(externalId !== undefined && { externalId }),
    ...{ activated: false, mustChooseProfile: false, createdAt: at, updatedAt: at, deletedAt: at },
  });
};

describe('toRevive', () => {
  const people = [
    deleted('a', 'HR-1', 3),
    deleted('b', undefined, 1),
    deleted('c', undefined, 2),
    deleted('d', 'HR-2', 1),
  ];

  it.each([
    ['the last one by e-mail alone', undefined, people, 'a'],
    ['the one with the external id before those without one', 'HR-2', people, 'd'],
    ['the last one without an external id', 'HR-3', people, 'c'],
    ['none with another external id', 'HR-3', [people[0]!, people[3]!], undefined],
    ['none among none', 'HR-1', [], undefined],
  ])('finds %s', (_, externalId, candidates, expected) => {
    expect(toRevive({ externalId }, candidates)?.state.id).toBe(expected);
    expect(toRevive({ externalId }, [...candidates].reverse())?.state.id).toBe(expected);
  });
});
