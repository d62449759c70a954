import { delayAfter, MAX_MESSAGE_ATTEMPTS } from './attempt-schedule.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const MIDDLE = 0.5;

describe('the schedule of attempts', () => {
  it('waits longer before each attempt, and ends after the eighth', () => {
    const delays = Array.from({ length: 8 }, (_, index) => delayAfter(index + 1, undefined, MIDDLE));
    expect(delays).toEqual([
      ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
      undefined,
    ]);
    expect(MAX_MESSAGE_ATTEMPTS).toBe(8);
  });

  it('varies each delay by a fifth', () => {
    expect(delayAfter(1, undefined, 0)).toBe(4 * SECOND);
    expect(delayAfter(1, undefined, 1)).toBe(6 * SECOND);
  });

  it('waits for as long as the receiver asks, for at most 10 hours', () => {
    expect(delayAfter(1, MINUTE, MIDDLE)).toBe(MINUTE);
    expect(delayAfter(3, MINUTE, MIDDLE)).toBe(30 * MINUTE);
    expect(delayAfter(1, 100 * HOUR, MIDDLE)).toBe(10 * HOUR);
    expect(delayAfter(8, MINUTE, MIDDLE)).toBeUndefined();
  });
});
