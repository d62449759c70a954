import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsDefined } from 'class-validator';
import { FollowsRule } from '../../platform/http/structured-rule.js';
import { MultiLanguageResponse, multiLanguageRequest } from '../../platform/dto/multi-language.js';
import type { MultiLanguage as Text } from '../../shared-kernel/multi-language.js';
import type { Visibility } from '../domain/enumerations.js';
import { PLAN_LIMITS, PLAN_RULES } from '../domain/plan.rules.js';
import { Action, PERCENT, VISIBILITY } from './action.dto.js';

const PlanTitle = multiLanguageRequest({
  name: 'PlanTitle',
  ...PLAN_LIMITS.title,
  example: {
    defaultValue: 'Calmer shifts',
    langValues: { es: 'Turnos más tranquilos' },
  },
});
const PlanDescription = multiLanguageRequest({
  name: 'PlanDescription',
  ...PLAN_LIMITS.description,
  example: {
    defaultValue: 'What we have promised after the last survey.',
    langValues: { es: 'Lo que prometimos tras la última encuesta.' },
  },
});

const ID = { example: '665f1c2ab7e4d90012ab34cd' };
const MOMENT = { type: String, format: 'date-time', example: '2026-03-01T09:30:00.000Z' } as const;
const IGNORED = { required: false, readOnly: true, description: 'Ignored: only the service writes it.' };

/** Members that a plan has and no request writes, so that a client may send back what it has read. */
class IgnoredMembers {
  @Allow()
  @ApiProperty({ ...IGNORED, type: String })
  id?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: String })
  companyId?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: 'array', items: {} })
  actions?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: 'integer' })
  completionPercent?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: String })
  createdBy?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: String })
  createdAt?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: String })
  updatedAt?: unknown;

  @Allow()
  @ApiProperty({ ...IGNORED, type: Boolean })
  valid?: unknown;
}

/** Body of creation. */
export class CreateActionPlanInput extends IgnoredMembers {
  @IsDefined()
  @FollowsRule(PLAN_RULES.title)
  @ApiProperty({ type: PlanTitle })
  title!: Text;

  @FollowsRule(PLAN_RULES.description)
  @ApiProperty({ type: PlanDescription, required: false })
  description?: Text;

  @FollowsRule(PLAN_RULES.visibility)
  @ApiProperty({ ...VISIBILITY, required: false, default: 'PRIVATE' })
  visibility?: Visibility;
}

/** Body of a change: what is absent or null stays as it is. */
export class UpdateActionPlanInput extends IgnoredMembers {
  @FollowsRule(PLAN_RULES.title)
  @ApiProperty({ type: PlanTitle, required: false })
  title?: Text;

  @FollowsRule(PLAN_RULES.description)
  @ApiProperty({ type: PlanDescription, required: false })
  description?: Text;

  @FollowsRule(PLAN_RULES.visibility)
  @ApiProperty({ ...VISIBILITY, required: false })
  visibility?: Visibility;
}

/** A named container of improvement actions (interface 2.3). */
export class ActionPlan {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(ID)
  companyId!: string;

  @ApiProperty({ type: MultiLanguageResponse })
  title!: MultiLanguageResponse;

  @ApiPropertyOptional({ type: MultiLanguageResponse })
  description?: MultiLanguageResponse;

  @ApiProperty({ type: [Action], description: 'Oldest first; in a filtered list the matching ones only.' })
  actions!: readonly Action[];

  @ApiProperty({
    ...VISIBILITY,
    description: '`PRIVATE`: read by its creator only. `PUBLIC`: by every company manager.',
  })
  visibility!: string;

  @ApiProperty({ ...PERCENT, description: 'Share of all actions that are completed. Computed.', example: 40 })
  completionPercent!: number;

  @ApiPropertyOptional({ ...ID, description: 'Absent where nobody was recorded.' })
  createdBy?: string;

  @ApiProperty(MOMENT)
  createdAt!: string;

  @ApiProperty(MOMENT)
  updatedAt!: string;
}

/** A window of the plans that the caller reads. */
export class ActionPlanPage {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'As asked for.', example: 0 })
  from!: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'As asked for, exclusive.', example: 10 })
  to!: number;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    description: 'All plans that the caller reads and that match.',
  })
  total!: number;

  @ApiProperty({ type: [ActionPlan] })
  result!: readonly ActionPlan[];
}
