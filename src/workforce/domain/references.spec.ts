import {
  areNone,
  isEntryAllowed,
  referenceIssues,
  referencesOf,
  withoutUnknown,
  type KnownReferences,
} from './references.js';

const known: KnownReferences = {
  areaIds: new Set(['a']),
  groupIds: new Set(['g']),
  characteristics: new Map([
    ['day', { type: 'DATE', valueIds: new Set<string>() }],
    ['list', { type: 'LIST', valueIds: new Set(['v']) }],
    ['bool', { type: 'BOOLEAN', valueIds: new Set(['v']) }],
    ['tree', { type: 'TREE', valueIds: new Set(['n']) }],
  ]),
};
const DAY = '2026-01-01T00:00:00.000Z';

describe('referencesOf', () => {
  it('has each id once', () => {
    expect(
      referencesOf([
        { hierarchyId: 'a', managedHierarchies: ['b', 'a'], groupIds: ['g', 'h'] },
        { hierarchyId: null, groupIds: ['g'], profile: [{ id: 'c' }, { id: 'c' }, { id: 'd' }] },
        { managedHierarchies: null, groupIds: null, profile: null },
      ]),
    ).toEqual({ areaIds: ['a', 'b'], groupIds: ['g', 'h'], characteristicIds: ['c', 'd'] });
  });

  it.each([
    [{}, true],
    [{ hierarchyId: 'a' }, false],
    [{ groupIds: ['g'] }, false],
    [{ profile: [{ id: 'c' }] }, false],
    [{ hierarchyId: 'a', groupIds: ['g'] }, false],
    [{ hierarchyId: 'a', profile: [{ id: 'c' }] }, false],
  ])('is nothing for %j: %s', (employee, isNothing) => {
    expect(areNone(referencesOf([employee]))).toBe(isNothing);
  });
});

describe('referenceIssues', () => {
  it('accepts what the company has', () => {
    const profile = [
      { id: 'day', date: DAY },
      { id: 'list', valueId: 'v' },
      { id: 'bool', valueId: 'v' },
      { id: 'tree', leafId: 'n' },
    ];
    const employee = { hierarchyId: 'a', managedHierarchies: ['a'], groupIds: ['g'], profile };
    expect(referenceIssues(employee, known)).toEqual([]);
    expect(
      referenceIssues({ hierarchyId: null, managedHierarchies: null, groupIds: null, profile: null }, known),
    ).toEqual([]);
    expect(referenceIssues({}, known)).toEqual([]);
  });

  it('names what the company does not have', () => {
    const issues = referenceIssues(
      {
        hierarchyId: 'x',
        managedHierarchies: ['a', 'y'],
        groupIds: ['z', 'g'],
        profile: [
          { id: 'w', valueId: 'v' },
          { id: 'list', valueId: 'u' },
          { id: 'tree', leafId: 't' },
        ],
      },
      known,
    );
    expect(issues.map(({ path, code, message }) => [path, code, message])).toEqual([
      ['hierarchyId', 'UNKNOWN_REFERENCE', 'must be the id or external id of an area of the company'],
      [
        'managedHierarchies[1]',
        'UNKNOWN_REFERENCE',
        'must be the id or external id of an area of the company',
      ],
      ['groupIds[0]', 'UNKNOWN_REFERENCE', 'must be the id or external id of a group of the company'],
      [
        'profile[0].id',
        'UNKNOWN_REFERENCE',
        'must be the id or external id of a characteristic of the company',
      ],
      [
        'profile[1].valueId',
        'UNKNOWN_REFERENCE',
        'must be the id or external id of an allowed value of the characteristic',
      ],
      [
        'profile[2].leafId',
        'UNKNOWN_REFERENCE',
        'must be the id or external id of a node of the characteristic',
      ],
    ]);
  });

  it.each([
    [{ id: 'day', valueId: 'v' }, ['valueId NOT_ALLOWED', 'date REQUIRED']],
    [{ id: 'list', valueId: 'v', date: DAY }, ['date NOT_ALLOWED']],
    [{ id: 'bool', leafId: 'n' }, ['leafId NOT_ALLOWED', 'valueId REQUIRED']],
    [{ id: 'tree', leafId: 'n', date: DAY, valueId: 'v' }, ['date NOT_ALLOWED', 'valueId NOT_ALLOWED']],
    [{ id: 'tree' }, ['leafId REQUIRED']],
  ])('requires the value of its type of an entry: %j', (entry, expected) => {
    const issues = referenceIssues({ profile: [entry] }, known);
    expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual(
      expected.map((issue) => `profile[0].${issue}`),
    );
    expect(isEntryAllowed(entry, known)).toBe(false);
  });
});

describe('withoutUnknown', () => {
  it('drops what the company does not have', () => {
    const employee = {
      hierarchyId: 'x',
      managedHierarchies: ['x', 'a'],
      groupIds: ['g', 'x'],
      profile: [{ id: 'x' }, { id: 'list', valueId: 'v' }, { id: 'list' }],
    };
    expect(withoutUnknown(employee, known)).toEqual({
      hierarchyId: null,
      managedHierarchies: ['a'],
      groupIds: ['g'],
      profile: [{ id: 'list', valueId: 'v' }],
    });
  });

  it('leaves a known area alone, and an absent one', () => {
    const lists = { managedHierarchies: [], groupIds: [], profile: [] };
    expect(withoutUnknown({ ...lists, hierarchyId: 'a' }, known)).toEqual(lists);
    expect(withoutUnknown(lists, known)).toEqual(lists);
  });
});
