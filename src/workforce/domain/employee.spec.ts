import type { EmployeeContent } from './employee-content.js';
import { Employee, requireIdentifier, type EmployeeState } from './employee.js';
import type { ImportedEmployee } from './imported-employee.js';
import type { KnownReferences } from './references.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

const ID = '0123456789abcdef01234567';
const BEFORE = new Date('2026-01-01T10:00:00.000Z');
const NOW = new Date('2026-03-02T23:00:00.000Z');

const stored = (overrides: Partial<EmployeeState> = {}): Employee =>
  Employee.restore({
    id: ID,
    companyId: 'company',
    email: 'jo@example.com',
    profile: [],
    groupIds: [],
    managedHierarchies: [],
    activated: true,
    mustChooseProfile: false,
    createdAt: BEFORE,
    updatedAt: BEFORE,
    ...overrides,
  });
const record = (overrides: Partial<ImportedEmployee> = {}): ImportedEmployee => ({
  content: { email: 'jo@example.com' },
  isDeleted: false,
  ...overrides,
});
const identifierMissing = expect.objectContaining({
  kind: 'invalid',
  code: 'VALIDATION_FAILED',
  issues: [expect.objectContaining({ path: 'email', code: 'REQUIRED' })],
});

describe('an invited employee', () => {
  const invited = (content: EmployeeContent): EmployeeState => Employee.invite('company', content, NOW).state;

  it('is not activated and has empty lists', () => {
    const { id, createdAt, updatedAt, ...state } = invited({ externalId: 'HR-1' });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(updatedAt).toEqual(createdAt);
    expect(state).toEqual({
      companyId: 'company',
      externalId: 'HR-1',
      profile: [],
      groupIds: [],
      managedHierarchies: [],
      activated: false,
      mustChooseProfile: false,
    });
  });

  it('has no entry twice, and no property that is null', () => {
    const state = invited({
      email: 'jo@example.com',
      name: null,
      groupIds: ['g', 'g', 'h'],
      managedHierarchies: ['a', 'b', 'a'],
      profile: [
        { id: 'c', valueId: 'v' },
        { valueId: 'v', id: 'c' },
        { id: 'c', leafId: 'l' },
        { id: 'c', date: '2026-01-01T00:00:00.000Z' },
      ],
    });
    expect(state).not.toHaveProperty('name');
    expect(state).toMatchObject({
      groupIds: ['g', 'h'],
      managedHierarchies: ['a', 'b'],
      profile: [
        { id: 'c', valueId: 'v' },
        { id: 'c', leafId: 'l' },
        { id: 'c', date: '2026-01-01T00:00:00.000Z' },
      ],
    });
    expect(state.profile.map((entry) => Object.keys(entry))).toEqual([
      ['id', 'valueId'],
      ['id', 'leafId'],
      ['id', 'date'],
    ]);
  });

  it.each<EmployeeContent>([{}, { email: null, externalId: null }, { name: 'Jo' }])(
    'needs an e-mail address or an external id: %j',
    (content) => {
      expect(() => Employee.invite('company', content, NOW)).toThrow(ValidationFailed);
      expect(() => Employee.invite('company', content, NOW)).toThrow(identifierMissing);
      expect(() => requireIdentifier(content)).toThrow(identifierMissing);
    },
  );

  it.each<EmployeeContent>([{ email: 'jo@example.com' }, { externalId: 'HR-1', email: null }])(
    'needs one of them only: %j',
    (content) => expect(() => requireIdentifier(content)).not.toThrow(),
  );
});

describe('merge', () => {
  it('leaves alone what is absent, and clears what is null', () => {
    const employee = stored({ name: 'Jo', externalId: 'HR-1', hierarchyId: 'a', groupIds: ['g'] });
    expect(employee.merge({ name: undefined, hierarchyId: null, groupIds: null, role: 'MANAGER' }, NOW)).toBe(
      true,
    );
    const { updatedAt, ...state } = employee.state;
    expect(updatedAt.getTime()).toBeGreaterThan(BEFORE.getTime());
    const { updatedAt: _, ...expected } = stored({ name: 'Jo', externalId: 'HR-1', role: 'MANAGER' }).state;
    expect(state).toEqual(expected);
    expect(state).not.toHaveProperty('hierarchyId');
  });

  it('does not touch an employee who stays the same', () => {
    const employee = stored({ groupIds: ['g'] });
    const before = employee.state;
    expect(employee.merge({ groupIds: ['g', 'g'], email: 'jo@example.com' }, NOW)).toBe(false);
    expect(employee.state).toBe(before);
  });

  it('refuses to remove the last identifier, and then changes nothing', () => {
    const employee = stored();
    const before = employee.state;
    expect(() => employee.merge({ email: null }, NOW)).toThrow(identifierMissing);
    expect(employee.state).toBe(before);
  });

  it('is never dated before the creation', () => {
    const createdAt = new Date('2999-01-01T00:00:00.000Z');
    const employee = stored({ createdAt });
    employee.merge({ name: 'Jo' }, NOW);
    expect(employee.state.updatedAt).toEqual(createdAt);
  });
});

describe('an imported employee', () => {
  it('gets an id where the record has none, and defaults', () => {
    expect(Employee.import('company', record(), NOW).state.id).toMatch(/^[0-9a-f]{24}$/);
    expect(Employee.import('company', record({ id: ID }), NOW).state).toEqual({
      ...stored().state,
      activated: false,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(Employee.import('company', record({ activated: true }), NOW).state.activated).toBe(true);
  });

  it('has left today where the record does not say when', () => {
    const { state } = Employee.import('company', record({ isDeleted: true }), NOW);
    expect(state).toMatchObject({ deletedAt: NOW, turnoverDate: new Date('2026-03-02T00:00:00.000Z') });
    expect(state).not.toHaveProperty('turnoverType');
  });

  it('has the turnover of the record', () => {
    const turnover = { turnoverDate: BEFORE, turnoverType: 'OTHER' } as const;
    const { state } = Employee.import('company', record({ isDeleted: true, ...turnover }), NOW);
    expect(state).toMatchObject({ deletedAt: NOW, ...turnover });
  });
});

describe('replace', () => {
  it('clears what the record leaves out, and keeps id, creation and activation', () => {
    const employee = stored({ name: 'Jo', role: 'ADMIN', groupIds: ['g'], mustChooseProfile: true });
    expect(employee.replace(record(), NOW)).toBe(true);
    const { updatedAt: _, ...expected } = stored({ mustChooseProfile: true }).state;
    const { updatedAt: __, ...state } = employee.state;
    expect(state).toEqual(expected);
    expect(employee.replace(record(), NOW)).toBe(false);
    expect(employee.replace(record({ activated: false }), NOW)).toBe(true);
    expect(employee.state.activated).toBe(false);
  });

  it('keeps the turnover of a deleted employee where the record leaves it out', () => {
    const turnover = { deletedAt: BEFORE, turnoverDate: BEFORE, turnoverType: 'VOLUNTARY' } as const;
    const employee = stored(turnover);
    expect(employee.replace(record({ isDeleted: true }), NOW)).toBe(false);
    expect(employee.state).toMatchObject({ ...turnover, activated: true });
    employee.replace(record({ isDeleted: true, turnoverDate: NOW, turnoverType: 'OTHER' }), NOW);
    expect(employee.state).toMatchObject({ deletedAt: BEFORE, turnoverDate: NOW, turnoverType: 'OTHER' });
  });

  it('takes a deleted employee back, not activated unless the record says so', () => {
    const deleted = { deletedAt: BEFORE, turnoverDate: BEFORE, turnoverType: 'VOLUNTARY' } as const;
    const employee = stored(deleted);
    employee.replace(record(), NOW);
    expect(Object.keys(employee.state)).toEqual(
      expect.not.arrayContaining(['deletedAt', 'turnoverDate', 'turnoverType']),
    );
    expect(employee.state.activated).toBe(false);
    const active = stored(deleted);
    active.replace(record({ activated: true }), NOW);
    expect(active.state.activated).toBe(true);
  });
});

describe('revive', () => {
  const known: KnownReferences = {
    areaIds: new Set(['a']),
    groupIds: new Set(['g']),
    characteristics: new Map([['c', { type: 'LIST', valueIds: new Set(['v']) }]]),
  };

  it('keeps what is not given, without turnover and unknown references', () => {
    const employee = stored({
      name: 'Jo',
      hierarchyId: 'gone',
      groupIds: ['g', 'gone'],
      managedHierarchies: ['gone', 'a'],
      profile: [
        { id: 'c', valueId: 'v' },
        { id: 'gone', valueId: 'v' },
      ],
      deletedAt: BEFORE,
      turnoverDate: BEFORE,
      turnoverType: 'OTHER',
    });
    employee.revive({ role: 'MANAGER' }, known, [], NOW);
    const { updatedAt: _, ...expected } = stored({
      name: 'Jo',
      groupIds: ['g'],
      managedHierarchies: ['a'],
      profile: [{ id: 'c', valueId: 'v' }],
      role: 'MANAGER',
      activated: false,
    }).state;
    const { updatedAt: __, ...state } = employee.state;
    expect(state).toEqual(expected);
  });

  it('keeps an area that the company has', () => {
    const employee = stored({ hierarchyId: 'a', deletedAt: BEFORE });
    employee.revive({}, known, [], NOW);
    expect(employee.state.hierarchyId).toBe('a');
  });

  it('leaves an identifier to the one who has it by now, unless it is given', () => {
    const others = [stored({ email: 'x@example.com', externalId: 'HR-2' })];
    const back = (content: EmployeeContent) => {
      const employee = stored({ email: 'Jo@example.com', externalId: 'HR-1', deletedAt: BEFORE });
      employee.revive(content, known, others, NOW);
      return [employee.state.email, employee.state.externalId];
    };
    expect(back({})).toEqual(['Jo@example.com', 'HR-1']);
    others.push(stored({ email: 'JO@example.com' }));
    expect(back({})).toEqual([undefined, 'HR-1']);
    expect(back({ email: 'new@example.com' })).toEqual(['new@example.com', 'HR-1']);
    others.push(stored({ externalId: 'HR-1' }));
    expect(back({ email: 'new@example.com' })).toEqual(['new@example.com', undefined]);
    expect(() => back({})).toThrow(ValidationFailed);
  });
});

describe('reset', () => {
  it('removes area and profile, and asks for them', () => {
    const kept = { groupIds: ['g'], managedHierarchies: ['a'], role: 'MANAGER' } as const;
    const employee = stored({ ...kept, hierarchyId: 'a', profile: [{ id: 'c', valueId: 'v' }] });
    employee.reset(NOW);
    expect(employee.state).toMatchObject({ ...kept, profile: [], mustChooseProfile: true, activated: true });
    expect(employee.state).not.toHaveProperty('hierarchyId');
  });
});

describe('end', () => {
  it('records when, and of which type where it is given', () => {
    const employee = stored();
    employee.end({ date: BEFORE, type: 'VOLUNTARY' }, NOW);
    expect(employee.state).toMatchObject({ turnoverDate: BEFORE, turnoverType: 'VOLUNTARY' });
    expect(employee.state).toMatchObject({ deletedAt: NOW, updatedAt: NOW });
    employee.end({ date: NOW }, NOW);
    expect(employee.state.turnoverDate).toEqual(NOW);
    expect(employee.state).not.toHaveProperty('turnoverType');
  });
});
