import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WindowResponse } from '../../platform/dto/window-response.js';
import { MultiLanguageResponse } from '../../platform/dto/multi-language.js';
import { REFERENCE_FORM } from '../../platform/dto/properties.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { toMultiLanguage } from '../../shared-kernel/multi-language.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import type { PlanState } from '../domain/action-plan.js';
import { PLAN_PERMISSIONS, type PlanPermission } from '../domain/permissions.js';
import { ActionResponse, PERCENT, permissionsOf, VISIBILITY } from './action.response.js';

const ID = { example: '665f1c2ab7e4d90012ab34cd', ...ID_FORM };
const moment = (description: string) =>
  ({ type: String, format: 'date-time', example: '2026-03-01T09:30:00.000Z', description }) as const;

/** A named container of improvement actions. */
@ApiSchema({ name: 'ActionPlan' })
export class ActionPlanResponse {
  @ApiProperty({ ...ID, description: 'Id of the plan.' })
  id!: string;

  @ApiProperty({ ...ID, description: 'Id of the company.' })
  companyId!: string;

  @ApiProperty({ type: MultiLanguageResponse, description: 'Title of the plan.' })
  title!: MultiLanguageResponse;

  @ApiPropertyOptional({ type: MultiLanguageResponse, description: 'What the plan is about.' })
  description?: MultiLanguageResponse;

  @ApiProperty({
    type: [ActionResponse],
    description: 'Oldest first; in a filtered list the matching ones only.',
  })
  actions!: readonly ActionResponse[];

  @ApiProperty({
    ...VISIBILITY,
    description: '`PRIVATE`: read by its creator only. `PUBLIC`: by every company manager.',
  })
  visibility!: string;

  @ApiProperty({ ...PERCENT, description: 'Share of all actions that are completed. Computed.', example: 40 })
  completionPercent!: number;

  @ApiPropertyOptional({
    ...REFERENCE_FORM,
    example: ID.example,
    description: 'Id of the user who created it. Absent where no creator was recorded.',
  })
  createdBy?: string;

  @ApiProperty(moment('When the plan was created.'))
  createdAt!: string;

  @ApiProperty(moment('When the plan was last changed.'))
  updatedAt!: string;

  @ApiPropertyOptional(permissionsOf('PlanPermission', PLAN_PERMISSIONS, 'plan'))
  permissions?: readonly PlanPermission[];

  /** The part that is stored as a document; `updatedAt` has a column, the rest is added at read. */
  static documentOf({ updatedAt: _inColumn, ...state }: PlanState): PlanDocument {
    const { title, description } = state;
    return {
      ...state,
      title: MultiLanguageResponse.from(title),
      ...(description && { description: MultiLanguageResponse.from(description) }),
    };
  }

  /** The state of a plan from its stored parts. The compiler refuses a property that only the answer declares. */
  static stateOf(document: PlanDocument, updatedAt: string): PlanState {
    const { title, description } = document;
    return {
      ...(document as Pick<PlanState, keyof PlanDocument>),
      title: toMultiLanguage(title),
      ...(description && { description: toMultiLanguage(description) }),
      updatedAt,
    };
  }

  /** The JSON of a plan from its stored text, with the texts of its actions. */
  static json(document: string, { updatedAt, completionPercent, actions }: PlanParts): string {
    const computed = `"updatedAt":"${updatedAt}","completionPercent":${completionPercent}`;
    return `${document.slice(0, -1)},${computed},"actions":[${actions.join(',')}]}`;
  }
}

/** The parts of an answer besides the document of a plan. */
interface PlanParts {
  readonly updatedAt: string;
  readonly completionPercent: number;
  /** Texts of JSON values. */
  readonly actions: readonly string[];
}

/** A window of the plans that the caller reads. */
@ApiSchema({ name: 'ActionPlanPage' })
export class ActionPlanPageResponse extends WindowResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: 'All plans that the caller reads and that match.',
  })
  total!: number;

  @ApiProperty({
    type: [ActionPlanResponse],
    description: 'The plans of the window, in the order of `sort`.',
  })
  result!: readonly ActionPlanResponse[];

  /** The JSON of a page up to its plans; their texts and `]}` follow. */
  static head({ from, to }: PageWindow, total: number): string {
    return `{"from":${from},"to":${to},"total":${total},"result":[`;
  }
}

export type PlanDocument = Omit<
  ActionPlanResponse,
  'actions' | 'completionPercent' | 'updatedAt' | 'permissions'
>;
