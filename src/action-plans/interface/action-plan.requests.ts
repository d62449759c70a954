import { ApiSchema, type ApiPropertyOptions, IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { DEMO } from '../../platform/dto/examples.js';
import { UpdateType } from '../../platform/dto/patch-type.js';
import { EnumValue, Ignored, MultiLanguageText } from '../../platform/dto/properties.js';
import { OptionalBody } from '../../platform/dto/optional-body.js';
import { PageQuery } from '../../platform/dto/page-query.js';
import { QueryEnum, QueryFlag, QueryText } from '../../platform/dto/query-properties.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  PLAN_INCLUDES,
  PLAN_ORDERS,
  PLAN_VIEWS,
  VISIBILITIES,
  type ActionStatus,
  type ActionType,
  type FocusType,
  type PlanInclude,
  type PlanOrder,
  type PlanView,
  type Visibility,
} from '../domain/enumerations.js';
import { ActionPlanResponse } from '../application/action-plan.response.js';
import type { PlanListing } from '../application/plan-pages.queries.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import type { PlanFilter } from '../domain/plan-filter.js';

const WHO_READS = '`PRIVATE`: only its creator reads the plan. `PUBLIC`: every company manager does.';
const READ_ONLY = { description: 'Ignored.' };
/** Of a plan or a part of it, also in requests and records of imports. */
export const PERMISSIONS: ApiPropertyOptions = { ...READ_ONLY, type: 'array', items: { type: 'string' } };

/** The properties of a plan that requests and imports write alike. */
@DescribedBy(ActionPlanResponse)
export class PlanProperties {
  @MultiLanguageText({
    name: 'PlanTitle',
    ...PLAN_LIMITS.title,
    required: true,
    example: { defaultValue: 'Calmer shifts', langValues: { es: 'Turnos más tranquilos' } },
  })
  title!: MultiLanguage;

  @MultiLanguageText({
    name: 'PlanDescription',
    ...PLAN_LIMITS.description,
    example: {
      defaultValue: 'What we have promised after the last survey.',
      langValues: { es: 'Lo que prometimos tras la última encuesta.' },
    },
  })
  description?: MultiLanguage;

  @EnumValue(VISIBILITIES, { name: 'Visibility', default: 'PRIVATE', description: WHO_READS })
  visibility?: Visibility;

  @Ignored({ ...READ_ONLY, type: 'integer' })
  completionPercent?: unknown;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

/** Properties of a plan that no request writes, so that a client may send back what it has read. */
class ReadOnlyPlanProperties {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  companyId?: unknown;

  @Ignored({ ...READ_ONLY, type: 'array', items: {} })
  actions?: unknown;

  @Ignored(READ_ONLY)
  createdBy?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(READ_ONLY)
  updatedAt?: unknown;

  @Ignored({ ...READ_ONLY, type: Boolean })
  valid?: unknown;
}

@ApiSchema({ name: 'CreateActionPlanInput' })
export class CreateActionPlanRequest extends IntersectionType(PlanProperties, ReadOnlyPlanProperties) {}

@ApiSchema({ name: 'UpdateActionPlanInput' })
export class UpdateActionPlanRequest extends UpdateType(CreateActionPlanRequest) {}

@ApiSchema({ name: 'CopyActionPlanInput' })
@OptionalBody()
export class CopyActionPlanRequest extends PartialType(PickType(PlanProperties, ['title'])) {}

const INCLUDE = {
  name: 'PlanInclude',
  description:
    '`permissions`: plans, actions, assignees and notes have the property `permissions`, which names what the caller ' +
    'may do to them.',
};

/** Additions to a plan or an action. */
export class IncludeQuery {
  @QueryEnum(PLAN_INCLUDES, INCLUDE)
  include?: PlanInclude;
}

/** One action must satisfy every filter on actions that is set (docs/contract.md, "Action plans"). */
export class ListPlansQuery extends PageQuery implements PlanFilter, PlanListing {
  @QueryEnum(ACTION_STATUSES, { name: 'ActionStatus', description: 'Plans whose actions have this status.' })
  status?: ActionStatus;

  @QueryEnum(FOCUS_TYPES, { name: 'FocusType', description: 'Plans whose actions target this focus type.' })
  focusType?: FocusType;

  @QueryText({
    ...PLAN_LIMITS.reference,
    description: 'Plans whose actions target exactly this area, not those below it.',
    example: DEMO.areaId,
  })
  hierarchyId?: string;

  @QueryText({
    ...PLAN_LIMITS.reference,
    description: 'Plans whose actions include this assignee.',
    example: DEMO.assigneeId,
  })
  assigneeId?: string;

  @QueryEnum(ACTION_TYPES, { name: 'ActionType', description: 'Plans whose actions have this action type.' })
  actionType?: ActionType;

  @QueryText({
    ...PLAN_LIMITS.search,
    description:
      'Plans whose actions have this text in their title or description, in any language and any case. No ' +
      'character has a special meaning.',
    example: 'newcomer',
  })
  q?: string;

  @QueryFlag({
    description:
      'Plans whose actions are overdue: neither completed nor cancelled, with a due date in the past. A due date ' +
      'without a time is past when its day is over in the time zone of the company. `false` is as if not sent.',
    example: true,
  })
  overdue?: boolean;

  @QueryText({
    ...PLAN_LIMITS.reference,
    description:
      'Plans that this user created. Not a filter on actions: each plan is listed with all its actions, or with ' +
      'those that match the other filters.',
  })
  createdBy?: string;

  @QueryText({
    ...PLAN_LIMITS.search,
    description:
      'Plans that have this text in their own title or description, in any language and any case. Not a filter on ' +
      'actions, like `createdBy`. No character has a special meaning.',
    example: 'survey',
  })
  planText?: string;

  @QueryEnum(PLAN_ORDERS, {
    name: 'PlanOrder',
    default: '-createdAt',
    description:
      'Order of the plans: the newest first, the last changed first, or by the default value of their titles in the ' +
      'root collation of Unicode, in which case and accents matter last. Ties go by id.',
  })
  sort?: PlanOrder;

  @QueryEnum(PLAN_VIEWS, {
    name: 'PlanView',
    description:
      'Plans without their actions, with the numbers of all, of completed and of overdue ones. Filters choose the ' +
      'plans and do not change the numbers. When not set: whole plans.',
  })
  view?: PlanView;

  @QueryEnum(PLAN_INCLUDES, INCLUDE)
  include?: PlanInclude;
}
