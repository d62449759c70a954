import fc from 'fast-check';
import { overlappingAmong, workedPeriods, type WorkedPeriod } from './overlaps.js';

const at = (minutes: number): string => new Date(Date.UTC(2026, 2, 2, 0, minutes)).toISOString();

const period = fc
  .record({
    start: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 1, max: 20 }),
    emailKey: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    externalId: fc.option(fc.constantFrom('a', '1'), { nil: undefined }),
  })
  .map(({ start, length, ...keys }) => ({ ...keys, startTime: at(start), endTime: at(start + length) }));

function isOfOnePerson(one: WorkedPeriod, other: WorkedPeriod): boolean {
  const isShared = (name: 'emailKey' | 'externalId') => one[name] !== undefined && one[name] === other[name];
  return isShared('emailKey') || isShared('externalId');
}

it('finds the periods of which each is compared with each', () => {
  fc.assert(
    fc.property(fc.array(period, { maxLength: 12 }), (given) => {
      const periods = given.map((each, index) => ({ ...each, id: String(index) }));
      const expected = periods.filter((one) =>
        periods.some(
          (other) =>
            one !== other &&
            isOfOnePerson(one, other) &&
            one.startTime < other.endTime &&
            other.startTime < one.endTime,
        ),
      );
      expect([...overlappingAmong(periods)].sort()).toEqual(expected.map(({ id }) => id).sort());
    }),
    { numRuns: 2_000 },
  );
});

it('compares no entry without an end, or that lasts for no time', () => {
  const entry = { startTime: at(0), email: 'Ana@Example.com', breaks: [], changeHistory: [] };
  const [ended] = workedPeriods([
    { id: '1', ...entry, endTime: at(10) },
    { id: '2', ...entry },
  ]);
  expect(ended).toMatchObject({ id: '1', emailKey: 'ana@example.com' });
  expect(
    workedPeriods([
      { id: '2', ...entry },
      { id: '3', ...entry, endTime: at(0) },
    ]),
  ).toEqual([]);
});
