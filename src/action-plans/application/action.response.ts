import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MultiLanguageResponse } from '../../platform/dto/multi-language.js';
import { REFERENCE_FORM } from '../../platform/dto/properties.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { toMultiLanguage } from '../../shared-kernel/multi-language.js';
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
import {
  ACTION_PERMISSIONS,
  ASSIGNEE_PERMISSIONS,
  NOTE_PERMISSIONS,
  type ActionPermission,
  type AssigneePermission,
  type NotePermission,
} from '../domain/permissions.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';

/** Enumerations with the names of their OpenAPI schemas. */
export const STATUS = { enum: ACTION_STATUSES, enumName: 'ActionStatus' };
export const VISIBILITY = { enum: VISIBILITIES, enumName: 'Visibility' };
export const FOCUS_TYPE = { enum: FOCUS_TYPES, enumName: 'FocusType' };
export const ACTION_TYPE = { enum: ACTION_TYPES, enumName: 'ActionType' };
const SOURCE = { enum: ACTION_SOURCES, enumName: 'ActionSource' };
const NOTE_VISIBILITY = { enum: NOTE_VISIBILITIES, enumName: 'NoteVisibility' };
const QUESTION_TYPE = { enum: QUESTION_TYPES, enumName: 'QuestionType' };

const EXAMPLE = '665f1c2ab7e4d90012ab34cd';
const ID = { example: EXAMPLE, ...ID_FORM };

/** Ids of people, areas, groups and the like, which other systems may have made. */
const REFERENCE = { example: EXAMPLE, ...REFERENCE_FORM };
const REFERENCES = {
  type: 'array',
  items: { type: 'string', ...REFERENCE_FORM },
  example: [EXAMPLE],
} as const;
const moment = (description: string) =>
  ({ type: String, format: 'date-time', example: '2026-03-01T09:30:00.000Z', description }) as const;

/** The schema of the `permissions` of a part of an answer. */
export const permissionsOf = (enumName: string, names: readonly string[], part: string) =>
  ({
    enum: [...names],
    enumName,
    isArray: true,
    readOnly: true,
    description: `What the caller may do to the ${part}. Only with \`include=permissions\`.`,
    example: names,
  }) as const;

/** A value of a characteristic. */
export const SCALAR = {
  oneOf: [{ type: 'boolean' }, { type: 'number' }, { type: 'string', ...PLAN_LIMITS.reference }],
};

/** A whole percentage. */
export const PERCENT = { type: 'integer', format: 'int32', minimum: 0, maximum: 100 } as const;

/** A goal of an action. */
@ApiSchema({ name: 'FocusItem' })
export class FocusItemResponse {
  @ApiProperty({ ...FOCUS_TYPE, description: 'What the goal is measured by.' })
  focusType!: string;

  @ApiPropertyOptional({ ...REFERENCE, description: 'Id of what the goal is about.' })
  focusId?: string;

  @ApiPropertyOptional({ type: Number, example: 7.5, description: 'The value to reach.' })
  targetValue?: number;

  @ApiPropertyOptional(moment('When the goal should be reached.'))
  targetTimestamp?: string;
}

/** The progress of one of the people who carry an action out. */
@ApiSchema({ name: 'AssigneeStatus' })
export class AssigneeStatusResponse {
  @ApiProperty({ ...REFERENCE, description: 'Id of the person.' })
  assigneeId!: string;

  @ApiProperty({ ...STATUS, description: 'How far the person has come.' })
  status!: string;

  @ApiPropertyOptional(moment('When the person started.'))
  startedAt?: string;

  @ApiPropertyOptional(moment('When the person completed the action.'))
  completedAt?: string;

  @ApiPropertyOptional(permissionsOf('AssigneePermission', ASSIGNEE_PERMISSIONS, 'assignee'))
  permissions?: readonly AssigneePermission[];
}

/** A target of an action by a characteristic of people. */
@ApiSchema({ name: 'ActionCharacteristic' })
export class ActionCharacteristicResponse {
  @ApiPropertyOptional({ ...REFERENCE, description: 'Id of the characteristic.' })
  characteristicId?: string;

  @ApiPropertyOptional({ ...REFERENCE, description: 'Id of an allowed value or node of the characteristic.' })
  id?: string;

  @ApiPropertyOptional({ ...QUESTION_TYPE, description: 'Type of the characteristic.' })
  questionType?: string;

  @ApiPropertyOptional({
    ...SCALAR,
    description: 'The value that people must have.',
    example: true,
  })
  value?: boolean | number | string;
}

/** A comment on an action. A private note is shown to its author only. */
@ApiSchema({ name: 'Note' })
export class NoteResponse {
  @ApiProperty({ ...ID, description: 'Id of the note.' })
  id!: string;

  @ApiProperty({ ...REFERENCE, description: 'Id of the user who wrote it.' })
  authorId!: string;

  @ApiProperty({
    maxLength: PLAN_LIMITS.note.maxLength,
    example: 'The first round of talks is done.',
    description: 'The text of the note.',
  })
  content!: string;

  @ApiProperty({ ...NOTE_VISIBILITY, description: '`PRIVATE`: shown to its author only.' })
  visibility!: string;

  @ApiProperty(moment('When the note was written.'))
  createdAt!: string;

  @ApiPropertyOptional(permissionsOf('NotePermission', NOTE_PERMISSIONS, 'note'))
  permissions?: readonly NotePermission[];
}

/** The plan of an action, in short. */
@ApiSchema({ name: 'PlanSummary' })
export class PlanSummaryResponse {
  @ApiProperty({ ...ID, description: 'Id of the plan.' })
  id!: string;

  @ApiProperty({ type: MultiLanguageResponse, description: 'Title of the plan.' })
  title!: MultiLanguageResponse;

  @ApiPropertyOptional({ type: MultiLanguageResponse, description: 'Description of the plan.' })
  description?: MultiLanguageResponse;
}

/** An improvement action of a plan. */
@ApiSchema({ name: 'Action' })
export class ActionResponse {
  @ApiProperty({ ...ID, description: 'Id of the action.' })
  id!: string;

  @ApiProperty({ ...ID, description: 'Id of the company.' })
  companyId!: string;

  @ApiProperty({ ...ID, description: 'Id of the plan.' })
  planId!: string;

  @ApiProperty({ type: PlanSummaryResponse, description: 'The plan, in short.' })
  plan!: PlanSummaryResponse;

  @ApiProperty({ type: MultiLanguageResponse, description: 'Title of the action.' })
  title!: MultiLanguageResponse;

  @ApiPropertyOptional({ type: MultiLanguageResponse, description: 'What is to be done.' })
  description?: MultiLanguageResponse;

  @ApiProperty({ type: [FocusItemResponse], description: 'Goals of the action.' })
  focusItems!: readonly FocusItemResponse[];

  @ApiProperty({ type: [AssigneeStatusResponse], description: 'The people who carry it out.' })
  assigneeStatuses!: readonly AssigneeStatusResponse[];

  @ApiProperty({ ...REFERENCES, description: 'Target areas.' })
  hierarchyIds!: readonly string[];

  @ApiProperty({ ...REFERENCES, description: 'Target groups.' })
  groupIds!: readonly string[];

  @ApiProperty({ type: [ActionCharacteristicResponse], description: 'Targets by characteristics of people.' })
  characteristics!: readonly ActionCharacteristicResponse[];

  @ApiProperty({ ...ACTION_TYPE, description: 'Who carries it out: managers, or the company.' })
  actionType!: string;

  @ApiProperty({ ...SOURCE, description: 'Where the action comes from.' })
  source!: string;

  @ApiProperty({ ...VISIBILITY, description: 'As recorded. Who reads the plan reads all its actions.' })
  visibility!: string;

  @ApiProperty({ ...STATUS, description: 'How far the action has come.' })
  status!: string;

  @ApiProperty({
    ...PERCENT,
    description: 'Share of the assignees who have completed it; without assignees 100 when it is completed.',
    example: 50,
  })
  completionPercent!: number;

  @ApiPropertyOptional(moment('Until when it should be completed.'))
  dueDate?: string;

  @ApiPropertyOptional(moment('When it was started.'))
  startedAt?: string;

  @ApiPropertyOptional(moment('When it was completed.'))
  completedAt?: string;

  @ApiPropertyOptional({ ...REFERENCE, description: 'Id of the user who created it.' })
  createdBy?: string;

  @ApiProperty(moment('When it was created.'))
  createdAt!: string;

  @ApiProperty(moment('When it was last changed.'))
  updatedAt!: string;

  @ApiProperty({
    type: [NoteResponse],
    description: 'Oldest first. Private ones of other people are not among them.',
  })
  notes!: readonly NoteResponse[];

  @ApiPropertyOptional(permissionsOf('ActionPermission', ACTION_PERMISSIONS, 'action'))
  permissions?: readonly ActionPermission[];

  /** The part that is stored as a document; `updatedAt` has a column, the rest is added at read. */
  static documentOf({ updatedAt: _inColumn, ...state }: ActionState): ActionDocument {
    const { title, description } = state;
    return {
      ...state,
      title: MultiLanguageResponse.from(title),
      ...(description && { description: MultiLanguageResponse.from(description) }),
    };
  }

  /** The state of an action from its stored parts. The compiler refuses a property that only the answer declares. */
  static stateOf(document: ActionDocument, updatedAt: string): ActionState {
    const { title, description } = document;
    return {
      ...(document as Pick<ActionState, keyof ActionDocument>),
      title: toMultiLanguage(title),
      ...(description && { description: toMultiLanguage(description) }),
      updatedAt,
    };
  }

  /** The JSON of an action from its stored text. */
  static json(document: string, { updatedAt, plan, completionPercent, notes }: ActionParts): string {
    const computed = `"updatedAt":"${updatedAt}","plan":${plan},"completionPercent":${completionPercent}`;
    return `${document.slice(0, -1)},${computed},"notes":[${notes}]}`;
  }
}

/** The parts of an answer besides the document of an action. */
interface ActionParts {
  readonly updatedAt: string;
  /** Text of a JSON value. */
  readonly plan: string;
  readonly completionPercent: number;
  /** Texts of JSON values with commas between them. */
  readonly notes: string;
}

export type ActionDocument = Omit<
  ActionResponse,
  'plan' | 'completionPercent' | 'notes' | 'updatedAt' | 'permissions'
>;
