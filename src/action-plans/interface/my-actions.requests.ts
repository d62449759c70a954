import { ApiSchema, PickType } from '@nestjs/swagger';
import { PageQuery } from '../../platform/dto/page-query.js';
import { QueryEnum, QueryFlag } from '../../platform/dto/query-properties.js';
import type { MyActionsFilter } from '../application/my-actions.queries.js';
import { ACTION_STATUSES, type ActionStatus } from '../domain/enumerations.js';
import { CreateNoteRequest } from './note.requests.js';

/** Window and filters of the actions of the caller. */
export class ListMyActionsQuery extends PageQuery implements MyActionsFilter {
  @QueryEnum(ACTION_STATUSES, {
    name: 'ActionStatus',
    description: 'Actions in which the caller has this status.',
    example: 'PENDING',
  })
  status?: ActionStatus;

  @QueryFlag({
    description: 'With `true`, actions that are due in the past and that the caller has not finished.',
    example: true,
  })
  overdue?: boolean;
}

/** A note by somebody who is assigned to an action. */
@ApiSchema({ name: 'MyNoteInput' })
export class MyNoteRequest extends PickType(CreateNoteRequest, ['content']) {}
