import { isDeeperThan } from './json-depth.js';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

it.each<[string, string, boolean]>([
  ['as many levels', nested(32), false],
  ['one level more', nested(33), true],
  ['openers without end', '['.repeat(1_000), true],
  ['objects', '{"a":'.repeat(33), true],
  ['lists beside each other', `[${Array.from({ length: 100 }, () => '[]').join()}]`, false],
  ['brackets in a text', `["${'[{'.repeat(100)}"]`, false],
  ['brackets behind an escaped quotation mark', `["\\"${'['.repeat(100)}"]`, false],
  ['brackets behind a text that ends with a backslash', `["\\\\",${'['.repeat(32)}`, true],
  ['nothing', '', false],
])('knows %s', (_, json, expected) => {
  expect(isDeeperThan(Buffer.from(json), 32)).toBe(expected);
});
