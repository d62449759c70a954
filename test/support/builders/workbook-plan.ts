import { planFigures } from '../../../src/action-plans/domain/plan-figures.js';
import type { WorkbookPlan } from '../../../src/action-plans/index.js';
import { newId } from '../../../src/shared-kernel/id.js';

export type WorkbookAction = WorkbookPlan['actions'][number];
type Note = WorkbookAction['notes'][number];

const CREATED = '2026-03-01T09:00:00.000Z';

/** A plan to be written as a workbook: public, half done, without actions. */
export function workbookPlan(overrides: Partial<WorkbookPlan> = {}): WorkbookPlan {
  return {
    id: newId(),
    companyId: newId(),
    title: { defaultValue: 'Better onboarding' },
    visibility: 'PUBLIC',
    completionPercent: 50,
    createdAt: CREATED,
    updatedAt: CREATED,
    actions: [],
    figures: planFigures(overrides.actions ?? [], new Date(), 'UTC'),
    names: {},
    ...overrides,
  };
}

/** An action with the required properties only. */
export function workbookAction(overrides: Partial<WorkbookAction> = {}): WorkbookAction {
  return {
    id: newId(),
    companyId: newId(),
    planId: newId(),
    title: { defaultValue: 'Talk to every newcomer' },
    focusItems: [],
    assigneeStatuses: [],
    hierarchyIds: [],
    groupIds: [],
    characteristics: [],
    actionType: 'MANAGER',
    source: 'MANUAL',
    visibility: 'PUBLIC',
    status: 'IN_PROGRESS',
    completionPercent: 0,
    createdAt: CREATED,
    updatedAt: CREATED,
    notes: [],
    ...overrides,
  };
}

export function workbookNote(overrides: Partial<Note> = {}): Note {
  return {
    id: newId(),
    authorId: newId(),
    content: 'Went well.',
    visibility: 'SHARED',
    createdAt: CREATED,
    ...overrides,
  };
}

/** A plan like the one that the speed of exports is measured with. */
export function largeWorkbookPlan(actions: number, notesEach: number): WorkbookPlan {
  const content = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. '.repeat(
    3,
  );
  return workbookPlan({
    actions: Array.from({ length: actions }, (_, index) =>
      workbookAction({
        title: { defaultValue: `Action ${index + 1} of many` },
        notes: Array.from({ length: notesEach }, () => workbookNote({ content })),
      }),
    ),
  });
}
