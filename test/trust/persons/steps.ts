import type { Random } from '../harness/random.js';
import type { Row } from './staff-model.js';

export const PEOPLE = ['p1', 'p2', 'p3'] as const;
export const EMAILS = ['a@example.com', 'b@example.com', 'c@example.com'] as const;
const SOURCES = ['payroll', 'agency'] as const;

/** How often each kind of step is chosen. */
const WEIGHTS = {
  invite: 16,
  move: 12,
  clear: 6,
  swap: 8,
  renumber: 3,
  end: 10,
  list: 12,
  provision: 8,
  rename: 6,
  activate: 10,
  deprovision: 5,
  address: 8,
  link: 5,
  signIn: 5,
  day: 8,
  hold: 5,
  release: 6,
  erase: 7,
  work: 16,
  plan: 4,
} as const;

export type Kind = keyof typeof WEIGHTS;

export const KINDS = Object.keys(WEIGHTS) as Kind[];

/** Kinds by which people come, with which histories begin. */
const COMING: readonly Kind[] = ['invite', 'invite', 'list', 'provision'];
const BEGINNING = 3;

/** A step with everything that a kind may need; who has to exist is the remainder of a number. */
export interface Step {
  readonly kind: Kind;
  readonly externalId: string;
  readonly otherExternalId: string;
  readonly email: string;
  /** Index of an employee, or of a user or employee. */
  readonly who: number;
  readonly user: number;
  /** Index of a key by which a person is named. */
  readonly by: number;
  readonly source: (typeof SOURCES)[number];
  readonly rows: readonly Row[];
}

/** A history of 8 to 12 steps. */
export function historyOf(random: Random): Step[] {
  return Array.from({ length: 8 + random.below(5) }, (_, at) => stepOf(random, at));
}

function stepOf(random: Random, at: number): Step {
  const people = shuffled(random, PEOPLE);
  const emails = shuffled(random, EMAILS);
  const rows = people.slice(0, 1 + random.below(3)).map((externalId, place) => ({
    externalId,
    email: random.chance(0.9) ? emails[place]! : null,
  }));
  return {
    kind: at < BEGINNING ? random.pick(COMING) : kindOf(random),
    ...{ externalId: people[0]!, otherExternalId: people[1]!, email: emails[0]! },
    ...{ who: random.below(1_000), user: random.below(2), by: random.below(12) },
    source: random.pick(SOURCES),
    rows,
  };
}

function kindOf(random: Random): Kind {
  const all = KINDS.reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  let at = random.below(all);
  return KINDS.find((kind) => (at -= WEIGHTS[kind]) < 0)!;
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]!);
}
