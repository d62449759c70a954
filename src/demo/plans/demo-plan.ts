import { newId } from '../../shared-kernel/id.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';

/** What actions of the demo companies are aimed at: ids of areas, of groups, and of the characteristic. */
export interface DemoPlaces {
  readonly areas: Readonly<Record<'headquarters' | 'north' | 'south', string>>;
  readonly groups: Readonly<Record<'newcomers' | 'nights', string>>;
  /** Whether somebody works in shifts. */
  readonly shiftWork: string;
}

type Person = 'admin' | 'manager' | 'other';
type Status = 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED';

/** An action of a demo plan, said as briefly as it can be. */
export interface DemoAction {
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage;
  readonly status: Status;
  /** Of the company as a whole; of a manager when left out. */
  readonly isCompanyWide?: boolean;
  readonly source?: 'SUGGESTION' | 'AI';
  readonly focus: 'SCORE' | 'HI' | 'ENPS';
  readonly target: number;
  readonly area?: keyof DemoPlaces['areas'];
  readonly group?: keyof DemoPlaces['groups'];
  readonly isForShiftWork?: boolean;
  readonly assignees: Partial<Record<Person, Status>>;
  /** Days from today; negative when it is over. */
  readonly dueIn?: number;
  readonly notes?: readonly { readonly by: Person; readonly text: string; readonly isPrivate?: boolean }[];
}

/** A demo plan, said as briefly as it can be. */
export interface DemoPlan {
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage;
  readonly isPrivate?: boolean;
  /** Nobody is recorded when left out. */
  readonly by?: Person;
  readonly daysAgo: number;
  readonly actions: readonly DemoAction[];
}

/** The ids of the people of a company, by their part in its plans. */
export type DemoPeople = Readonly<Record<Person, string>>;

const DAY_MS = 86_400_000;

/** A demo plan as a record for the import, with the days counted from now. */
export function toPlanRecord(
  plan: DemoPlan,
  people: DemoPeople,
  places: DemoPlaces,
  now = Date.now(),
): object {
  const day = (days: number): string => new Date(now + days * DAY_MS).toISOString();
  const begun = 1 - plan.daysAgo;
  return {
    id: newId(),
    title: plan.title,
    description: plan.description,
    visibility: plan.isPrivate ? 'PRIVATE' : 'PUBLIC',
    createdBy: plan.by && people[plan.by],
    createdAt: day(-plan.daysAgo),
    updatedAt: day(begun),
    actions: plan.actions.map((action, index) => ({
      id: newId(),
      title: action.title,
      description: action.description,
      focusItems: [{ focusType: action.focus, targetValue: action.target, targetTimestamp: day(90) }],
      assigneeStatuses: Object.entries(action.assignees).map(([person, status]) => ({
        assigneeId: people[person as Person],
        status,
        ...progress(status, day, begun),
      })),
      hierarchyIds: action.area ? [places.areas[action.area]] : [],
      groupIds: action.group ? [places.groups[action.group]] : [],
      characteristics: action.isForShiftWork
        ? [{ characteristicId: places.shiftWork, questionType: 'BOOLEAN', value: true }]
        : [],
      actionType: action.isCompanyWide ? 'COMPANY' : 'MANAGER',
      source: action.source ?? 'MANUAL',
      visibility: 'PUBLIC',
      status: action.status,
      dueDate: action.dueIn === undefined ? undefined : day(action.dueIn),
      ...progress(action.status, day, begun),
      createdBy: plan.by && people[plan.by],
      createdAt: day(index / 24 - plan.daysAgo),
      updatedAt: day(begun),
      notes: (action.notes ?? []).map(({ by, text, isPrivate }, at) => ({
        id: newId(),
        authorId: people[by],
        content: text,
        visibility: isPrivate ? 'PRIVATE' : 'SHARED',
        createdAt: day(begun + (at + 1) / 24),
      })),
    })),
  };
}

function progress(status: Status, day: (days: number) => string, begun: number): object {
  switch (status) {
    case 'COMPLETED':
      return { startedAt: day(begun), completedAt: day(begun / 2) };
    case 'IN_PROGRESS':
      return { startedAt: day(begun) };
    case 'PENDING':
    case 'CANCELLED':
    case 'EXPIRED':
      return {};
  }
}
