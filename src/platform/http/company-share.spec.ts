import { restMs } from './company-share.js';

it.each([
  ['an ordinary answer', 262_144, 0],
  ['an answer of 2.25 MiB', 262_144 + 2_097_152, 1_024],
  ['the largest answer', 33_554_432, 16_256],
])('a permit rests after %s of %i bytes for %i ms', (_, bytes, expected) => {
  expect(restMs(bytes)).toBe(expected);
});
