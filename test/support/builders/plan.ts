import { newId } from '../../../src/shared-kernel/id.js';

export const PLANS = '/api/v1/company/action-plans';

/** The actions that are assigned to the caller. */
export const MY_ACTIONS = '/api/v1/company/me/actions';

/** The path of an action, or of the actions of a plan. */
export function actionPath(planId: string, actionId?: string): string {
  return `${PLANS}/${planId}/actions${actionId === undefined ? '' : `/${actionId}`}`;
}

export type Body = Record<string, unknown>;

/** A plan body with every property; overrides replace properties, `undefined` removes them. */
export function planBody(overrides: Body = {}): Body {
  return {
    title: {
      defaultValue: 'Calmer shifts',
      langValues: { es: 'Turnos más tranquilos', 'pt-BR': 'Turnos calmos' },
    },
    description: { defaultValue: 'First line\n\nSecond line' },
    visibility: 'PUBLIC',
    ...overrides,
  };
}

/** A record of a plan for `ActionPlanImporter.import`, with an id of its own and without actions. */
export function planRecord(overrides: Body = {}): Body & { id: string } {
  return {
    id: newId(),
    title: { defaultValue: 'Plan' },
    visibility: 'PUBLIC',
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-02T10:00:00.000Z',
    actions: [],
    ...overrides,
  };
}

/** A record of an action with every property. */
export function actionRecord(overrides: Body = {}): Body & { id: string } {
  return {
    id: newId(),
    title: { defaultValue: 'Talk to every team', langValues: { de: 'Mit jedem Team reden' } },
    description: { defaultValue: 'One hour each.\nNo slides.' },
    focusItems: [
      { focusType: 'SCORE', focusId: newId(), targetValue: 7.5, targetTimestamp: '2026-12-31T00:00:00.000Z' },
    ],
    assigneeStatuses: [
      {
        assigneeId: newId(),
        status: 'COMPLETED',
        startedAt: '2026-01-02T08:00:00.000Z',
        completedAt: '2026-01-03T08:00:00.000Z',
      },
      { assigneeId: newId(), status: 'PENDING' },
    ],
    hierarchyIds: [newId()],
    groupIds: [newId()],
    characteristics: [{ characteristicId: newId(), id: newId(), questionType: 'BOOLEAN', value: true }],
    actionType: 'MANAGER',
    source: 'MANUAL',
    visibility: 'PUBLIC',
    status: 'IN_PROGRESS',
    dueDate: '2026-06-01T00:00:00.000Z',
    startedAt: '2026-01-02T08:00:00.000Z',
    createdBy: newId(),
    createdAt: '2026-01-01T11:00:00.000Z',
    updatedAt: '2026-01-02T11:00:00.000Z',
    notes: [noteRecord()],
    ...overrides,
  };
}

/** The least that makes an action. */
export function minimalAction(overrides: Body = {}): Body & { id: string } {
  return { id: newId(), title: { defaultValue: 'Action' }, ...overrides };
}

/** A record of a note. */
export function noteRecord(overrides: Body = {}): Body & { id: string } {
  return {
    id: newId(),
    authorId: newId(),
    content: 'The first round is done.\nGood mood.',
    visibility: 'SHARED',
    createdAt: '2026-01-02T12:00:00.000Z',
    ...overrides,
  };
}
