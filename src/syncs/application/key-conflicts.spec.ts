import { Employee, type EmployeeState, type KeyHolder } from '../../workforce/index.js';
import { resolveConflicts, type PlannedChange } from './key-conflicts.js';

const NOW = new Date('2026-03-01T00:00:00.000Z');

function person(id: string, email?: string, externalId?: string, deletedAt?: Date): EmployeeState {
  return {
    ...{ id, companyId: 'c', activated: false, mustChooseProfile: false },
    ...{ profile: [], groupIds: [], managedHierarchies: [], createdAt: NOW, updatedAt: NOW },
    ...(email !== undefined && { email }),
    ...(externalId !== undefined && { externalId }),
    ...(deletedAt && { deletedAt }),
  };
}

const change = (before: EmployeeState | undefined, after: EmployeeState): PlannedChange => ({
  before,
  employee: Employee.restore(after),
});
const holder = (id: string, emailKey: string, externalId: string | null = null): KeyHolder => ({
  ...{ id, emailKey, externalId },
});

function resolve(changes: PlannedChange[], holders: KeyHolder[]) {
  const { accepted, refused, displacedIds } = resolveConflicts(changes, holders);
  const ids = (of: readonly PlannedChange[]): string[] => of.map(({ employee }) => employee.state.id);
  return { accepted: ids(accepted), refused: ids(refused), displacedIds: [...displacedIds].sort() };
}

describe('keys that several employees want', () => {
  it('are exchanged', () => {
    const changes = [
      change(person('1', 'a@x'), person('1', 'B@x')),
      change(person('2', 'b@x'), person('2', 'a@x')),
    ];
    expect(resolve(changes, [holder('1', 'a@x'), holder('2', 'b@x')])).toEqual({
      ...{ accepted: ['1', '2'], refused: [], displacedIds: ['1', '2'] },
    });
  });

  it('are free when their holder leaves', () => {
    const changes = [
      change(person('1', 'a@x', '1'), person('1', 'a@x', '1', NOW)),
      change(undefined, person('2', 'a@x', '1')),
    ];
    expect(resolve(changes, [holder('1', 'a@x', '1')])).toEqual({
      ...{ accepted: ['1', '2'], refused: [], displacedIds: ['1'] },
    });
  });

  it('are refused with all who depend on them', () => {
    const changes = [
      change(person('1', 'a@x'), person('1', 'b@x')),
      change(person('2', 'b@x'), person('2', 'c@x')),
      change(person('3', 'c@x'), person('3', 'taken@x')),
      change(person('4', 'd@x'), person('4', 'e@x')),
    ];
    const holders = [holder('2', 'b@x'), holder('3', 'c@x'), holder('9', 'taken@x')];
    expect(resolve(changes, holders)).toEqual({
      ...{ accepted: ['4'], refused: ['1', '2', '3'], displacedIds: [] },
    });
  });

  it('go to one of two', () => {
    const changes = [change(undefined, person('1', 'a@x')), change(undefined, person('2', 'A@x'))];
    expect(resolve(changes, [])).toEqual({ accepted: ['1'], refused: ['2'], displacedIds: [] });
  });

  it('do not matter to those who are deleted, or keep what they have', () => {
    const changes = [
      change(person('1', 'a@x'), person('1', 'a@x', 'new')),
      change(person('2', 'b@x', 'z', NOW), person('2', 'a@x', 'z', NOW)),
    ];
    expect(resolve(changes, [holder('1', 'a@x')]).refused).toEqual([]);
  });
});
