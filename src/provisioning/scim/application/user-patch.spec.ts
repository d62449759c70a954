import { patchUser } from './user-patch.js';

const patched = (document: object, ...Operations: readonly object[]): unknown =>
  patchUser(document, { Operations });

const WORK = { type: 'work', value: 'a@example.com' };
const HOME = { type: 'home', value: 'b@example.com' };

describe('a PATCH of a user', () => {
  it.each<[string, object, object, unknown]>([
    [
      'adds values that are new',
      { op: 'add', path: 'emails', value: [WORK, HOME] },
      { emails: [WORK] },
      [WORK, HOME],
    ],
    [
      'knows a value in another order',
      { op: 'add', path: 'emails', value: { value: WORK.value, type: 'work' } },
      { emails: [WORK] },
      [WORK],
    ],
    ['replaces all values', { op: 'replace', path: 'emails', value: [HOME] }, { emails: [WORK] }, [HOME]],
    [
      'changes what a filter selects',
      { op: 'replace', path: 'emails[type eq "WORK"].value', value: 'c' },
      { emails: [WORK, HOME] },
      [{ ...WORK, value: 'c' }, HOME],
    ],
    [
      'makes the value that a filter describes',
      { op: 'add', path: 'emails[type eq "home"].value', value: 'c' },
      { emails: [WORK] },
      [WORK, { type: 'home', value: 'c' }],
    ],
    [
      'removes what a filter selects',
      { op: 'remove', path: 'emails[type eq "work"]' },
      { emails: [WORK, HOME] },
      [HOME],
    ],
    [
      'removes a part of it',
      { op: 'remove', path: 'emails[type eq "work"].type' },
      { emails: [WORK, HOME] },
      [{ value: WORK.value }, HOME],
    ],
    [
      'removes nothing where nothing is',
      { op: 'remove', path: 'emails[type eq "work"]' },
      { emails: [HOME] },
      [HOME],
    ],
  ])('%s', (_name, operation, before, emails) => {
    expect(patched(before, operation)).toEqual({ emails });
  });

  it('leaves the document as it was', () => {
    const before = { emails: [WORK] };
    patched(before, { op: 'replace', path: 'emails[type eq "work"].value', value: 'c' });
    expect(before).toEqual({ emails: [WORK] });
  });

  it.each([
    { op: 'replace', path: 'emails[type eq "other"]', value: HOME },
    { op: 'add', path: 'emails[not (type pr)].value', value: 'c' },
    { op: 'add', path: 'emails[__proto__ eq "x"].value', value: 'c' },
    { op: 'add', path: 'emails[type eq "work"]', value: [HOME] },
    { op: 'remove', path: `emails[${Array.from({ length: 11 }, () => 'type pr').join(' or ')}]` },
  ])('refuses %j', (operation) => {
    expect(() => patched({ emails: [WORK] }, operation)).toThrow();
  });

  const numbers = (at: number): object[] =>
    Array.from({ length: 200 }, (_, index) => ({ value: `${at}-${index}` }));
  const adding = (value: readonly object[]): object => ({ op: 'add', path: 'phoneNumbers', value });

  it.each([
    ['of an operation', [adding([...numbers(0), ...numbers(1)])], 'at most 200 entries'],
    ['of an attribute', [adding(numbers(0)), adding(numbers(1))], 'at most 200 entries'],
    ['of all operations', Array.from({ length: 95 }, () => adding(numbers(0))), 'at most 2000 values'],
  ])('bounds the values %s', (_name, operations, rule) => {
    expect(() => patched({}, ...operations)).toThrow(rule);
  });

  const each = (count: number, path: (at: number) => string): object[] =>
    Array.from({ length: 100 }, (_, operation) => ({
      op: 'add',
      value: Object.fromEntries(
        Array.from({ length: count }, (_unused, at) => [path(operation * count + at), 'x']),
      ),
    }));

  it.each([
    [
      'values that filters make',
      each(3, (at) => `phoneNumbers[type eq "${at}"].value`),
      'at most 200 entries',
    ],
    [
      'attributes without a path',
      each(199, (at) => `phoneNumbers[type eq "${at}"].value`),
      'at most 2000 values',
    ],
    [
      'values that filters look at',
      [adding(numbers(0)), ...each(10, (at) => `phoneNumbers[value pr or type eq "${at}"].type`).slice(1)],
      'too many values',
    ],
  ])('bounds the %s', (_name, operations, rule) => {
    expect(() => patched({}, ...operations)).toThrow(rule);
  });

  it('compares with a value that was changed for all', () => {
    const operations = [
      { op: 'add', path: 'emails', value: { value: 'c' } },
      { op: 'replace', path: 'emails.type', value: 'work' },
      { op: 'add', path: 'emails', value: { value: 'c', type: 'work' } },
    ];
    expect(patched({}, ...operations)).toEqual({ emails: [{ value: 'c', type: 'work' }] });
  });

  it('takes the same values again', () => {
    const operations = Array.from({ length: 10 }, () => adding(numbers(0)));
    expect(patched({}, ...operations)).toEqual({ phoneNumbers: numbers(0) });
  });
});
