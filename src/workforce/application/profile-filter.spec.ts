import { parseProfilePairs, profileConditions } from './profile-filter.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

const pair = (characteristicId: string, value: string) => ({ characteristicId, value });

describe('parseProfilePairs', () => {
  it.each([
    ['a:1', [pair('a', '1')]],
    ['a:1,b:2,a:3', [pair('a', '1'), pair('b', '2'), pair('a', '3')]],
    ['1', [{ value: '1' }]],
    ['a:1,2', [pair('a', '1'), { value: '2' }]],
    ['a:2026-03-02T08:00:00Z', [pair('a', '2026-03-02T08:00:00Z')]],
  ])('reads %s', (text, expected) => {
    expect(parseProfilePairs(text)).toEqual(expected);
  });

  it.each(['', ':1', 'a:', 'a:1,', ',a:1', 'a:1,:', 'a,,b'])('refuses %j', (text) => {
    expect(parseProfilePairs(text)).toBeUndefined();
  });
});

describe('profileConditions', () => {
  const isDate = (id: string) => id.startsWith('day');

  it('collects the values of each characteristic', () => {
    const pairs = [pair('a', '1'), pair('b', '2'), pair('a', '3'), pair('day', '2026-03-02')];
    expect(profileConditions(pairs, isDate)).toEqual([
      { characteristicId: 'a', values: ['1', '3'], ranges: [] },
      { characteristicId: 'b', values: ['2'], ranges: [] },
      { characteristicId: 'day', values: [], ranges: [['2026-03-02', '2026-03-02']] },
    ]);
  });

  it.each([
    ['2026-03-02..2026-03-04', ['2026-03-02', '2026-03-04']],
    ['2026-03-02..2026-03-02', ['2026-03-02', '2026-03-02']],
    ['2026-03-02T23:30:00-01:00', ['2026-03-03', '2026-03-03']],
  ])('reads the days of %s', (text, range) => {
    expect(profileConditions([pair('day', text)], isDate)[0]).toMatchObject({ ranges: [range] });
  });

  it.each([
    'x',
    '2026-03-04..2026-03-02',
    '2026-03-02..',
    '..2026-03-02',
    '2026-03-02..2026-03-03..2026-03-04',
  ])('refuses the day %j', (text) => {
    const act = () => profileConditions([pair('a', '1'), pair('day', text)], isDate);
    expect(act).toThrow(ValidationFailed);
    expect(act).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'VALIDATION_FAILED',
        issues: [{ path: 'profile', code: 'DATE_TIME', message: expect.stringContaining('day') }],
      }),
    );
  });
});
