import fc from 'fast-check';
import { maskedFilter, parseFilterSyntax, type CompareOp, type Filter } from './filter-syntax.js';
import { MAX_SCIM_FILTER_LENGTH } from './scim.limits.js';

const eq = (attrPath: string, compValue: string) => ({ op: 'eq', attrPath, compValue });

describe('the syntax of filters', () => {
  it.each<[string, unknown]>([
    ['a eq "x"', eq('a', 'x')],
    ['a EQ "x"', eq('a', 'x')],
    [' a  eq x ', eq('a', 'x')],
    ['a eq 5', eq('a', '5')],
    ['a eq true', { op: 'eq', attrPath: 'a', compValue: true }],
    ['a eq null', { op: 'eq', attrPath: 'a', compValue: null }],
    ['a eq "\\u00e4\\"\\\\"', eq('a', 'ä"\\')],
    ['a eq "CORP\\\\anna"', eq('a', 'CORP\\anna')],
    ['a eq "CORP\\anna"', eq('a', 'CORP\\anna')],
    ['a eq "CORP\\say \\"x\\""', eq('a', 'CORP\\say "x"')],
    ['urn:x:2.0:User:b.c pr', { op: 'pr', attrPath: 'urn:x:2.0:User:b.c' }],
    [
      'a pr or b pr and not (c pr)',
      {
        op: 'or',
        filters: [
          { op: 'pr', attrPath: 'a' },
          {
            op: 'and',
            filters: [
              { op: 'pr', attrPath: 'b' },
              { op: 'not', filter: { op: 'pr', attrPath: 'c' } },
            ],
          },
        ],
      },
    ],
    ['e[t eq "x"]', { op: '[]', attrPath: 'e', valFilter: eq('t', 'x') }],
    [
      'e[t eq "x"].value eq "y"',
      { op: '[]', attrPath: 'e', valFilter: { op: 'and', filters: [eq('t', 'x'), eq('value', 'y')] } },
    ],
  ])('reads %s', (text, filter) => {
    expect(parseFilterSyntax(text)).toEqual(filter);
  });

  it.each([
    '',
    'a',
    'a eq',
    'a xx "b"',
    'a eq "b',
    'a eq "b\n"',
    'a eq "\\u0000"',
    'a eq "\\ud800"',
    'a eq x\0',
    'a eq "b" c',
    '(a pr',
    'a pr)',
    'a[b pr',
    '[b pr]',
    'not',
    '"a" eq "b"',
    'a pr and',
    'a eq (',
  ])('refuses %j', (text) => {
    expect(() => parseFilterSyntax(text)).toThrow();
  });

  it('reads what it has written', () => {
    const name = fc.constantFrom('userName', 'name.familyName', 'urn:a:b:User:manager', 'emails');
    const op = fc.constantFrom<CompareOp>('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');
    const value = fc.oneof(
      fc
        .string({ unit: 'binary', maxLength: 20 })
        .filter((text) => text.isWellFormed() && !text.includes('\0')),
      fc.boolean(),
      fc.constant<null>(null),
    );
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 4 },
        fc.record({ op: fc.constant('pr' as const), attrPath: name }),
        fc.record({ op, attrPath: name, compValue: value }),
        fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
        fc.record({ op: fc.constant('[]' as const), attrPath: name, valFilter: tie('filter') }),
        fc.record({
          op: fc.constantFrom('and' as const, 'or' as const),
          filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
        }) as fc.Arbitrary<Filter>,
      ),
    }));
    fc.assert(
      fc.property(filter, (given) => {
        const text = written(given);
        fc.pre(text.length <= MAX_SCIM_FILTER_LENGTH);
        expect(written(parseFilterSyntax(text))).toBe(text);
      }),
    );
  });

  it.each(['"', '\n', '\\', '(', '[', 'not ', '"\n', '"\\', 'a eq "', 'a[', 'a.', ' ', ')', 'a eq "\n\\'])(
    'reads or refuses %j without end in a moment',
    (part) => {
      const text = `userName eq "${part.repeat(MAX_SCIM_FILTER_LENGTH)}`.slice(0, MAX_SCIM_FILTER_LENGTH);
      const startedAt = performance.now();
      for (const each of [text, text.slice(13)]) {
        try {
          parseFilterSyntax(each);
        } catch {
          // Most of them are no filters.
        }
        maskedFilter(each);
      }
      expect(performance.now() - startedAt).toBeLessThan(5_000); // it was exponential
    },
  );

  it.each([
    ['depth', `${'('.repeat(11)}a pr${')'.repeat(11)}`],
    ['length', `a eq "${'x'.repeat(MAX_SCIM_FILTER_LENGTH)}"`],
    ['comparisons', Array.from({ length: 51 }, () => 'a pr').join(' or ')],
  ])('bounds the %s', (_bound, text) => {
    expect(() => parseFilterSyntax(text)).toThrow(/more than/);
  });
});

/** With parentheses around every part. */
function written(filter: Filter): string {
  if (filter.op === 'and' || filter.op === 'or')
    return filter.filters.map((each) => `(${written(each)})`).join(` ${filter.op} `);
  if (filter.op === 'not') return `not (${written(filter.filter)})`;
  if (filter.op === '[]') return `${filter.attrPath}[${written(filter.valFilter)}]`;
  if (filter.op === 'pr') return `${filter.attrPath} pr`;
  return `${filter.attrPath} ${filter.op} ${JSON.stringify(filter.compValue)}`;
}
