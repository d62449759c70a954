import { importedAction, type ActionRecord } from './imported-action.js';
import { filterKeysOf, searchTextOf, wantedKeys } from './plan-filter.js';

const action = (record: Partial<ActionRecord> = {}) =>
  importedAction('company', 'plan', { title: { defaultValue: 'Title' }, ...record });

describe('filter keys', () => {
  const given = action({
    status: 'COMPLETED',
    actionType: 'COMPANY',
    focusItems: [{ focusType: 'HI' }, { focusType: 'ENPS' }, { focusType: 'HI' }],
    hierarchyIds: ['h1', 'h2'],
    assigneeStatuses: [{ assigneeId: 'a1', status: 'PENDING' }],
  });

  it.each([
    [{ status: 'COMPLETED' }, true],
    [{ status: 'PENDING' }, false],
    [{ focusType: 'ENPS' }, true],
    [{ focusType: 'SCORE' }, false],
    [{ hierarchyId: 'h2' }, true],
    [{ hierarchyId: 'a1' }, false],
    [{ assigneeId: 'a1' }, true],
    [{ actionType: 'COMPANY' }, true],
    [
      { status: 'COMPLETED', focusType: 'HI', hierarchyId: 'h1', assigneeId: 'a1', actionType: 'COMPANY' },
      true,
    ],
    [{ status: 'COMPLETED', focusType: 'SCORE' }, false],
    [{}, true],
  ] as const)('of an action hold those of %j: %s', (filter, isMatch) => {
    const keys = filterKeysOf(given);
    expect(wantedKeys('company', filter).every((key) => keys.includes(key))).toBe(isMatch);
  });

  it('are those of one company, each once', () => {
    const keys = filterKeysOf(given);
    expect(keys.filter((key) => !key.startsWith('company:'))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('searchTextOf', () => {
  it('has title and description in every language, folded', () => {
    const text = searchTextOf(
      action({
        title: { defaultValue: 'Straße', langValues: { el: 'ΌΣΟΣ' } },
        description: { defaultValue: 'A\nB', langValues: { es: 'E\u0301' } },
      }),
    );
    expect(text.split('\n')).toEqual(['strasse', 'όσοσ', 'a', 'b', 'é']);
  });

  it('has the title only where there is no description', () => {
    expect(searchTextOf(action())).toBe('title');
  });
});
