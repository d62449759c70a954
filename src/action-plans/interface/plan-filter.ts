import { enumParameter, textParameter } from '../../platform/http/query-parameters.js';
import { ACTION_STATUSES, ACTION_TYPES, FOCUS_TYPES } from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.rules.js';

const ID = '665f1c2ab7e4d90012ab34cd';

/** What the list is narrowed by; one action must satisfy all that is set (interface 4.2). */
export const PLAN_FILTER = {
  status: enumParameter('Plans whose actions have this status.', 'ActionStatus', ACTION_STATUSES),
  focusType: enumParameter('Plans whose actions target this focus type.', 'FocusType', FOCUS_TYPES),
  hierarchyId: textParameter('Plans whose actions target this very area.', PLAN_LIMITS.reference, ID),
  assigneeId: textParameter('Plans whose actions include this assignee.', PLAN_LIMITS.reference, ID),
  actionType: enumParameter('Plans whose actions have this action type.', 'ActionType', ACTION_TYPES),
  q: textParameter(
    'Plans whose actions have this text in their title or description, in any language and any case. Every ' +
      'character stands for itself.',
    PLAN_LIMITS.search,
    'shift',
  ),
} as const;
