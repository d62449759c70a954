import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiParam, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { DEMO } from '../../platform/dto/examples.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ActionPlanSummaryPageResponse } from '../application/action-plan-summary.response.js';
import { ActionPlanPageResponse, ActionPlanResponse } from '../application/action-plan.response.js';
import { ActionResponse, NoteResponse } from '../application/action.response.js';
import { MyActionPageResponse, MyActionResponse } from '../application/my-action.response.js';

const TITLE = {
  defaultValue: 'Calmer shifts',
  langValues: { es: 'Turnos más tranquilos' },
  valid: true,
};
const PLAN = {
  id: DEMO.planId,
  companyId: '665f1c2ab7e4d90012ab3401',
  title: TITLE,
  visibility: 'PUBLIC',
  createdBy: '665f1c2ab7e4d90012ab3411',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-02T16:05:00.000Z',
  completionPercent: 0,
};
const NOTE = {
  id: '665f1c2ab7e4d90012ab34cf',
  authorId: PLAN.createdBy,
  content: 'The first round of talks is done.',
  visibility: 'SHARED',
  createdAt: '2026-03-02T16:04:00.000Z',
};
const ACTION = {
  id: '665f1c2ab7e4d90012ab34ce',
  companyId: PLAN.companyId,
  planId: PLAN.id,
  title: { defaultValue: 'Ask every team what wears them out', valid: true },
  focusItems: [{ focusType: 'SCORE', targetValue: 7.5, targetTimestamp: '2026-12-31T00:00:00.000Z' }],
  assigneeStatuses: [
    { assigneeId: PLAN.createdBy, status: 'COMPLETED', completedAt: '2026-03-02T16:00:00.000Z' },
    { assigneeId: '665f1c2ab7e4d90012ab3412', status: 'IN_PROGRESS', startedAt: '2026-03-02T08:00:00.000Z' },
  ],
  hierarchyIds: ['665f1c2ab7e4d90012ab3421'],
  groupIds: [],
  characteristics: [],
  actionType: 'MANAGER',
  source: 'MANUAL',
  visibility: 'PUBLIC',
  status: 'IN_PROGRESS',
  dueDate: '2026-04-01T00:00:00.000Z',
  createdBy: PLAN.createdBy,
  createdAt: '2026-03-01T09:40:00.000Z',
  updatedAt: '2026-03-02T16:05:00.000Z',
  plan: { id: PLAN.id, title: TITLE },
  completionPercent: 50,
  notes: [NOTE],
};

export function ApiPlan(description: string, { isEmpty = false } = {}): MethodDecorator {
  return ApiJson(ActionPlanResponse, description, { ...PLAN, actions: isEmpty ? [] : [ACTION] });
}

const SUMMARY = { ...PLAN, actionCount: 5, completedCount: 2, overdueCount: 1, completionPercent: 40 };

/** Documents the envelopes of a list of plans: whole ones, and summaries. An empty page is both. */
export function ApiPlanPage(): MethodDecorator {
  const models = [ActionPlanPageResponse, ActionPlanSummaryPageResponse];
  const page = { from: 0, to: 10, total: 1 };
  const examples = {
    plans: { summary: 'Whole plans', value: { ...page, result: [{ ...PLAN, actions: [ACTION] }] } },
    summary: { summary: 'With view=summary', value: { ...page, result: [SUMMARY] } },
  };
  const tag = 'Strong entity tag of this answer. Absent where the plans of the page have more than 4 MiB.';
  const headers = { ETag: { description: tag, schema: { type: 'string' as const } } };
  const schema = { anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })) };
  const content = { 'application/json': { schema, examples } };
  const description = 'A window of the plans, in the order of `sort`.';
  return applyDecorators(
    ApiExtraModels(...models),
    ApiResponse({ status: 200, description, headers, content }),
  );
}

export function ApiAction(description: string): MethodDecorator {
  return ApiJson(ActionResponse, description, ACTION);
}

const MY_ACTION: MyActionResponse = {
  ...{ id: ACTION.id, title: ACTION.title, status: ACTION.status, dueDate: ACTION.dueDate },
  assignment: { status: 'IN_PROGRESS', startedAt: '2026-03-02T08:00:00.000Z' },
  updatedAt: ACTION.updatedAt,
  planTitle: TITLE,
};

export function ApiMyAction(description: string): MethodDecorator {
  return ApiJson(MyActionResponse, description, MY_ACTION);
}

export function ApiMyActionPage(): MethodDecorator {
  const page = { from: 0, to: 10, total: 1, result: [MY_ACTION] };
  return ApiJson(MyActionPageResponse, 'A window of the actions.', page);
}

/** Bodies that a demo plan takes as they are. */
const BODIES = {
  action: {
    title: { defaultValue: 'Ask every team what wears them out' },
    focusItems: [{ focusType: 'SCORE', targetValue: 7.5, targetTimestamp: '2027-06-30' }],
    assigneeIds: [DEMO.assigneeId],
    hierarchyIds: [DEMO.areaId],
    characteristics: [{ characteristicId: DEMO.characteristicId, id: DEMO.valueId }],
    dueDate: '2027-03-31',
  },
  change: { title: { defaultValue: 'Ask every team what gives them energy' }, dueDate: '2027-04-30' },
} as const;

/** Documents the body of an action, with an example. */
export function ApiActionBody(type: Type, kind: keyof typeof BODIES): MethodDecorator {
  return ApiBody({ type, examples: { [kind]: { value: BODIES[kind] } } });
}

/** Documents the body of a copy, which may be missing. */
export function ApiCopyBody(type: Type): MethodDecorator {
  const title = {
    defaultValue: 'Calmer shifts in summer',
    langValues: { es: 'Turnos tranquilos en verano' },
  };
  return ApiBody({ type, required: false, examples: { copy: { value: { title } } } });
}

export function ApiNote(description: string): MethodDecorator {
  return ApiJson(NoteResponse, description, NOTE);
}

type AnyDecorator = MethodDecorator & ClassDecorator;

export function ApiPlanId(example: string = DEMO.planId): AnyDecorator {
  return ApiParam({ name: 'planId', description: 'Id of the plan.', example });
}

export function ApiActionId(example: string = DEMO.actionId): AnyDecorator {
  return ApiParam({ name: 'actionId', description: 'Id of the action.', example });
}

export function ApiAssigneeId(): AnyDecorator {
  return ApiParam({ name: 'assigneeId', description: 'Id of the employee.', example: DEMO.assigneeId });
}

export function ApiNoteId(): AnyDecorator {
  return ApiParam({ name: 'noteId', description: 'Id of the note.', example: DEMO.noteId });
}
