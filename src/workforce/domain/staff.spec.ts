import type { BulkRow } from './bulk-row.js';
import { Employee, type EmployeeState } from './employee.js';
import type { KnownReferences } from './references.js';
import { Staff } from './staff.js';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const BEFORE = new Date('2026-01-01T10:00:00.000Z');
const NOTHING_KNOWN: KnownReferences = {
  areaIds: new Set(),
  groupIds: new Set(),
  characteristics: new Map(),
};

const stored = (id: string, overrides: Partial<EmployeeState> = {}): Employee =>
  Employee.restore({
    ...{ id, companyId: 'company', profile: [], groupIds: [], managedHierarchies: [] },
    ...{ activated: true, mustChooseProfile: false, createdAt: BEFORE, updatedAt: BEFORE },
    ...overrides,
  });
const staffOf = (...employees: Employee[]): Staff =>
  new Staff('company', employees, { known: NOTHING_KNOWN, now: NOW });
const update = (email: string, content: object): BulkRow => ({
  operation: 'update',
  key: { email },
  content,
});
const end = (email: string): BulkRow => ({ operation: 'end', key: { email }, turnover: { date: NOW } });

describe('the staff of some rows', () => {
  it('has no changes where no row makes a difference', () => {
    const staff = staffOf(stored('1', { email: 'a' }));
    expect(staff.apply(update('A', { email: 'a' })).isChanged).toBe(false);
    expect(staff.displacedIds()).toEqual([]);
  });

  it('has each employee as the row before has left them', () => {
    const staff = staffOf(stored('1', { email: 'a' }));
    staff.apply(update('a', { name: 'Ana' }));
    const { before, after } = staff.apply(update('a', { name: 'Bo' }));
    expect([before?.name, after.state.name]).toEqual(['Ana', 'Bo']);
  });

  it('is as before after a row that is refused', () => {
    const staff = staffOf(stored('1', { email: 'a' }), stored('2', { email: 'b' }));
    expect(() => staff.apply(update('a', { name: 'Ana', email: 'b' }))).toThrow('email belongs');
    expect(() => staff.apply(update('a', { email: null }))).toThrow('email is required');
    expect(staff.apply(update('a', {})).after.state.name).toBeUndefined();
  });

  it('names those whose identifiers others have at the end', () => {
    const staff = staffOf(
      stored('1', { email: 'a' }),
      stored('2', { email: 'b' }),
      stored('3', { email: 'c' }),
    );
    staff.apply(update('a', { email: 'x' }));
    staff.apply(update('b', { email: 'a' }));
    staff.apply(end('c'));
    staff.apply(update('x', { email: 'c' }));
    expect(staff.displacedIds()).toEqual(['1', '3']);
  });

  it('restores the one of two with the same identifier who was ended last', () => {
    const staff = staffOf(stored('1', { email: 'a', externalId: '1' }));
    staff.apply(end('a'));
    const { after } = staff.apply({ operation: 'invite', content: { email: 'a', externalId: '2' } });
    staff.apply(end('a'));
    const restored = staff.apply({ operation: 'invite', content: { email: 'a' } });
    expect(restored.after.state.id).toBe(after.state.id);
    const [first, last] = [after, restored.after].map(({ state }) => staff.isStored(state.id));
    expect([first, last]).toEqual([false, false]);
  });

  it('gives those who are ended with the same identifier different times', () => {
    const staff = staffOf(stored('1', { email: 'a', externalId: '1' }));
    const one = staff.apply(end('a')).after.state.deletedAt;
    staff.apply({ operation: 'invite', content: { email: 'a', externalId: '2' } });
    const other = staff.apply(end('a')).after.state.deletedAt;
    expect([one, other]).toEqual([NOW, new Date(NOW.getTime() + 1)]);
  });
});
