/** The expected reminders, computed without any code of the service. Times are milliseconds, days `YYYY-MM-DD`. */

export interface ModelAction {
  readonly id: string;
  readonly planId: string;
  readonly creator: string;
  readonly planCreator: string;
  readonly isPrivate: boolean;
  readonly storedAt: number;
  due: { readonly day: string } | { readonly moment: number } | undefined;
  /** True for each assigned person who has finished it. */
  readonly assignees: Map<string, boolean>;
  completedAt: number | undefined;
}

export interface ModelPerson {
  readonly address: string;
  readonly employeeId: string | undefined;
  /** Of a manager who has created a plan. */
  readonly userId: string | undefined;
}

export interface ModelMail {
  readonly to: string;
  readonly assigned: readonly string[];
  readonly dueSoon: readonly string[];
  readonly overdue: readonly string[];
  readonly digest:
    | {
        readonly due: readonly string[];
        readonly overdue: readonly string[];
        readonly completed: readonly string[];
      }
    | undefined;
}

interface Waiting {
  readonly employeeId: string;
  readonly actionId: string;
  readonly at: number;
  readonly by: string;
  isPlanned: boolean;
}

interface Pending {
  readonly person: ModelPerson;
  readonly mornings: readonly string[] | undefined;
  readonly digest: string | undefined;
  readonly notBefore: string | undefined;
}

const DAY_MS = 86_400_000;
const NAMES = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export class ReminderModel {
  readonly actions = new Map<string, ModelAction>();
  readonly people: ModelPerson[] = [];
  private waiting: Waiting[] = [];
  private pending: Pending[] = [];
  private readonly lastMorning = new Map<string, string>();
  private readonly lastAssigned = new Map<string, string>();
  private readonly format: Intl.DateTimeFormat;
  private morning: string;
  private digest = '';

  constructor(
    timeZone: string,
    private readonly hour: number,
    private readonly weekdays: readonly string[],
    since: number,
  ) {
    this.format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    this.morning = this.begun(since);
  }

  /** Local time, `YYYY-MM-DD HH:mm`. */
  clock(at: number): string {
    return this.format.format(at);
  }

  assign(actionId: string, employeeId: string, by: string, at: number): void {
    this.drop((one) => one.actionId === actionId && one.employeeId === employeeId);
    this.waiting.push({ employeeId, actionId, by, at, isPlanned: false });
  }

  forget(actionId: string): void {
    this.actions.delete(actionId);
    this.drop((one) => one.actionId === actionId);
  }

  planMornings(at: number): void {
    const through = this.begun(at);
    const today = this.clock(at).slice(0, 10);
    const days: string[] = [];
    for (let day = plus(this.morning, 1); day <= through; day = plus(day, 1)) days.push(day);
    const isDue = days.length > 0;
    const digestDay = this.digestDay(today);
    const isDigestDue = digestDay > this.digest && this.clock(at) >= `${digestDay} 08:00`;
    const isDigestLater =
      !isDigestDue && isDue && this.digestDay(through) === through && through > this.digest;
    if (isDigestDue || isDigestLater) {
      const digest = isDigestDue ? digestDay : through;
      const mornings = isDue ? days : [...this.daysTo(digest)];
      const notBefore = isDigestLater ? `${digest} 08:00` : undefined;
      for (const person of this.people.filter((one) => one.userId !== undefined))
        this.plan(person, isDue ? through : digest, { mornings, digest, notBefore });
      this.digest = digest;
    }
    if (!isDue) return;
    for (const person of this.people) {
      const { dueSoon, overdue } = this.due(person, days);
      const isWaiting = this.waiting.some(({ employeeId }) => employeeId === person.employeeId);
      if (dueSoon.length + overdue.length > 0 || isWaiting)
        this.plan(person, through, { mornings: days, digest: undefined, notBefore: undefined });
    }
    this.morning = through;
  }

  planAssigned(at: number): void {
    const today = this.clock(at).slice(0, 10);
    for (const person of this.people) {
      const own = this.waiting.filter(({ employeeId }) => employeeId === person.employeeId);
      const unplanned = own.filter(({ isPlanned }) => !isPlanned);
      if (unplanned.length === 0 || Math.max(...unplanned.map((one) => one.at)) >= at - 60_000) continue;
      for (const one of own) one.isPlanned = true;
      const isByOthers = unplanned.some(({ by }) => by !== person.userId);
      if (!isByOthers || (this.lastAssigned.get(person.address) ?? '') >= today) continue;
      this.lastAssigned.set(person.address, today);
      this.pending.push({ person, mornings: undefined, digest: undefined, notBefore: undefined });
    }
  }

  /** The mails that are sent now. */
  send(at: number): ModelMail[] {
    const now = this.clock(at);
    const ready = this.pending.filter(({ notBefore }) => notBefore === undefined || notBefore <= now);
    this.pending = this.pending.filter((one) => !ready.includes(one));
    return ready.flatMap((one) => this.contentsOf(one) ?? []);
  }

  private contentsOf({ person, mornings = [], digest }: Pending): ModelMail | undefined {
    const { address, employeeId, userId } = person;
    const told = this.waiting.filter((one) => {
      if (one.employeeId !== employeeId || one.by === userId) return false;
      const action = this.actions.get(one.actionId);
      return action !== undefined && this.isOpenFor(action, employeeId);
    });
    const assigned = told.map(({ actionId }) => actionId);
    const reminders = this.due(person, mornings);
    const parts = digest === undefined ? undefined : this.digestOf(person, digest);
    const isEmpty =
      [assigned, reminders.dueSoon, reminders.overdue].every((list) => list.length === 0) &&
      (!parts || Object.values(parts).every((list) => list.length === 0));
    if (isEmpty) return undefined;
    const last = Math.max(...told.map((one) => one.at));
    this.drop((one) => one.employeeId === employeeId && one.at <= last);
    const isShown = parts && Object.values(parts).some((list) => list.length > 0);
    return { to: address, assigned, ...reminders, digest: isShown ? parts : undefined };
  }

  private due({ employeeId }: ModelPerson, mornings: readonly string[]) {
    const through = mornings.at(-1) ?? '';
    const found: { id: string; isOverdue: boolean }[] = [];
    for (const action of this.actions.values()) {
      if (!action.due || employeeId === undefined || !this.isOpenFor(action, employeeId)) continue;
      const day = this.dueDay(action.due);
      const stored = this.clock(action.storedAt).slice(0, 10);
      if (day < through) {
        let first = plus(day, 1);
        while (!this.hasMorning(first)) first = plus(first, 1);
        const wanted = [first, plus(first, 7), plus(first, 14)];
        if (stored <= day && wanted.some((one) => mornings.includes(one)))
          found.push({ id: action.id, isOverdue: true });
      } else {
        let soon = plus(day, -2);
        if (stored > soon) continue;
        while (!this.hasMorning(soon)) soon = plus(soon, -1);
        if (mornings.includes(soon) && stored <= soon) found.push({ id: action.id, isOverdue: false });
      }
    }
    const ids = (isOverdue: boolean) =>
      found.filter((one) => one.isOverdue === isOverdue).map(({ id }) => id);
    return { dueSoon: ids(false), overdue: ids(true) };
  }

  private digestOf({ userId }: ModelPerson, day: string) {
    const monday = this.monday(day);
    const own = [...this.actions.values()].filter(
      ({ creator, planCreator, isPrivate }) => planCreator === userId || (creator === userId && !isPrivate),
    );
    const open = own.flatMap((action) => {
      const isOpen = action.completedAt === undefined;
      return isOpen && action.due ? [{ id: action.id, day: this.dueDay(action.due) }] : [];
    });
    const lastWeek = `${plus(monday, -7)} 00:00`;
    const completed = own.filter(({ completedAt }) => {
      if (completedAt === undefined) return false;
      const shown = this.clock(completedAt);
      return shown >= lastWeek && shown < `${monday} 00:00`;
    });
    return {
      due: open.filter((one) => one.day >= day && one.day <= plus(monday, 6)).map(({ id }) => id),
      overdue: open.filter((one) => one.day < day).map(({ id }) => id),
      completed: completed.map(({ id }) => id),
    };
  }

  private drop(isDropped: (one: Waiting) => boolean): void {
    this.waiting = this.waiting.filter((one) => !isDropped(one));
  }

  private plan(person: ModelPerson, day: string, mail: Omit<Pending, 'person'>): void {
    if ((this.lastMorning.get(person.address) ?? '') >= day) return;
    this.lastMorning.set(person.address, day);
    this.pending.push({ person, ...mail });
  }

  private *daysTo(digest: string): Generator<string> {
    for (let day = plus(this.morning, 1); day <= digest; day = plus(day, 1)) yield day;
  }

  /** The last day whose morning has begun. */
  private begun(at: number): string {
    const now = this.clock(at);
    const time = `${String(this.hour).padStart(2, '0')}:00`;
    for (let day = now.slice(0, 10); ; day = plus(day, -1))
      if (this.hasMorning(day) && now >= `${day} ${time}`) return day;
  }

  private digestDay(today: string): string {
    let day = this.monday(today);
    while (!this.hasMorning(day)) day = plus(day, 1);
    return day;
  }

  private monday(day: string): string {
    return plus(day, -((new Date(day).getUTCDay() + 6) % 7));
  }

  private hasMorning(day: string): boolean {
    return this.weekdays.includes(NAMES[new Date(day).getUTCDay()] ?? '');
  }

  private isOpenFor(action: ModelAction, employeeId: string): boolean {
    return action.completedAt === undefined && action.assignees.get(employeeId) === false;
  }

  private dueDay(due: NonNullable<ModelAction['due']>): string {
    return 'day' in due ? due.day : this.clock(due.moment).slice(0, 10);
  }
}
