import {
  DateTime,
  EnumValue,
  Flag,
  Ignored,
  Int32,
  MultiLanguageText,
  Nested,
  NestedList,
  ReferenceList,
  Text,
} from './properties.js';
import { readDto, readRecords } from './read-dto.js';

class Part {
  @Text({ maxLength: 3, required: true })
  name!: string;

  @NestedList(() => Part)
  parts?: Part[];
}

class Whole {
  @Ignored()
  id?: unknown;

  @Text({ maxLength: 3, required: true })
  name!: string;

  @Text({ maxLength: 3, nullable: true })
  cleared?: string | null;

  @MultiLanguageText({ name: 'SpecText', maxLength: 5, example: { defaultValue: 'x', langValues: {} } })
  text?: object;

  @DateTime()
  date?: string;

  @Flag()
  flag?: boolean;

  @Int32()
  order?: number;

  @Int32({ minimum: 0 })
  count?: number;

  @EnumValue(['A', 'B'], { name: 'SpecEnum' })
  kind?: string;

  @ReferenceList()
  ids?: string[];

  @Nested(() => Part)
  part?: Part;

  @NestedList(() => Part, { maxItems: 2, nullable: true })
  parts?: Part[] | null;
}

const parse = (json: string): object => JSON.parse(json) as object;
const issues = (json: string) =>
  readDto(Whole, parse(json)).issues.map(({ path, code }) => `${path} ${code}`);

describe('readDto', () => {
  it('makes an instance, converts, and leaves out what is ignored or null', () => {
    const { value, issues: none } = readDto(
      Whole,
      parse(`{"id":[{}],"name":"a","cleared":null,"flag":null,"text":{"defaultValue":"x","langValues":null,"valid":7},
        "date":"24122025","ids":["i"],"part":{"name":"p","parts":[{"name":"q"}]},"parts":null}`),
    );
    expect(none).toEqual([]);
    expect(value).toBeInstanceOf(Whole);
    expect(value.part?.parts?.[0]).toBeInstanceOf(Part);
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      name: 'a',
      cleared: null,
      text: { defaultValue: 'x' },
      date: '2025-12-24T00:00:00.000Z',
      ids: ['i'],
      part: { name: 'p', parts: [{ name: 'q' }] },
      parts: null,
    });
  });

  it.each([
    ['{}', ['name REQUIRED']],
    ['{"name":null}', ['name REQUIRED']],
    ['{"name":7}', ['name WRONG_TYPE']],
    ['{"name":"abcd"}', ['name TOO_LONG']],
    ['{"name":"a","flag":"true"}', ['flag WRONG_TYPE']],
    ['{"name":"a","order":1.5}', ['order WRONG_TYPE']],
    ['{"name":"a","order":-2147483648,"count":2147483647}', []],
    ['{"name":"a","order":-2147483649}', ['order OUT_OF_RANGE']],
    ['{"name":"a","count":-1}', ['count OUT_OF_RANGE']],
    ['{"name":"a","count":2147483648}', ['count OUT_OF_RANGE']],
    ['{"name":"a","count":"1"}', ['count WRONG_TYPE']],
    ['{"name":"a","kind":"C"}', ['kind NOT_ALLOWED']],
    ['{"name":"a","date":"31022025"}', ['date DATE_TIME']],
    ['{"name":"a","extra":null}', ['extra UNKNOWN_MEMBER']],
    ['{"name":"a","ids":["",7]}', ['ids[0] BLANK', 'ids[1] WRONG_TYPE']],
    ['{"name":"a","ids":{}}', ['ids WRONG_TYPE']],
    ['{"name":"a","part":[]}', ['part WRONG_TYPE']],
    ['{"name":"a","part":"x"}', ['part WRONG_TYPE']],
    ['{"name":"a","part":{}}', ['part.name REQUIRED']],
    ['{"name":"a","part":{"name":"b","x":1}}', ['part.x UNKNOWN_MEMBER']],
    ['{"name":"a","parts":{}}', ['parts WRONG_TYPE']],
    ['{"name":"a","parts":[[]]}', ['parts[0] WRONG_TYPE']],
    ['{"name":"a","parts":[null]}', ['parts[0] WRONG_TYPE']],
    ['{"name":"a","parts":[{"name":"a"},{"name":"a"},{"name":"a"}]}', ['parts TOO_MANY']],
    ['{"name":"a","parts":[{"name":"a"},{"name":"b","parts":[{}]}]}', ['parts[1].parts[0].name REQUIRED']],
    ['{"name":"a","text":{"defaultValue":""}}', ['text.defaultValue BLANK']],
    ['{"name":"a","constructor":1}', ['constructor UNKNOWN_MEMBER']],
    ['{"name":"a","__proto__":{"flag":1}}', ['__proto__ UNKNOWN_MEMBER']],
    ['{"name":"a","part":{"name":"b","toString":1}}', ['part.toString UNKNOWN_MEMBER']],
    ['{"name":"a","ids":{"constructor":"x"}}', ['ids WRONG_TYPE']],
    [
      '{"name":"a","parts":[{"name":"b","hasOwnProperty":{"__proto__":1}}]}',
      ['parts[0].hasOwnProperty UNKNOWN_MEMBER'],
    ],
  ])('finds in %s: %s', (json, expected) => {
    expect(issues(json)).toEqual(expected);
  });

  it('names a hundred issues at most', () => {
    const many = { name: 'a', ids: Array.from({ length: 5_000 }, () => ''), kind: 'C' };
    expect(readDto(Whole, many).issues).toHaveLength(100);
  });
});

describe('readRecords', () => {
  it('names records by their index', () => {
    const read = () => readRecords(Whole, [{ name: 'a' }, 7, { name: 'a', part: {} }]);
    expect(read).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        issues: [
          expect.objectContaining({ path: '[1]', code: 'WRONG_TYPE' }),
          expect.objectContaining({ path: '[2].part.name', code: 'REQUIRED' }),
        ],
      }),
    );
  });
});
