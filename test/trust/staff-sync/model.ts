/** A person of a list; what is undefined is not sent. */
export interface Listed {
  readonly externalId?: string | undefined;
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** The row is bad: a value of it, or its external id, which cannot be read then. */
  readonly bad?: 'role' | 'externalId' | undefined;
}

/** A person as the service should have them. */
export interface ModelPerson {
  externalId: string | undefined;
  email: string | undefined;
  name: string | undefined;
  source: string | undefined;
  /** The number of the sync that ended them; absent while they work there. */
  endedBy: number | undefined;
}

interface Wanted {
  readonly entry: Listed;
  readonly person: ModelPerson;
  readonly isKnown: boolean;
  readonly email: string | undefined;
}

/** Addresses of the program are written in one way. */
const same = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one === other;

/** The rules of syncs without databases, batches and attempts. */
export class StaffModel {
  readonly people: ModelPerson[] = [];
  private syncs = 0;

  get live(): ModelPerson[] {
    return this.people.filter(({ endedBy }) => endedBy === undefined);
  }

  liveOf(source: string): ModelPerson[] {
    return this.live.filter((person) => person.source === source);
  }

  /** The people whom a list would end. */
  ends(source: string, list: readonly Listed[]): ModelPerson[] {
    if (list.some(({ bad }) => bad === 'externalId')) return [];
    const named = new Set(list.flatMap((entry) => this.namedBy(entry, list)));
    return this.liveOf(source).filter((person) => !named.has(person));
  }

  /** Applies a list as it is. @returns the number of people who come back */
  apply(source: string, list: readonly Listed[]): number {
    this.syncs++;
    const ended = this.ends(source, list);
    const before = new Map(this.live.map((person) => [person, person.email]));
    const kept = new Set<string>();
    let wanted = list
      .filter(({ bad }) => bad === undefined)
      .flatMap((entry) => this.want(entry, list, source, kept));
    for (let count = -1; count !== wanted.length;) {
      count = wanted.length;
      wanted = wanted.filter((one) => this.isFree(one, wanted, before, ended));
    }
    const revived = wanted.filter(({ person }) => person.endedBy !== undefined).length;
    for (const person of ended) person.endedBy = this.syncs;
    for (const { entry, person, isKnown, email } of wanted) {
      person.source = source;
      person.endedBy = undefined;
      if (entry.externalId !== undefined) person.externalId = entry.externalId;
      person.email = email;
      if (entry.name !== undefined) person.name = entry.name ?? undefined;
      if (!isKnown) this.people.push(person);
    }
    return revived;
  }

  /** Both keys of a bad row keep their people. */
  private namedBy(entry: Listed, list: readonly Listed[]): readonly (ModelPerson | undefined)[] {
    const person = this.match(entry, list);
    const { email } = entry;
    if (entry.bad === undefined) return [person];
    return [person, this.live.find((other) => same(other.email, email ?? undefined))];
  }

  private match({ externalId, email }: Listed, list: readonly Listed[]): ModelPerson | undefined {
    const named = this.live.find((person) => externalId !== undefined && person.externalId === externalId);
    if (named) return named;
    const addressed = this.live.find((person) => same(person.email, email ?? undefined));
    return addressed && !this.isListed(addressed, list) ? addressed : undefined;
  }

  private isListed({ externalId }: ModelPerson, list: readonly Listed[]): boolean {
    return externalId !== undefined && list.some((entry) => entry.externalId === externalId);
  }

  /** The deleted person who comes back: by external id, else by e-mail where both have no other one. */
  private matchDeleted(entry: Listed, list: readonly Listed[]): ModelPerson | undefined {
    const { externalId, email } = entry;
    const ended = this.people
      .filter(({ endedBy }) => endedBy !== undefined)
      .sort((one, other) => (other.endedBy ?? 0) - (one.endedBy ?? 0));
    const named = ended.find((person) => externalId !== undefined && person.externalId === externalId);
    if (named) return named;
    return ended.find(
      (person) =>
        same(person.email, email ?? undefined) &&
        !this.isListed(person, list) &&
        (externalId === undefined || person.externalId === undefined),
    );
  }

  /** @param kept - gets the addresses of those who come back: the first of several keeps it */
  private want(entry: Listed, list: readonly Listed[], source: string, kept: Set<string>): Wanted[] {
    const sent = entry.email ?? undefined;
    const person = this.match(entry, list);
    if (person) {
      if (person.source !== undefined && person.source !== source) return [];
      return [{ entry, person, isKnown: true, email: entry.email === undefined ? person.email : sent }];
    }
    const deleted = this.matchDeleted(entry, list);
    if (!deleted) {
      const nobody = { externalId: undefined, email: undefined, name: undefined };
      const added = { ...nobody, source: undefined, endedBy: undefined };
      return [{ entry, person: added, isKnown: false, email: sent }];
    }
    const isTaken =
      this.live.some((other) => same(other.email, deleted.email)) ||
      list.some(({ email }) => same(email ?? undefined, deleted.email)) ||
      (deleted.email !== undefined && kept.has(deleted.email));
    const own = isTaken ? undefined : deleted.email;
    const email = entry.email === undefined ? own : sent;
    if (email !== undefined) kept.add(email);
    return [{ entry, person: deleted, isKnown: true, email }];
  }

  /** True where nobody keeps the e-mail address that a person gets. */
  private isFree(
    { person, email }: Wanted,
    wanted: readonly Wanted[],
    before: ReadonlyMap<ModelPerson, string | undefined>,
    ended: readonly ModelPerson[],
  ): boolean {
    if (email === undefined || same(before.get(person), email)) return true;
    for (const [holder, has] of before) {
      if (holder === person || !same(has, email) || ended.includes(holder)) continue;
      const change = wanted.find((other) => other.person === holder);
      if (!change || same(change.email, email)) return false;
    }
    return true;
  }
}
