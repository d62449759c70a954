import type { WorkbookPlan } from '../../../index.js';

type Action = WorkbookPlan['actions'][number];

/** Members of an action that may be long. */
const LISTS = [
  'focusItems',
  'assigneeStatuses',
  'hierarchyIds',
  'groupIds',
  'characteristics',
  'notes',
] as const satisfies readonly (keyof Action)[];
type List = (typeof LISTS)[number];

/** A piece of a plan that is small enough to be handed to another thread in one go. */
export type PlanPart =
  | { readonly kind: 'plan'; readonly plan: Omit<WorkbookPlan, 'actions' | 'names'> }
  | { readonly kind: 'names'; readonly names: readonly (readonly [string, string])[] }
  | { readonly kind: 'action'; readonly action: Action }
  /** More entries of a list of the last action. */
  | { readonly kind: 'entries'; readonly list: List; readonly entries: readonly unknown[] };

/** Entries of a list that go together; copying one takes about a microsecond. */
const ENTRIES_PER_PART = 50;

/** The parts of a plan in the order in which {@link PlanAssembly} takes them. */
export function* partsOf({ actions, names, ...plan }: WorkbookPlan): Generator<PlanPart> {
  yield { kind: 'plan', plan };
  for (const slice of slices(Object.entries(names))) yield { kind: 'names', names: slice };
  for (const action of actions) {
    const empty = Object.fromEntries(LISTS.map((list) => [list, []]));
    yield { kind: 'action', action: { ...action, ...empty } };
    for (const list of LISTS) {
      for (const entries of slices<unknown>(action[list])) yield { kind: 'entries', list, entries };
    }
  }
}

function* slices<T>(entries: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < entries.length; start += ENTRIES_PER_PART) {
    yield entries.slice(start, start + ENTRIES_PER_PART);
  }
}

/** A plan on its way back from its parts. */
export class PlanAssembly {
  private head: Omit<WorkbookPlan, 'actions' | 'names'> | undefined;
  private readonly actions: Action[] = [];
  /** A map, because ids are free to be called like what every object inherits. */
  readonly names = new Map<string, string>();

  take(part: PlanPart): void {
    switch (part.kind) {
      case 'plan':
        this.head = part.plan;
        return;
      case 'names':
        for (const [id, name] of part.names) this.names.set(id, name);
        return;
      case 'action':
        this.actions.push(part.action);
        return;
      case 'entries':
        // The lists of parts are arrays; only their type says that nobody else may change them.
        (this.actions.at(-1)?.[part.list] as unknown[]).push(...part.entries);
    }
  }

  /** @throws {Error} when the parts were not those of a plan */
  get plan(): Omit<WorkbookPlan, 'names'> {
    if (!this.head) throw new Error('The plan has not been handed over.');
    return { ...this.head, actions: this.actions };
  }
}
