import { parseQuery } from './query.js';
import { QueryDate, QueryEnum, QueryFlag, QueryInt32, QueryList, QueryText } from './query-properties.js';
import { readQuery } from './read-query.js';

class SpecQuery {
  @QueryText({ maxLength: 3 })
  q?: string;

  @QueryEnum(['A', 'B'], { name: 'SpecEnum' })
  kind?: string;

  @QueryInt32({ minimum: 0 })
  count?: number;

  @QueryFlag()
  flag?: boolean;

  @QueryDate({ description: 'A date.' })
  date?: object;

  @QueryList({ maxLength: 3, description: 'Ids.', example: 'a' })
  ids?: string[];
}

const read = (text: string) => readQuery(SpecQuery, parseQuery(text));

describe('readQuery', () => {
  it.each([
    ['', {}],
    ['q=&flag=&ids=&count=&date=&kind=', {}],
    ['unknown=1&__proto__=2&constructor=3&toString=4', {}],
    ['q=a&kind=A&count=7&flag=false', { q: 'a', kind: 'A', count: 7, flag: false }],
    ['date=24122025', { date: { day: '2025-12-24' } }],
    ['date=2025-12-24T10:00:00Z', { date: { moment: new Date('2025-12-24T10:00:00Z') } }],
    ['ids=a&ids=b,c&ids[]=d&ids=,', { ids: ['a', 'b', 'c', 'd'] }],
    ['ids[0]=a&ids[1]=b', { ids: ['a', 'b'] }],
    ['ids%5B%5D=a&ids=&ids[]=', { ids: ['a'] }],
    ['flag=True', { flag: true }],
    ['flag=FALSE', { flag: false }],
    ['q=%F0%9F%98%80+%2B', { q: '😀 +' }],
    ['q=a%&kind', { q: 'a%' }],
    ['date=2025-12-24T10:00:00+01:00', { date: { moment: new Date('2025-12-24T09:00:00Z') } }],
    ['other[]=1&other=,&[]=2', {}],
  ])('reads %s', (text, expected) => {
    const { value, issues } = read(text);
    expect(issues).toEqual([]);
    expect(Object.entries(value)).toEqual(Object.entries(expected));
  });

  it.each([
    ['q=abcd', 'q TOO_LONG'],
    ['q=a&q=b', 'q REPEATED'],
    ['kind=a', 'kind NOT_ALLOWED'],
    ['count=1.5', 'count WRONG_TYPE'],
    ['count=0x10', 'count WRONG_TYPE'],
    ['count=-1', 'count OUT_OF_RANGE'],
    ['count=1&count=2', 'count REPEATED'],
    ['flag=1', 'flag NOT_ALLOWED'],
    ['date=32122025', 'date DATE_TIME'],
    ['ids=a,bcde,fghi', 'ids TOO_LONG'],
    ['ids=,', 'ids EMPTY'],
    ['ids[a]=1', 'ids BRACKETS'],
    ['ids[0][]=1', 'ids BRACKETS'],
    ['kind[]=A', 'kind BRACKETS'],
    ['kind[0]=B', 'kind BRACKETS'],
    ['q=%ED%A0%80', 'q UNPAIRED_SURROGATE'],
    ['ids=a,%FF', 'ids UNPAIRED_SURROGATE'],
    ['kind=%FF', 'kind NOT_ALLOWED'],
  ])('refuses %s: %s', (text, expected) => {
    expect(read(text).issues.map(({ path, code }) => `${path} ${code}`)).toEqual([expected]);
  });
});
