import { StaffModel, type Employee, type Keys } from './staff-model.js';

/** A user as the service should have them. */
export interface User {
  readonly label: string;
  readonly id: string;
  email: string;
  hasSession: boolean;
  isErased: boolean;
  /** Without an employee where an operator has said that the user is nobody. */
  link:
    | { readonly employee: Employee | undefined; readonly day: number; readonly isConfirmed: boolean }
    | undefined;
}

type Holder = Employee | User;

/** A key that a person has or had; `name` is that of SCIM. */
interface Held {
  readonly kind: 'email' | 'externalId' | 'name';
  readonly key: string;
  readonly holder: Holder;
  readonly from: number;
  until: number | undefined;
}

/** Data of a person: a working time is of an employee, a private plan of a user. */
interface Datum {
  readonly label: string;
  readonly of: Holder;
}

/** Answers to a request for an erasure. */
export type ErasureAnswer = 'done' | 'PERSON_NOT_FOUND' | 'PERSON_AMBIGUOUS' | 'LEGAL_HOLD';

export const isUser = (one: Holder): one is User => 'hasSession' in one;

/** The people of a history by the rules of ADR 55: their keys, links of users, holds, erasures, and their data. */
export class PersonsModel {
  readonly staff = new StaffModel(
    (keys) => this.isErased(keys),
    () => this.follow(),
  );
  readonly holds: { id: string; members: readonly Holder[] }[] = [];
  data: Datum[] = [];
  private held: Held[] = [];
  private readonly erased = new Set<string>();
  private readonly followed = new Map<Employee, string>();
  private day = 0;

  constructor(readonly users: readonly User[]) {
    this.follow();
  }

  private get holders(): Holder[] {
    return [...this.staff.employees, ...this.users.filter(({ isErased }) => !isErased)];
  }

  passDay(): void {
    this.day++;
  }

  changeAddress(user: User, email: string): boolean {
    const isTaken = this.users.some((other) => other !== user && !other.isErased && other.email === email);
    if (user.isErased || isTaken || this.isErased({ email })) return false;
    user.email = email;
    this.follow(user);
    return true;
  }

  /** By an operator. Who has left has no session. */
  confirmLink(user: User, employee: Employee | undefined): boolean {
    if (user.isErased || (employee && this.users.some((o) => o !== user && o.link?.employee === employee)))
      return false;
    user.link = { employee, day: this.day, isConfirmed: true };
    if (employee?.ended !== undefined) user.hasSession = false;
    return true;
  }

  signIn(user: User): boolean {
    if (user.isErased) return false;
    this.follow(user);
    if (user.link?.employee?.ended !== undefined) return false;
    user.hasSession = true;
    return true;
  }

  /** A working time that begins now: of the one who got the key last. */
  work(label: string, kind: 'email' | 'externalId', key: string): boolean {
    if (!this.staff.employees.some((one) => one[kind] === key)) return false;
    const last = this.held.findLast((each) => each.kind === kind && each.key === key && !isUser(each.holder));
    this.data.push({ label, of: last!.holder });
    return true;
  }

  plan(label: string, user: User): void {
    this.data.push({ label, of: user });
  }

  /** The people who have or had a key, each with all that they are. */
  peopleWith(kind: 'email' | 'externalId', key: string): (readonly Holder[])[] {
    const names = kind === 'email' ? 'name' : kind;
    const found = this.held.filter((each) => (each.kind === kind || each.kind === names) && each.key === key);
    const people = found.map(({ holder }) => this.personOf(holder));
    return [...new Map(people.map((person) => [person.map(({ label }) => label).join(), person])).values()];
  }

  /** Employees with one external id are a person, and the users who are these. */
  personOf(one: Holder): readonly Holder[] {
    const person = new Set([one]);
    const isSame = (a: Holder, b: Holder): boolean => {
      if (isUser(a)) return a.link?.employee === b;
      return isUser(b) ? b.link?.employee === a : a.externalId !== undefined && a.externalId === b.externalId;
    };
    for (const member of person)
      for (const other of this.holders) if (isSame(member, other)) person.add(other);
    return this.holders.filter((each) => person.has(each));
  }

  hold(person: readonly Holder[], id: string): void {
    const employees = person.filter((each) => !isUser(each));
    const hold = this.holds.find(({ members }) => {
      const isOfEmployees = employees.length > 0 || members.some((each) => !isUser(each));
      return members.some((each) => (isOfEmployees ? employees : person).includes(each));
    });
    if (hold) hold.members = person;
    else this.holds.push({ id, members: person });
  }

  /** @param people - whom the request names */
  erase(people: readonly (readonly Holder[])[]): ErasureAnswer {
    const [person, other] = people;
    if (other) return 'PERSON_AMBIGUOUS';
    if (!person) return 'PERSON_NOT_FOUND';
    if (this.holds.some(({ members }) => members.some((each) => person.includes(each)))) return 'LEGAL_HOLD';
    const isOwn = ({ holder }: Held): boolean => person.includes(holder);
    const others = new Set(this.held.filter((each) => !isOwn(each)).map(({ key }) => key));
    for (const { key } of this.held.filter(isOwn)) if (!others.has(key)) this.erased.add(key);
    this.held = this.held.filter((each) => !isOwn(each));
    this.data = this.data.filter(({ of }) => !person.includes(of));
    this.staff.employees = this.staff.employees.filter((one) => !person.includes(one));
    for (const user of this.users.filter((one) => person.includes(one)))
      Object.assign(user, { isErased: true, hasSession: false, link: undefined });
    return 'done';
  }

  private isErased({ email, externalId }: Keys): boolean {
    return [email, externalId].some((key) => typeof key === 'string' && this.erased.has(key));
  }

  /** Links are made and removed, and the sessions of those end who have left. */
  private follow(written?: User): void {
    this.remember();
    const changed = this.staff.employees.filter((one) => this.followed.get(one) !== stateOf(one));
    for (const one of changed) this.followed.set(one, stateOf(one));
    const concerns = (user: User, one: Employee): boolean => user === written || changed.includes(one);
    const users = this.users.filter(({ isErased }) => !isErased);
    for (const user of users) {
      if (!user.link?.employee || user.link.isConfirmed || user.link.day !== this.day) continue;
      const { employee } = user.link;
      const isPresent = employee.ended === undefined;
      const wasNoMistake = this.held.some(
        ({ kind, key, holder, from, until }) =>
          kind === 'email' &&
          key === user.email &&
          holder === employee &&
          until !== undefined &&
          until > from,
      );
      if (concerns(user, employee) && isPresent && employee.email !== user.email && !wasNoMistake)
        user.link = undefined;
    }
    for (const user of users)
      for (const one of this.staff.live)
        if (concerns(user, one) && this.mayLink(user, one))
          user.link = { employee: one, day: this.day, isConfirmed: false };
    for (const user of users) {
      const employee = user.link?.employee;
      if (employee?.ended !== undefined && changed.includes(employee)) user.hasSession = false;
    }
  }

  /**
   * Neither has or had a link, and nobody else has left with the address, has had it for a day, or is an employee who
   * lost it before this one got it for the first time: all users are older.
   */
  private mayLink(user: User, one: Employee): boolean {
    const isElse = (other: Holder): boolean => other !== user && other !== one;
    return (
      one.email === user.email &&
      user.link === undefined &&
      !this.users.some(({ link }) => link?.employee === one) &&
      !this.staff.employees.some((other) => isElse(other) && other.email === user.email) &&
      !this.held.some(
        ({ kind, key, holder, from, until }) =>
          kind === 'email' && key === user.email && isElse(holder) && until !== undefined && until > from,
      ) &&
      !this.held.some(({ kind, key, holder, until }, index) => {
        const hadBefore = this.held
          .slice(0, index)
          .some((each) => each.holder === one && each.kind === 'email' && each.key === key);
        const isEmployee = isElse(holder) && !isUser(holder);
        return kind === 'email' && key === user.email && isEmployee && until !== undefined && !hadBefore;
      })
    );
  }

  /** A person who comes back gets the keys again. */
  private remember(): void {
    for (const holder of this.holders) {
      const open = this.held.filter((each) => each.holder === holder && each.until === undefined);
      const now = keysOf(holder);
      const isBack =
        !isUser(holder) && holder.ended === undefined && this.followed.get(holder)?.endsWith('left') === true;
      const isSame = (one: Pick<Held, 'kind' | 'key'>, other: Pick<Held, 'kind' | 'key'>): boolean =>
        one.kind === other.kind && one.key === other.key;
      for (const each of open) if (isBack || !now.some((key) => isSame(key, each))) each.until = this.day;
      for (const each of now)
        if (isBack || !open.some((key) => isSame(key, each)))
          this.held.push({ ...each, holder, from: this.day, until: undefined });
    }
  }
}

function stateOf({ email, ended }: Employee): string {
  return `${email ?? ''} ${ended === undefined ? 'works' : 'left'}`;
}

function keysOf(holder: Holder): Pick<Held, 'kind' | 'key'>[] {
  const { email } = holder;
  const emails = email === undefined ? [] : [{ kind: 'email', key: email } as const];
  if (isUser(holder)) return emails;
  const { externalId, scim } = holder;
  return [
    ...emails,
    ...(externalId === undefined ? [] : [{ kind: 'externalId', key: externalId } as const]),
    ...(typeof scim === 'object' ? [{ kind: 'name', key: scim.name } as const] : []),
  ];
}
