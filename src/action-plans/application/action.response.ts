import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MultiLanguageResponse } from '../../platform/dto/multi-language.js';
import type { ActionState } from '../domain/action.js';
import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  NOTE_VISIBILITIES,
  QUESTION_TYPES,
  VISIBILITIES,
} from '../domain/enumerations.js';

/** Enumerations with the names of their OpenAPI schemas. */
export const STATUS = { enum: ACTION_STATUSES, enumName: 'ActionStatus' };
export const VISIBILITY = { enum: VISIBILITIES, enumName: 'Visibility' };
export const FOCUS_TYPE = { enum: FOCUS_TYPES, enumName: 'FocusType' };
export const ACTION_TYPE = { enum: ACTION_TYPES, enumName: 'ActionType' };
const SOURCE = { enum: ACTION_SOURCES, enumName: 'ActionSource' };
const NOTE_VISIBILITY = { enum: NOTE_VISIBILITIES, enumName: 'NoteVisibility' };
const QUESTION_TYPE = { enum: QUESTION_TYPES, enumName: 'QuestionType' };

const ID = '665f1c2ab7e4d90012ab34cd';
const MOMENT = { type: String, format: 'date-time', example: '2026-03-01T09:30:00.000Z' } as const;

/** A whole percentage. */
export const PERCENT = { type: 'integer', format: 'int32', minimum: 0, maximum: 100 } as const;

/** A goal of an action. */
@ApiSchema({ name: 'FocusItem' })
export class FocusItemResponse {
  @ApiProperty(FOCUS_TYPE)
  focusType!: string;

  @ApiPropertyOptional({ example: ID })
  focusId?: string;

  @ApiPropertyOptional({ type: Number, example: 7.5 })
  targetValue?: number;

  @ApiPropertyOptional(MOMENT)
  targetTimestamp?: string;
}

/** The progress of one of the people who carry an action out. */
@ApiSchema({ name: 'AssigneeStatus' })
export class AssigneeStatusResponse {
  @ApiProperty({ example: ID })
  assigneeId!: string;

  @ApiProperty(STATUS)
  status!: string;

  @ApiPropertyOptional(MOMENT)
  startedAt?: string;

  @ApiPropertyOptional(MOMENT)
  completedAt?: string;
}

/** A target of an action by a characteristic of people. */
@ApiSchema({ name: 'ActionCharacteristic' })
export class ActionCharacteristicResponse {
  @ApiPropertyOptional({ example: ID })
  characteristicId?: string;

  @ApiPropertyOptional({ example: ID })
  id?: string;

  @ApiPropertyOptional(QUESTION_TYPE)
  questionType?: string;

  @ApiPropertyOptional({
    oneOf: [{ type: 'boolean' }, { type: 'number' }, { type: 'string' }],
    example: true,
  })
  value?: boolean | number | string;
}

/** A comment on an action. A private note is shown to its author only. */
@ApiSchema({ name: 'Note' })
export class NoteResponse {
  @ApiProperty({ example: ID })
  id!: string;

  @ApiProperty({ example: ID })
  authorId!: string;

  @ApiProperty({ example: 'The first round of talks is done.' })
  content!: string;

  @ApiProperty(NOTE_VISIBILITY)
  visibility!: string;

  @ApiProperty(MOMENT)
  createdAt!: string;
}

/** The plan of an action, in short. */
@ApiSchema({ name: 'PlanSummary' })
export class PlanSummaryResponse {
  @ApiProperty({ example: ID })
  id!: string;

  @ApiProperty({ type: MultiLanguageResponse })
  title!: MultiLanguageResponse;

  @ApiPropertyOptional({ type: MultiLanguageResponse })
  description?: MultiLanguageResponse;
}

/** An improvement action of a plan (interface 2.4). */
@ApiSchema({ name: 'Action' })
export class ActionResponse {
  @ApiProperty({ example: ID })
  id!: string;

  @ApiProperty({ example: ID })
  companyId!: string;

  @ApiProperty({ example: ID })
  planId!: string;

  @ApiProperty({ type: PlanSummaryResponse })
  plan!: PlanSummaryResponse;

  @ApiProperty({ type: MultiLanguageResponse })
  title!: MultiLanguageResponse;

  @ApiPropertyOptional({ type: MultiLanguageResponse })
  description?: MultiLanguageResponse;

  @ApiProperty({ type: [FocusItemResponse] })
  focusItems!: readonly FocusItemResponse[];

  @ApiProperty({ type: [AssigneeStatusResponse] })
  assigneeStatuses!: readonly AssigneeStatusResponse[];

  @ApiProperty({ type: [String], description: 'Target areas.', example: [ID] })
  hierarchyIds!: readonly string[];

  @ApiProperty({ type: [String], description: 'Target groups.', example: [ID] })
  groupIds!: readonly string[];

  @ApiProperty({ type: [ActionCharacteristicResponse] })
  characteristics!: readonly ActionCharacteristicResponse[];

  @ApiProperty(ACTION_TYPE)
  actionType!: string;

  @ApiProperty(SOURCE)
  source!: string;

  @ApiProperty(VISIBILITY)
  visibility!: string;

  @ApiProperty(STATUS)
  status!: string;

  @ApiProperty({
    ...PERCENT,
    description: 'Share of the assignees who have completed it; without assignees 100 when it is completed.',
    example: 50,
  })
  completionPercent!: number;

  @ApiPropertyOptional(MOMENT)
  dueDate?: string;

  @ApiPropertyOptional(MOMENT)
  startedAt?: string;

  @ApiPropertyOptional(MOMENT)
  completedAt?: string;

  @ApiPropertyOptional({ example: ID })
  createdBy?: string;

  @ApiProperty(MOMENT)
  createdAt!: string;

  @ApiProperty(MOMENT)
  updatedAt!: string;

  @ApiProperty({
    type: [NoteResponse],
    description: 'Oldest first. Private ones of other people are not among them.',
  })
  notes!: readonly NoteResponse[];

  /** The part that is stored; `plan`, `completionPercent` and `notes` are added at read. */
  static documentOf(state: ActionState): ActionDocument {
    const { title, description } = state;
    return {
      ...state,
      title: MultiLanguageResponse.from(title),
      ...(description && { description: MultiLanguageResponse.from(description) }),
    };
  }

  /**
   * The JSON of an action from its stored text.
   * @param parts - the texts of JSON values
   */
  static json(
    document: string,
    parts: { readonly [Name in 'plan' | 'completionPercent' | 'notes']: string | number },
  ): string {
    const { plan, completionPercent, notes } = parts;
    return `${document.slice(0, -1)},"plan":${plan},"completionPercent":${completionPercent},"notes":[${notes}]}`;
  }
}

export type ActionDocument = Omit<ActionResponse, 'plan' | 'completionPercent' | 'notes'>;
