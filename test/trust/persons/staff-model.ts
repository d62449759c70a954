/** An employee as the service should have them. */
export interface Employee {
  readonly label: string;
  /** That of the service, once it was seen. */
  id: string | undefined;
  externalId: string | undefined;
  email: string | undefined;
  /** Greater for those who left later; absent while they work there. */
  ended: number | undefined;
  source: string | undefined;
  /** Kept by SCIM: the name, or that it has removed the person. */
  scim: { readonly name: string } | 'removed' | undefined;
}

/** An address that is null is cleared; one that is undefined is not sent. */
export interface Keys {
  readonly externalId?: string | undefined;
  readonly email?: string | null | undefined;
}

/** A row of a list. */
export interface Row {
  readonly externalId: string;
  readonly email: string | null;
}

/** A change of an employee by a row. */
interface Wanted {
  readonly row: Row;
  readonly employee: Employee;
  readonly isNew: boolean;
}

const nameOf = ({ scim }: Employee): string | undefined => (typeof scim === 'object' ? scim.name : undefined);
const shownName = (one: Employee): string | undefined => nameOf(one) ?? one.email ?? one.externalId;
const isOfList = ({ source }: Employee): boolean => source !== undefined && source !== 'scim';

/**
 * Who works for a company: the rules of invitations, lists and SCIM without databases, jobs and attempts. Methods
 * return whether the service takes the change; undefined where the rules of SCIM keep two people apart by more than
 * this model has, so that the change is not sent.
 */
export class StaffModel {
  employees: Employee[] = [];
  private made = 0;
  private ends = 0;

  /**
   * @param isErased - true of keys of erased people
   * @param onWritten - is called when employees have changed
   */
  constructor(
    private readonly isErased: (keys: Keys) => boolean,
    private readonly onWritten: () => void,
  ) {}

  get live(): Employee[] {
    return this.employees.filter(({ ended }) => ended === undefined);
  }

  /**
   * Everyone who works there, and those who have left whom SCIM has written, or to whom a list is entitled and whose
   * address nobody who works there has.
   */
  get shownByScim(): Employee[] {
    const isNamed = ({ email }: Employee): boolean =>
      email !== undefined && this.live.some((other) => other.email === email);
    return this.employees.filter(
      (one) =>
        one.ended === undefined ||
        (one.scim === undefined ? isOfList(one) && !isNamed(one) : one.scim !== 'removed'),
    );
  }

  shownName(one: Employee): string | undefined {
    return shownName(one);
  }

  invite(keys: Keys): boolean {
    const [live, other] = this.having(keys);
    if (other) return false;
    if (live) return this.change(live, keys);
    const back = this.whoComesBack(keys);
    return back ? this.revive(back, keys, undefined) : this.add(keys, undefined);
  }

  update(key: Keys, next: Keys): boolean {
    const [live] = this.having(key);
    return live !== undefined && this.change(live, next);
  }

  end(key: Keys): boolean {
    const [live] = this.having(key);
    if (!live) return false;
    live.ended = ++this.ends;
    return this.written();
  }

  /** Of each row whether it is taken. Users follow the last state only. */
  bulk(rows: readonly { readonly externalId: string; readonly email: string | null }[]): boolean[] {
    const taken = rows.map(({ externalId, email }) => {
      const [live] = this.having({ externalId });
      return live !== undefined && this.assign(live, { email });
    });
    this.onWritten();
    return taken;
  }

  /** People whom the list does not name leave; then those who change, then those who come. */
  list(source: string, rows: readonly Row[]): boolean {
    const listed = new Set(rows.map(({ externalId }) => externalId));
    const isListed = ({ externalId }: Employee): boolean =>
      externalId !== undefined && listed.has(externalId);
    const named = new Set<Employee>();
    let wanted = rows.flatMap((row): Wanted[] => {
      const [byId] = this.having({ externalId: row.externalId });
      const [byEmail] = this.having({ email: row.email });
      const match = byId ?? (byEmail && !isListed(byEmail) ? byEmail : undefined);
      if (match) named.add(match);
      if (this.isErased(row)) return [];
      if (match) {
        if (match.source !== undefined && match.source !== source) return [];
        return [{ row, employee: match, isNew: false }];
      }
      const back = this.whoComesBack(row, (one) => one.externalId === row.externalId || !isListed(one));
      return back?.source === 'scim' ? [] : [{ row, employee: back ?? this.nobody(), isNew: true }];
    });
    const leaving = this.live.filter((one) => one.source === source && !named.has(one));
    const isFree = ({ row: { email }, employee, isNew }: Wanted): boolean => {
      if (email === null || (!isNew && employee.email === email)) return true;
      if (this.isNameOfOther(email, employee)) return false;
      const holder = this.live.find((one) => one !== employee && one.email === email);
      const next = wanted.find((one) => one.employee === holder);
      return !holder || leaving.includes(holder) || (next !== undefined && next.row.email !== email);
    };
    for (let count = -1; count !== wanted.length;) {
      count = wanted.length;
      wanted = wanted.filter(isFree);
    }
    this.ends++;
    for (const one of leaving) one.ended = this.ends;
    this.onWritten();
    for (const isNew of [false, true]) {
      for (const { row, employee } of wanted.filter((one) => one.isNew === isNew)) {
        const { externalId, email } = row;
        Object.assign(employee, { externalId, email: email ?? undefined, ended: undefined, source });
        if (!this.employees.includes(employee)) this.employees.push(employee);
      }
      this.onWritten();
    }
    return true;
  }

  /** A user of SCIM, whose name is an address. */
  provision(name: string, externalId: string | undefined): boolean | undefined {
    const keys = { email: name, externalId };
    const live = this.having(keys);
    const left = this.employees.filter((one) => one.ended !== undefined && hasAny(one, keys));
    if (this.isErased(keys) || (live.length === 0 && left.some(isOfList))) return false;
    if (this.isNameTaken(name, undefined) || live.some(({ scim }) => !scim)) return false;
    if (live.length > 0) return undefined;
    const back = this.whoComesBack(keys, (one) => !this.shownByScim.includes(one));
    const scim = { name };
    return back ? this.revive(back, keys, 'scim', scim) : this.add(keys, 'scim', scim);
  }

  /** Another name or presence by SCIM. An address that was the name follows it. */
  changeByScim(
    one: Employee,
    { name, isActive }: { name?: string; isActive?: boolean },
  ): boolean | undefined {
    if (!this.shownByScim.includes(one)) return false;
    const before = shownName(one);
    const next = name ?? before ?? '';
    const isPresent = one.ended === undefined;
    if (isActive !== undefined && isActive !== isPresent && isOfList(one)) return false;
    if (next !== before && this.isNameTaken(next, one)) return false;
    const follows = one.email === undefined ? next.includes('@') : one.email === before;
    const email = follows ? next : one.email;
    const [holder] = email === one.email ? [] : this.having({ email });
    if (holder && holder !== one) return holder.scim ? undefined : false;
    const scim = { name: next };
    if (isActive === true && !isPresent)
      return this.revive(one, email === one.email ? {} : { email }, 'scim', scim);
    if (this.isErased({ email: next })) return false;
    if (isActive === false && isPresent) one.ended = ++this.ends;
    Object.assign(one, { email, scim, source: one.source ?? 'scim' });
    return this.written();
  }

  /** Ends, and hides. */
  deprovision(one: Employee): boolean {
    if (!this.shownByScim.includes(one) || (one.ended === undefined && isOfList(one))) return false;
    one.ended ??= ++this.ends;
    one.scim = isOfList(one) ? 'removed' : undefined;
    return this.written();
  }

  private having(keys: Keys): Employee[] {
    return this.live.filter((one) => hasAny(one, keys));
  }

  /** Of those who have left: by external id, else by address unless both have an external id; who left last. */
  private whoComesBack(keys: Keys, mayBe: (one: Employee) => boolean = () => true): Employee | undefined {
    const isSame = (one: Employee): boolean =>
      keys.externalId !== undefined && one.externalId === keys.externalId;
    return this.employees
      .filter(
        (one) =>
          one.ended !== undefined &&
          mayBe(one) &&
          hasAny(one, keys) &&
          (isSame(one) || keys.externalId === undefined || one.externalId === undefined),
      )
      .sort(
        (one, other) => Number(isSame(other)) - Number(isSame(one)) || (other.ended ?? 0) - (one.ended ?? 0),
      )[0];
  }

  private change(one: Employee, next: Keys): boolean {
    return this.assign(one, next) && this.written();
  }

  /** Keys that others have by now are dropped, unless they are sent. */
  private revive(
    one: Employee,
    sent: Keys,
    source: string | undefined,
    scim: Employee['scim'] = one.scim,
  ): boolean {
    const taken = this.live;
    const kept = {
      email: taken.some(({ email }) => email === one.email) ? undefined : one.email,
      externalId: taken.some(({ externalId }) => externalId === one.externalId) ? undefined : one.externalId,
    };
    if (
      !this.mayHave(one, { email: sent.email ?? kept.email, externalId: sent.externalId ?? kept.externalId })
    )
      return false;
    Object.assign(one, kept, { ended: undefined, source, scim });
    return this.assign(one, sent) && this.written();
  }

  private add(keys: Keys, source: string | undefined, scim?: Employee['scim']): boolean {
    const one = this.nobody();
    if (!this.assign(one, keys)) return false;
    this.employees.push(Object.assign(one, { source, scim }));
    return this.written();
  }

  private nobody(): Employee {
    const none = { id: undefined, externalId: undefined, email: undefined, ended: undefined };
    return { label: `E${++this.made}`, ...none, source: undefined, scim: undefined };
  }

  private assign(one: Employee, { email, externalId }: Keys): boolean {
    const next = {
      email: email === undefined ? one.email : (email ?? undefined),
      externalId: externalId ?? one.externalId,
    };
    if (!this.mayHave(one, next)) return false;
    Object.assign(one, next);
    return true;
  }

  private mayHave(
    one: Employee,
    next: { email: string | undefined; externalId: string | undefined },
  ): boolean {
    const gets = one.ended !== undefined || one.email !== next.email;
    return (
      (next.email !== undefined || next.externalId !== undefined) &&
      !this.isErased(next) &&
      !(gets && next.email !== undefined && this.isNameOfOther(next.email, one)) &&
      this.having(next).every((other) => other === one)
    );
  }

  /** The name of a user of SCIM is an address that nobody else gets. */
  private isNameOfOther(email: string, one: Employee): boolean {
    return this.employees.some((other) => other !== one && nameOf(other) === email);
  }

  private isNameTaken(name: string, one: Employee | undefined): boolean {
    return this.shownByScim.some((other) => other !== one && shownName(other) === name);
  }

  private written(): true {
    this.onWritten();
    return true;
  }
}

function hasAny(one: Employee, { email, externalId }: Keys): boolean {
  return (
    (typeof email === 'string' && one.email === email) ||
    (externalId !== undefined && one.externalId === externalId)
  );
}
