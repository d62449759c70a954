import { structureExcess } from './json-structure.js';

const LIMITS = { levels: 32, properties: 200 };

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objectOf = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join()}}`;

it.each<[string, string, string | undefined]>([
  ['as many levels', nested(32), undefined],
  ['one level more', nested(33), 'levels'],
  ['openers without end', '['.repeat(1_000), 'levels'],
  ['objects', '{"a":'.repeat(33), 'levels'],
  ['lists beside each other', `[${Array.from({ length: 1_000 }, () => '[]').join()}]`, undefined],
  ['brackets in a text', `["${'[{'.repeat(100)}"]`, undefined],
  ['brackets behind an escaped quotation mark', `["\\"${'['.repeat(100)}"]`, undefined],
  ['brackets behind a text that ends with a backslash', `["\\\\",${'['.repeat(32)}`, 'levels'],
  ['as many properties', `[${objectOf(200)},${objectOf(200)}]`, undefined],
  ['one property more', `[{"a":${objectOf(201)}}]`, 'properties'],
  ['properties on both sides of another object', `{${'"a":{"b":0},'.repeat(201)}`, 'properties'],
  ['entries of a list within an object', `{"a":[${'0,'.repeat(1_000)}0]}`, undefined],
  ['commas in a text', `{"a":"${','.repeat(1_000)}"}`, undefined],
  ['closers without openers', `${']'.repeat(100)}[0]`, undefined],
  ['nothing', '', undefined],
])('knows %s', (_, json, expected) => {
  expect(structureExcess(Buffer.from(json), LIMITS)).toBe(expected);
});
