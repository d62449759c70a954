import { parseFilter } from './scim-filter.js';
import { USER_COLUMNS } from './user-columns.js';

const condition = (filter: string) => parseFilter(filter).condition(USER_COLUMNS, 2);

describe('a filter in SQL', () => {
  it.each([
    [
      'displayName eq "ANA"',
      `coalesce(lower((e.name) COLLATE "und-x-icu") COLLATE "C" = $2::text, false)`,
      ['ana'],
    ],
    ['id eq "A"', `coalesce((e.id) COLLATE "C" = $2::text, false)`, ['A']],
    ['displayName pr', '(e.name) IS NOT NULL', []],
    ['displayName eq null', '(NOT (e.name) IS NOT NULL)', []],
    [
      'meta.created gt "2026-01-01T00:00:00Z"',
      'coalesce((e.created_at) > $2::timestamptz, false)',
      ['2026-01-01t00:00:00.000z'],
    ],
    [
      `title eq "x' OR 1=1 --"`,
      `coalesce(lower((s.details ->> 'title') COLLATE "und-x-icu") COLLATE "C" = $2::text, false)`,
      [`x' or 1=1 --`],
    ],
  ])('is %s', (filter, text, values) => {
    expect(condition(filter)).toEqual({ text, values });
  });

  it('numbers the values of all its parts', () => {
    const { text, values } = condition(
      'addresses[country eq "AT" and primary eq true] or not (title sw "a" and userName co "b")',
    );
    expect(values).toEqual(['at', 'true', 'a', 'b']);
    expect(text.match(/\$\d+/g)).toEqual(['$2', '$3', '$4', '$5']);
  });

  it.each([
    'groups.display eq "x"',
    'groups[display eq "x" or value eq "y"]',
    'nothing pr',
    'name eq "x"',
    'name[givenName eq "x"]',
    'meta.created sw "2026"',
    'meta.created gt "+012026-01-01T00:00:00Z"',
    'meta.created gt "0000-01-01T00:00:00Z"',
    'userName eq true',
    'displayName gt null',
    'constructor eq "x"',
    '__proto__ pr',
  ])('leaves %s to the process', (filter) => {
    expect(condition(filter)).toEqual({ text: 'NULL::boolean', values: [] });
  });
});
