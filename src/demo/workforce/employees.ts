import type { Role } from '../../shared-kernel/actor.js';
import type { PlacedDemoArea } from './areas.js';
import type { DemoCharacteristic, DemoGroup, DemoWorkforce } from './demo-workforce.js';

/** A user of a demo company, who works there, too: with the same id and e-mail. */
export interface DemoColleague {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

interface ProfileEntry {
  readonly id: string;
  readonly date?: string;
  readonly valueId?: string;
  readonly leafId?: string;
}

/** A person as a record for the import; what is undefined is left out of it. */
export interface DemoEmployee {
  readonly id: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly hierarchyId?: string | undefined;
  readonly profile: readonly ProfileEntry[];
  readonly groupIds: readonly string[];
  readonly role: Role;
  readonly managedHierarchies: readonly string[];
  readonly activated: boolean;
  readonly deleted: boolean;
  readonly turnoverDate?: string | undefined;
  readonly turnoverType?: 'VOLUNTARY' | 'INVOLUNTARY' | 'OTHER';
}

/** Gives each thing of a demo company its id, always the same. */
export type IdOf = (thing: unknown) => string;

/** What a group or a characteristic is called when its id is asked for. */
export const groupKey = (group: DemoGroup): string => `group ${group}`;
export const characteristicKey = (key: DemoCharacteristic['key']): string => `characteristic ${key}`;
export const valueKey = (key: DemoCharacteristic['key'], label: string): string => `${key} ${label}`;

/** Where somebody stands: what else there is to know of them follows from the number. */
interface Post {
  readonly number: number;
  readonly person: Pick<DemoEmployee, 'id' | 'name' | 'email' | 'role'>;
  readonly area: PlacedDemoArea;
  readonly leads: boolean;
}

const LEADERS: readonly Role[] = ['MANAGER', 'RESPONSIBLE', 'ADVISOR'];
const DAY_MS = 86_400_000;

/** People of a demo company by a fixed rule: its users, those who lead its areas, and those who work in them. */
export class DemoStaff {
  constructor(
    private readonly workforce: DemoWorkforce,
    private readonly areas: readonly PlacedDemoArea[],
    private readonly idOf: IdOf,
    private readonly now: number,
  ) {}

  employees(users: readonly DemoColleague[]): DemoEmployee[] {
    const led = new Set(
      users.map(({ role }, at) => (LEADERS.includes(role) ? this.workforce.userAreas[at] : undefined)),
    );
    const isLeaderless = ({ key, children }: PlacedDemoArea): boolean =>
      children !== undefined && (key === undefined || !led.has(key));
    const headless = this.areas.filter(isLeaderless);
    const leaves = this.areas.filter(({ children }) => !children);
    const posts: Post[] = users.map((person, number) => ({
      number,
      person,
      area: this.area(this.workforce.userAreas[number]),
      leads: LEADERS.includes(person.role),
    }));
    this.workforce.people.forEach((entry, at) => {
      const area = headless[at] ?? pick(leaves, at - headless.length);
      const role = headless[at] ? (LEADERS[area.depth] ?? 'ADVISOR') : 'EMPLOYEE';
      const person = { id: this.idOf(entry), role, ...this.nameAndEmail(entry) };
      posts.push({ number: posts.length, person, area, leads: at < headless.length });
    });
    const firstMember = users.length + headless.length;
    return posts.map((post) => ({
      ...this.employee(post),
      ...(post.number >= firstMember && this.gaps(post.number - firstMember)),
    }));
  }

  private employee({ number, person, area, leads }: Post): DemoEmployee {
    const { id, name, email, role } = person;
    const daysHere = number % 10 === 3 ? 15 + number : 200 + ((number * 397) % 5_000);
    const isAtDesk = area.path[0] === this.area('headquarters').id;
    const worksShifts = !isAtDesk && !leads && number % 5 > 0;
    const groups: Record<DemoGroup, boolean> = {
      newcomers: daysHere < 180,
      nights: worksShifts && number % 3 === 1,
      safety: number % 11 === 2,
      mentors: daysHere > 2_500 && number % 4 === 0,
      council: number % 13 === 6,
    };
    return {
      id,
      name,
      email,
      externalId: `${this.workforce.externalIdPrefix}${1_001 + number * 7}`,
      hierarchyId: area.id,
      profile: this.profile(number, area, daysHere, worksShifts),
      groupIds: (Object.keys(groups) as DemoGroup[])
        .filter((group) => groups[group])
        .map((group) => this.idOf(groupKey(group))),
      role,
      managedHierarchies: leads ? [area.id] : [],
      activated: true,
      deleted: false,
    };
  }

  private profile(
    number: number,
    area: PlacedDemoArea,
    daysHere: number,
    worksShifts: boolean,
  ): ProfileEntry[] {
    const trades =
      area.trades ?? this.areas.find(({ path, trades: own }) => own && path.includes(area.id))?.trades;
    const turn = Math.floor(number / this.areas.length);
    const entry = ({ key, labels = [] }: DemoCharacteristic): Omit<ProfileEntry, 'id'> => {
      const value = (label: string): string => this.idOf(valueKey(key, label));
      switch (key) {
        case 'firstDay':
          return { date: this.midnight(daysHere) };
        case 'training':
          return { date: this.midnight(5 + ((number * 31) % 700)) };
        case 'contract':
          return { valueId: value(pick(labels, pick([0, 0, 1, 0, 2, 0, 3, 1], number))) };
        case 'language':
          return { valueId: value(pick(labels, pick([0, 0, 1, 0, 2, 0, 3], number))) };
        case 'shiftWork':
          return { valueId: value(pick(labels, worksShifts ? 0 : 1)) };
        case 'trade':
          return { leafId: value(pick(trades ?? labels, turn)) };
      }
    };
    return this.workforce.characteristics.map((characteristic) => ({
      id: this.idOf(characteristicKey(characteristic.key)),
      ...entry(characteristic),
    }));
  }

  /** Not every record of an HR system is complete, and not everybody stays. */
  private gaps(member: number): Partial<DemoEmployee> {
    const leaver = Math.floor(member / 11);
    return {
      ...(member % 19 === 7 && { name: undefined, activated: false }),
      ...(member % 12 === 5 && { email: undefined }),
      ...(member % 12 === 9 && { externalId: undefined }),
      ...(member % 8 === 6 && { activated: false }),
      ...(member === 16 && { hierarchyId: undefined, profile: [] }),
      ...(member % 11 === 10 && {
        deleted: true,
        turnoverDate: this.midnight(4 + leaver * 9),
        turnoverType: pick(['VOLUNTARY', 'INVOLUNTARY', 'OTHER'] as const, leaver),
      }),
    };
  }

  private nameAndEmail(entry: string): { name: string; email: string } {
    const [name = '', given] = entry.split('|');
    const words = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').toLowerCase().split(' ');
    const local = given ?? `${words[0] ?? ''}.${words.at(-1) ?? ''}`;
    return { name, email: `${local}@${this.workforce.emailDomain}` };
  }

  private area(key: string | undefined): PlacedDemoArea {
    const area = this.areas.find((candidate) => candidate.key === key);
    if (!area) throw new Error(`There is no demo area ${key ?? ''}.`);
    return area;
  }

  private midnight(daysAgo: number): string {
    return `${new Date(this.now - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;
  }
}

/** An entry of a list that is gone through again and again. */
export function pick<T>(list: readonly T[], turn: number): T {
  return list[turn % list.length] as T;
}
