import { ApiProperty, ApiPropertyOptional, ApiSchema, PickType } from '@nestjs/swagger';
import { MultiLanguageResponse } from '../../platform/dto/multi-language.js';
import { WindowResponse } from '../../platform/dto/window-response.js';
import { ActionResponse, AssigneeStatusResponse } from './action.response.js';

/** The caller's own part of an action. */
@ApiSchema({ name: 'MyAssignment' })
export class MyAssignmentResponse extends PickType(AssigneeStatusResponse, [
  'status',
  'startedAt',
  'completedAt',
]) {}

/** An action that the caller is assigned to, without other people, goals and notes. */
@ApiSchema({ name: 'MyAction' })
export class MyActionResponse extends PickType(ActionResponse, [
  'id',
  'title',
  'description',
  'status',
  'dueDate',
  'updatedAt',
]) {
  @ApiProperty({ description: 'How far the caller has come.' })
  assignment!: MyAssignmentResponse;

  @ApiPropertyOptional({
    type: MultiLanguageResponse,
    description: 'Title of the plan. Absent where the plan is private, and the caller is not its creator.',
  })
  planTitle?: MultiLanguageResponse;
}

/** A window of the actions that the caller is assigned to. */
@ApiSchema({ name: 'MyActionPage' })
export class MyActionPageResponse extends WindowResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: 'All actions that the caller is assigned to and that match.',
  })
  total!: number;

  @ApiProperty({
    type: [MyActionResponse],
    description:
      'The actions of the window, those that are due first at first, those without a due date last.',
  })
  result!: readonly MyActionResponse[];
}
