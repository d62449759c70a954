import { Employee } from '../../workforce/index.js';
import { ListedKeys } from './listed-keys.js';
import { KnownPeople, type EmailConflict } from './matching.js';

const NOW = new Date('2026-03-01T00:00:00.000Z');

const LIST = { source: 'hr', keys: new ListedKeys(), adopts: true, endsAreHeldBack: false };

/** The holder of the address a@x, whom a list of the source `hr` meets. */
function holder(source: string | undefined): Employee {
  return Employee.invite('c', { name: 'Jo', email: 'a@x', externalId: 'holder' }, NOW, source);
}

function conflict(
  source: string | undefined,
  listed: { email?: string | null } | 'absent',
  endsAreHeldBack = false,
): EmailConflict {
  const keys = new ListedKeys();
  if (listed !== 'absent')
    keys.add({ index: 0, key: { externalId: 'holder', ...listed }, setsEmail: listed.email !== undefined });
  const known = new KnownPeople([{ employee: holder(source), version: '1' }], {
    source: 'hr',
    keys,
    adopts: true,
    endsAreHeldBack,
  });
  return known.conflictOf({ externalId: 'other', email: 'A@x' }, undefined);
}

describe('an e-mail address that a list gives to another person than its holder', () => {
  it.each([
    ['freed-by-change', 'gets another one', 'hr', { email: 'b@x' }],
    ['freed-by-change', 'gets none', 'hr', { email: null }],
    ['freed-by-change', 'is of no source yet', undefined, { email: 'b@x' }],
    ['kept', 'is listed without one', 'hr', {}],
    ['kept', 'is of another source', 'payroll', { email: 'b@x' }],
    ['freed-by-end', 'is not listed', 'hr', 'absent'],
    ['kept', 'is not listed and of no source', undefined, 'absent'],
    ['kept', 'is not listed and of another source', 'payroll', 'absent'],
  ] as const)('is %s if the holder %s', (expected, _case, source, listed) => {
    expect(conflict(source, listed)).toBe(expected);
  });

  it('is kept if nobody is ended', () => {
    expect(conflict('hr', 'absent', true)).toBe('kept');
  });

  it('is none of the holder', () => {
    const employee = holder('hr');
    const known = new KnownPeople([{ employee, version: '1' }], LIST);
    expect(known.conflictOf({ email: 'a@x' }, employee)).toBe('none');
    expect(known.conflictOf({ email: 'b@x' }, employee)).toBe('none');
  });
});

describe('the deleted employee who comes back as a person of a list', () => {
  const left = (name: string, externalId?: string): Employee =>
    Employee.restore({
      ...Employee.invite('c', { name, email: `${name}@x`, externalId }, NOW).state,
      deletedAt: NOW,
    });
  const [unnumbered, numbered] = [left('unnumbered'), left('numbered', '1')];

  it.each([
    ['has the external id', { externalId: '1', email: 'new@x' }, numbered],
    ['has the e-mail address', { email: 'Numbered@x' }, numbered],
    ['has the e-mail address and no external id', { externalId: '2', email: 'unnumbered@x' }, unnumbered],
    ['has the e-mail address, but another external id', { externalId: '2', email: 'numbered@x' }, undefined],
    ['has none of the keys', { externalId: '2', email: 'new@x' }, undefined],
    ['has another e-mail address', { email: 'new@x' }, undefined],
  ])('%s', (_case, person, expected) => {
    const known = [unnumbered, numbered].map((employee) => ({ employee, version: '1' }));
    const found = new KnownPeople(known, LIST).matchDeleted(person);
    expect(found?.employee.state.id).toBe(expected?.state.id);
  });

  it('is no one whom the list has under the external id', () => {
    const keys = new ListedKeys();
    keys.add({ index: 0, key: { externalId: '1' }, setsEmail: false });
    const known = new KnownPeople([{ employee: numbered, version: '1' }], { ...LIST, keys });
    expect(known.matchDeleted({ email: 'numbered@x' })).toBeUndefined();
    expect(known.matchDeleted({ externalId: '1' })?.employee).toBe(numbered);
  });
});
