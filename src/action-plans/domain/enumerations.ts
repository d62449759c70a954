/** Values of the enumerations of plans and actions. */
export const ACTION_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const;
/** Statuses that a caller may set; `EXPIRED` comes from imports only. */
export const SETTABLE_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export const FOCUS_TYPES = ['SCORE', 'HI', 'ENPS'] as const;
export const ACTION_TYPES = ['MANAGER', 'COMPANY'] as const;
export const ACTION_SOURCES = ['MANUAL', 'SUGGESTION', 'AI'] as const;
export const VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const;
export const NOTE_VISIBILITIES = ['SHARED', 'PRIVATE'] as const;
export const QUESTION_TYPES = ['DATE', 'LIST', 'BOOLEAN', 'TREE'] as const;
/**
 * Orders of the list of plans, named after the property; a minus is descending. Ties go by id, in the same direction.
 */
export const PLAN_ORDERS = ['-createdAt', '-updatedAt', 'title'] as const;
/** Forms of the list of plans besides that of the contract. */
export const PLAN_VIEWS = ['summary'] as const;
/** Additions to answers that a caller may ask for. */
export const PLAN_INCLUDES = ['permissions'] as const;

export type ActionStatus = (typeof ACTION_STATUSES)[number];
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];
export type FocusType = (typeof FOCUS_TYPES)[number];
export type ActionType = (typeof ACTION_TYPES)[number];
export type ActionSource = (typeof ACTION_SOURCES)[number];
export type Visibility = (typeof VISIBILITIES)[number];
export type NoteVisibility = (typeof NOTE_VISIBILITIES)[number];
export type PlanInclude = (typeof PLAN_INCLUDES)[number];
export type QuestionType = (typeof QUESTION_TYPES)[number];
export type PlanOrder = (typeof PLAN_ORDERS)[number];
export type PlanView = (typeof PLAN_VIEWS)[number];

/** Operations on a plan and what is in it that rights are checked for. */
export type PlanOperation =
  | 'read'
  | 'update'
  | 'delete'
  | 'export'
  | 'copy'
  | 'create-action'
  | 'change-action'
  | 'set-assignee'
  | 'create-note'
  | 'change-note'
  | 'delete-note';
