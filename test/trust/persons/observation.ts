import type { Answered, Company } from './company.js';
import { isUser, type PersonsModel } from './model.js';
import { EMAILS, PEOPLE } from './steps.js';

/** A key by which an erasure may name a person. */
export interface NamingKey {
  readonly kind: 'email' | 'externalId';
  readonly key: string;
}

export const KEYS: readonly NamingKey[] = [
  ...EMAILS.map((key) => ({ kind: 'email', key }) as const),
  ...PEOPLE.map((key) => ({ kind: 'externalId', key }) as const),
];

/** An employee as the service shows them. */
interface Shown {
  readonly id: string;
  readonly externalId?: string;
  readonly email?: string;
}

/**
 * What the service shows and the model does not have, and the other way round.
 * @param keys - which are looked for as an erasure does
 */
export async function differencesOf(
  model: PersonsModel,
  company: Company,
  keys: readonly NamingKey[],
): Promise<string[]> {
  const live = await company.employees(false);
  const left = await company.employees(true);
  const scim = await company.scimUsers();
  const timesheets = await company.timesheets();
  const plans = await company.plans();
  const sessions: Answered[] = [];
  for (const user of company.users) sessions.push(await company.me(user));
  const dryRuns: Answered[] = [];
  for (const { kind, key } of keys) dryRuns.push(await company.dryRun({ [kind]: key }));
  const labels = labelsOf(model, live.body as Shown[], left.body as Shown[]);
  const seen = [
    ...(live.body as Shown[]).map((one) => employeeLine(labels.get(one.id), one, 'works')),
    ...(left.body as Shown[]).map((one) => employeeLine(labels.get(one.id), one, 'has left')),
    ...(scim.body.Resources as { id: string; active: boolean; userName: string }[]).map(
      ({ id, active, userName }) => scimLine(labels.get(id), active, userName),
    ),
    ...company.users.map(({ label }, at) => sessionLine(label, sessions[at]!, labels)),
    ...keys.map(({ key }, at) => foundLine(key, dryRuns[at]!, labels)),
    ...(timesheets.body.results as { timesheetExternalId: string }[]).map(
      ({ timesheetExternalId }) => `${timesheetExternalId} exists`,
    ),
    ...plans.map((title) => `${title} exists`),
  ];
  const expected = expectedLines(model, keys);
  return [
    ...expected.filter((line) => !seen.includes(line)).map((line) => `expected: ${line}`),
    ...seen.filter((line) => !expected.includes(line)).map((line) => `seen: ${line}`),
  ];
}

/** Labels by ids. Employees of the model who are new get the ids of those who are new in the service. */
function labelsOf(model: PersonsModel, live: readonly Shown[], left: readonly Shown[]): Map<string, string> {
  const { employees } = model.staff;
  const known = new Set(employees.map(({ id }) => id));
  for (const one of employees) {
    if (one.id !== undefined) continue;
    const found = (one.ended === undefined ? live : left).find(
      ({ id, email, externalId }) => !known.has(id) && email === one.email && externalId === one.externalId,
    );
    one.id = found?.id;
    known.add(one.id);
  }
  return new Map([...employees, ...model.users].map(({ id, label }) => [id ?? '', label]));
}

function expectedLines(model: PersonsModel, keys: readonly NamingKey[]): string[] {
  const { employees, shownByScim } = model.staff;
  return [
    ...employees.map((one) => employeeLine(one.label, one, one.ended === undefined ? 'works' : 'has left')),
    ...shownByScim.map((one) =>
      scimLine(one.label, one.ended === undefined, model.staff.shownName(one) ?? ''),
    ),
    ...model.users.map(({ label, hasSession, link }) => {
      const employee = link?.employee?.ended === undefined ? link?.employee?.label : undefined;
      return hasSession ? `${label} is signed in as ${employee ?? 'nobody'}` : `${label} is not signed in`;
    }),
    ...keys.map((each) => expectedFound(model, each)),
    ...model.data.map(({ label }) => `${label} exists`),
  ];
}

function employeeLine(
  label: string | undefined,
  { externalId, email }: { externalId?: string | undefined; email?: string | undefined },
  state: string,
): string {
  return `${label ?? 'an unknown person'} ${externalId ?? '-'} ${email ?? '-'} ${state}`;
}

function scimLine(label: string | undefined, isActive: boolean, name: string): string {
  return `SCIM shows ${label ?? 'an unknown person'}, ${isActive ? 'active' : 'inactive'}, as ${name}`;
}

function sessionLine(label: string, { status, body }: Answered, labels: ReadonlyMap<string, string>): string {
  if (status === 401) return `${label} is not signed in`;
  const { employeeId } = body as { employeeId?: string };
  const employee = employeeId === undefined ? 'nobody' : labels.get(employeeId);
  return `${label} is signed in as ${employee ?? 'an unknown person'}`;
}

/** The person of a key by the numbers of employees, users, working times and private plans. */
function foundLine(key: string, { status, body }: Answered, labels: ReadonlyMap<string, string>): string {
  if (status === 200) {
    const {
      employees = 0,
      users = 0,
      timesheets = 0,
      privatePlans = 0,
    } = body.counts as Record<string, number>;
    return `${key} is of ${employees} employees, ${users} users, ${timesheets} times, ${privatePlans} plans`;
  }
  if (body.errorCode !== 'PERSON_AMBIGUOUS') return `${key}: ${String(body.errorCode)}`;
  const ids = (body.errors as { message: string }[]).map(({ message }) => message.replace('may be ', ''));
  return `${key} may be ${ids
    .map((id) => labels.get(id) ?? 'an unknown person')
    .sort()
    .join(', ')}`;
}

function expectedFound(model: PersonsModel, { kind, key }: NamingKey): string {
  const [person, ...others] = model.peopleWith(kind, key);
  if (!person) return `${key}: PERSON_NOT_FOUND`;
  if (others.length > 0) {
    // One of each: the employee who was made first, else a user.
    const named = [person, ...others].map((each) => (each.find((one) => !isUser(one)) ?? each[0]!).label);
    return `${key} may be ${named.sort().join(', ')}`;
  }
  const users = person.filter(isUser).length;
  const own = model.data.filter(({ of }) => person.includes(of));
  const plans = own.filter(({ of }) => isUser(of)).length;
  return (
    `${key} is of ${person.length - users} employees, ${users} users, ` +
    `${own.length - plans} times, ${plans} plans`
  );
}
