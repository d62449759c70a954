import { patchUser } from './user-patch.js';

const patched = (document: object, ...Operations: readonly object[]): unknown =>
  patchUser(document, { Operations });

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
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

  it.each<[string, object, readonly object[], readonly object[]]>([
    [
      'a list of one for the value that a filter selects',
      { op: 'replace', path: 'emails[type eq "work"]', value: [{ value: 'c', primary: true }] },
      [WORK, HOME],
      [{ ...WORK, value: 'c', primary: true }, HOME],
    ],
    [
      'a value that a filter describes and that is not there',
      { op: 'add', path: 'emails[type eq "other" and primary eq "True"]', value: { value: 'c' } },
      [WORK],
      [WORK, { type: 'other', primary: true, value: 'c' }],
    ],
    [
      'types in any case',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'c' },
      [{ ...WORK, type: 'Work' }],
      [{ ...WORK, type: 'Work', value: 'c' }],
    ],
    [
      'the same value of a type in another case',
      { op: 'add', path: 'emails', value: { ...WORK, type: 'WORK' } },
      [WORK],
      [WORK],
    ],
    [
      'a text for a boolean in a filter',
      { op: 'replace', path: 'emails[primary eq "True"].value', value: 'c' },
      [{ ...WORK, primary: true }, HOME],
      [{ ...WORK, primary: true, value: 'c' }, HOME],
    ],
    [
      'values that are removed, and no others',
      { op: 'remove', path: 'emails', value: [{ value: HOME.value }, { ...WORK, type: 'home' }, {}] },
      [WORK, HOME],
      [WORK],
    ],
    [
      'a part of a value that is not there',
      { op: 'remove', path: 'emails[value eq "x"].type' },
      [WORK],
      [WORK],
    ],
    ['a part of no value', { op: 'replace', path: 'emails[value eq "x"].type', value: null }, [WORK], [WORK]],
  ])('takes %s', (_name, operation, before, emails) => {
    expect(patched({ emails: before }, operation)).toEqual({ emails });
  });

  const PRIMARY = { ...WORK, primary: true };
  it.each<[string, object]>([
    ['an added value', { op: 'add', path: 'emails', value: [{ ...HOME, primary: true }] }],
    ['a value that is added as text', { op: 'Add', path: 'emails', value: { ...HOME, primary: 'True' } }],
    ['the part of a value', { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' }],
    ['a value as a whole', { op: 'add', path: 'emails[type eq "home"]', value: { primary: true } }],
    ['the last of several', { op: 'replace', path: 'emails.primary', value: true }],
  ])('makes %s primary, and the others not', (_name, operation) => {
    const emails = [
      { ...WORK, primary: false },
      { ...HOME, primary: true },
    ];
    expect(patched({ emails: [PRIMARY, HOME] }, operation)).toEqual({ emails });
  });

  it('makes a new value primary in place of others', () => {
    const operation = { op: 'add', path: 'emails[type eq "home" and primary eq true].value', value: 'c' };
    const emails = [
      { ...WORK, primary: false },
      { type: 'home', primary: true, value: 'c' },
    ];
    expect(patched({ emails: [PRIMARY] }, operation)).toEqual({ emails });
  });

  it.each<[object, object]>([
    [
      { op: 'Add', path: 'manager', value: [{ $ref: 'x', value: 'm' }] },
      { [ENTERPRISE]: { manager: { value: 'm' } } },
    ],
    [{ op: 'Replace', path: 'department', value: 'D' }, { [ENTERPRISE]: { department: 'D' } }],
    [{ op: 'Replace', value: { manager: 'm' } }, { [ENTERPRISE]: { manager: { value: 'm' } } }],
    [{ op: 'Replace', path: 'manager.value', value: 'm' }, { [ENTERPRISE]: { manager: { value: 'm' } } }],
    [{ op: 'Add', path: 'displayName', value: [{ value: 'Eva' }] }, { displayName: 'Eva' }],
    [{ op: 'Add', path: 'active', value: [{ value: 'False' }] }, { active: false }],
    [{ op: 'Add', path: 'title', value: [{ value: null }] }, {}],
    [{ op: 'Add', path: 'title', value: [] }, {}],
  ])('takes %j, as Entra sends it', (operation, document) => {
    expect(patched({}, operation)).toMatchObject(document);
    expect(Object.keys(patched({}, operation) as object)).toEqual(Object.keys(document));
  });

  it.each([
    'name.middleName',
    'name.honorificPrefix',
    'NAME.honorificSuffix',
    'phoneNumbers[type eq "work"].display',
  ])('ignores %s, with and without a path, and carries out the rest', (path) => {
    const rest = { op: 'replace', path: 'displayName', value: 'Eva' };
    expect(patched({}, { op: 'Add', path, value: 'x' }, rest)).toEqual({ displayName: 'Eva' });
    expect(patched({}, { op: 'Add', value: { [path]: 'x', displayName: 'Eva' } })).toEqual({
      displayName: 'Eva',
    });
  });

  it('removes an extension by its path, and no required attribute', () => {
    const before = { userName: 'a', [ENTERPRISE]: { employeeNumber: '1', manager: { value: 'm' } } };
    expect(patched(before, { op: 'remove', path: ENTERPRISE })).toEqual({ userName: 'a', [ENTERPRISE]: {} });
    expect(patched(before, { op: 'replace', path: ENTERPRISE, value: null })).toMatchObject({
      [ENTERPRISE]: {},
    });
    expect(() => patched(before, { op: 'remove', path: 'userName' })).toThrow('userName is required');
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
    { op: 'add', path: 'emails[type eq "work"]', value: [WORK, HOME] },
    { op: 'add', path: 'emails[type eq "other"]', value: 7 },
    { op: 'add', path: 'emails[type eq null].value', value: 'x' },
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
