import { Employee, type EmployeeState } from './employee.js';
import { matchRecords } from './import-matching.js';
import type { ImportedEmployee } from './imported-employee.js';

const TIME = new Date('2026-01-01T00:00:00.000Z');
const later = (days: number) => new Date(TIME.getTime() + days * 86_400_000);

const employee = (id: string, overrides: Partial<EmployeeState> = {}): Employee =>
  Employee.restore({
    id,
    companyId: 'company',
    profile: [],
    groupIds: [],
    managedHierarchies: [],
    activated: false,
    mustChooseProfile: false,
    createdAt: TIME,
    updatedAt: TIME,
    ...overrides,
  });
const record = (
  content: ImportedEmployee['content'],
  rest: Partial<ImportedEmployee> = {},
): ImportedEmployee => ({ content, isDeleted: false, ...rest });

const placed = (records: readonly ImportedEmployee[]) => records.map((record, index) => ({ index, record }));

function outcome(records: ImportedEmployee[], stored: Employee[], foreignIds: string[] = []) {
  const { matches, issues, displacedIds } = matchRecords(placed(records), stored, new Set(foreignIds));
  expect(matches.map((match) => match.record)).toEqual(records);
  return {
    matched: matches.map((match) => match.employee?.state.id),
    issues: issues.map(({ path, code }) => `${path} ${code}`),
    displacedIds,
  };
}
const matched = (records: ImportedEmployee[], stored: Employee[]) => outcome(records, stored).matched;

describe('matchRecords', () => {
  it('matches by id, then by external id, then by e-mail address in any case', () => {
    const stored = [
      employee('1', { externalId: 'x1' }),
      employee('2', { externalId: 'x2', email: 'two@example.com' }),
      employee('3', { email: 'Three@example.com' }),
    ];
    const records = [
      record({ email: 'THREE@example.com' }),
      record({ externalId: 'x2' }),
      record({ name: 'One' }, { id: '1' }),
      record({ externalId: 'x4', email: 'four@example.com' }),
      record({}),
    ];
    expect(outcome(records, stored)).toEqual({
      matched: ['3', '2', '1', undefined, undefined],
      issues: [],
      displacedIds: [],
    });
  });

  it('prefers the external id to the e-mail address', () => {
    const stored = [employee('1', { email: 'jo@example.com' }), employee('2', { externalId: 'x' })];
    expect(outcome([record({ externalId: 'x', email: 'jo@example.com' })], stored)).toEqual({
      matched: ['2'],
      issues: ['[0].email TAKEN'],
      displacedIds: [],
    });
  });

  it('does not match an e-mail address with another external id', () => {
    const stored = [employee('1', { email: 'jo@example.com', externalId: 'x' })];
    const content = { email: 'jo@example.com' };
    expect(matched([record(content)], stored)).toEqual(['1']);
    expect(matched([record({ ...content, externalId: 'x' })], stored)).toEqual(['1']);
    expect(outcome([record({ ...content, externalId: 'y' })], stored)).toMatchObject({
      matched: [undefined],
      issues: ['[0].email TAKEN'],
    });
    expect(
      matched([record({ ...content, externalId: 'y' })], [employee('1', { email: 'jo@example.com' })]),
    ).toEqual(['1']);
  });

  it('prefers those who are not deleted, then the last deleted one', () => {
    const jo = { email: 'jo@example.com' };
    const deleted = [
      employee('1', { ...jo, deletedAt: TIME }),
      employee('3', { ...jo, deletedAt: later(1) }),
      employee('2', { ...jo, deletedAt: later(1) }),
    ];
    const present = employee('4', jo);
    expect(matched([record(jo)], [...deleted, present])).toEqual(['4']);
    expect(matched([record(jo)], deleted)).toEqual(['2']);
    expect(matched([record(jo)], deleted.toReversed())).toEqual(['2']);
    const gone = record(jo, { isDeleted: true });
    expect(matched([gone, gone, gone, gone], deleted)).toEqual(['2', '3', '1', undefined]);
    // A deleted one with the external id comes after a present one with the e-mail address.
    const named = employee('5', { externalId: 'x', deletedAt: TIME });
    expect(matched([record({ ...jo, externalId: 'x' })], [named, present])).toEqual(['4']);
  });

  it('lets records of present people choose before those of deleted ones', () => {
    const jo = { email: 'jo@example.com' };
    const records = [record(jo, { isDeleted: true }), record(jo)];
    expect(matched(records, [employee('1', jo)])).toEqual([undefined, '1']);
  });

  it('matches nobody twice', () => {
    const stored = [employee('1', { externalId: 'x', email: 'jo@example.com' })];
    expect(outcome([record({ externalId: 'x' }, { id: '1' }), record({ externalId: 'x' })], stored)).toEqual({
      matched: ['1', undefined],
      issues: ['[1].externalId NOT_UNIQUE'],
      displacedIds: [],
    });
  });

  it('refuses ids that occur twice or belong to another company', () => {
    const stored = [employee('1')];
    expect(
      outcome([record({}, { id: '1' }), record({}, { id: '1' }), record({}, { id: '9' })], stored, ['9']),
    ).toEqual({
      matched: ['1', undefined, undefined],
      issues: ['[1].id NOT_UNIQUE', '[2].id ID_TAKEN'],
      displacedIds: [],
    });
  });

  it('refuses keys that occur twice, except of deleted people', () => {
    const jo = { email: 'jo@example.com', externalId: 'x' };
    const { issues } = matchRecords(placed([record(jo), record({ email: 'JO@example.com' })]), [], new Set());
    expect(issues).toEqual([
      { path: '[1].email', code: 'NOT_UNIQUE', message: expect.stringContaining('(see [0])') },
    ]);
    const records = [record(jo, { isDeleted: true }), record(jo), record(jo, { isDeleted: true })];
    expect(outcome(records, []).issues).toEqual([]);
  });

  it('names records by their place in the import, of which some are left out', () => {
    const [one, two] = [record({ email: 'jo@example.com' }), record({ email: 'JO@example.com' })];
    const records = [
      { index: 3, record: one },
      { index: 5, record: two },
    ];
    const { matches, issues } = matchRecords(
      records,
      [employee('1', { email: 'jo@example.com' })],
      new Set(),
    );
    expect(issues).toEqual([
      { path: '[5].email', code: 'NOT_UNIQUE', message: expect.stringContaining('(see [3])') },
    ]);
    expect(matches.map(({ employee: found }) => found?.state.id)).toEqual(['1', undefined]);
  });

  it('lets employees exchange keys', () => {
    const stored = [employee('1', { email: 'one@example.com' }), employee('2', { email: 'two@example.com' })];
    const records = [
      record({ email: 'two@example.com' }, { id: '1' }),
      record({ email: 'one@example.com' }, { id: '2' }),
    ];
    expect(outcome(records, stored)).toEqual({ matched: ['1', '2'], issues: [], displacedIds: ['2', '1'] });
  });

  it('refuses a key of an employee who is not in the import, except of a deleted one', () => {
    const stored = [employee('1', { externalId: 'x' }), employee('2', { externalId: 'y' })];
    const records = [record({ externalId: 'x' }, { id: '2' })];
    expect(outcome(records, stored).issues).toEqual(['[0].externalId TAKEN']);
    const deleted = [employee('1', { externalId: 'x', deletedAt: TIME }), stored[1]!];
    expect(outcome(records, deleted)).toEqual({ matched: ['2'], issues: [], displacedIds: [] });
  });
});
