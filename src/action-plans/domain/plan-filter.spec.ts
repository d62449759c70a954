import { Action, type ActionRecord } from './action.js';
import { ACTION_STATUSES } from './enumerations.js';
import { filterKeysOf, overdueAfter, searchTextOf, wantedKeys } from './plan-filter.js';

const action = (record: Partial<ActionRecord> = {}) =>
  Action.imported({ id: 'plan', companyId: 'company' }, { title: { defaultValue: 'Title' }, ...record })
    .state;

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

describe('overdueAfter', () => {
  it.each([
    ['a time', '2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
    ['the first millisecond of a day', '2026-03-01T00:00:00.001Z', '2026-03-01T00:00:00.001Z'],
    ['the last millisecond of a day', '2026-03-01T23:59:59.999Z', '2026-03-01T23:59:59.999Z'],
    ['a whole day', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['a whole day before 1970', '1969-12-31T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
    ['a time before 1970', '1969-12-31T12:00:00.000Z', '1969-12-31T12:00:00.000Z'],
  ])('of an action that is due at %s (%s) is %s', (_, dueDate, expected) => {
    expect(overdueAfter(action({ dueDate }))?.toISOString()).toBe(expected);
  });

  it.each(ACTION_STATUSES)('of an action that is %s exists unless it is finished', (status) => {
    const isFinished = status === 'COMPLETED' || status === 'CANCELLED';
    expect(overdueAfter(action({ status, dueDate: '2026-03-01' })) === undefined).toBe(isFinished);
  });

  it('of an action without a due date does not exist', () => {
    expect(overdueAfter(action())).toBeUndefined();
  });
});
