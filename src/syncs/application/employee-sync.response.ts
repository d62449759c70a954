import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../shared-kernel/id.js';
import { SOURCE_LIMITS } from '../../staff-files/index.js';
import { SYNC_REASONS, SYNC_STATUSES, type SyncReason, type SyncStatus } from '../domain/sync.js';

const ID = '665f1c2ab7e4d90012ab34cd';
const count = (description: string) =>
  ({ type: 'integer', format: 'int32', minimum: 0, description }) as const;
const moment = (description: string) =>
  ({ type: String, format: 'date-time', description, example: '2026-03-01T02:00:00.000Z' }) as const;

/** A person of a list that is not valid. */
@ApiSchema({ name: 'EmployeeSyncIssue' })
export class EmployeeSyncIssueResponse {
  @ApiProperty({
    type: String,
    description: 'The person and the property: people are counted from 0.',
    example: '[12].email',
  })
  path!: string;

  @ApiProperty({
    type: String,
    pattern: '^[A-Z_]+$',
    description: 'Code of the rule.',
    example: 'NOT_UNIQUE',
  })
  code!: string;

  @ApiProperty({
    type: String,
    minLength: 1,
    description: 'The rule.',
    example: 'must not occur twice in one list: row 12 has it, too',
  })
  message!: string;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    description: 'Of a file: the row as a spreadsheet numbers it, the header row first.',
    example: 14,
  })
  line?: number;

  @ApiPropertyOptional({
    type: String,
    description: 'Of a file: the header of the column.',
    example: 'Bereich',
  })
  column?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'The value as the list has it, or its beginning; absent for none.',
    example: 'jo@',
  })
  value?: string;
}

/** An issue of a row of a list. */
@ApiSchema({ name: 'EmployeeSyncRowIssue' })
export class EmployeeSyncRowIssueResponse extends EmployeeSyncIssueResponse {}

/** People by what the sync does with them. */
@ApiSchema({ name: 'EmployeeSyncCounts' })
export class EmployeeSyncCountsResponse {
  @ApiProperty(count('New people, and deleted ones who come back.'))
  added!: number;

  @ApiPropertyOptional(
    count('Those among the added who were deleted and come back. Absent where there are none.'),
  )
  revived?: number;

  @ApiProperty(count('People who are different afterwards.'))
  changed!: number;

  @ApiPropertyOptional(
    count(
      'Those among the changed who had no source, and belong to this one now. Absent where there are none.',
    ),
  )
  adopted?: number;

  @ApiPropertyOptional(
    count(
      'Those among the changed who get another external id or e-mail address, or another name by a file. Absent where ' +
        'there are none.',
    ),
  )
  keyChanges?: number;

  @ApiProperty(count('People of the source whom the list does not name: their employment ends.'))
  ended!: number;

  @ApiProperty(count('People who are as in the list already.'))
  unchanged!: number;

  @ApiProperty(count('People who are left alone.'))
  skipped!: number;

  @ApiPropertyOptional(count('With `badRows=skip`: those among the skipped whose rows of the list are bad.'))
  bad?: number;

  @ApiPropertyOptional(
    count('Rows that name people who were erased: nothing is done. Absent where there are none.'),
  )
  suppressed?: number;

  @ApiPropertyOptional(
    count(
      'Of a file: rows whose last day is past. They count as not in the list. Absent where there are none.',
    ),
  )
  left?: number;

  @ApiPropertyOptional(
    count(
      'Of a file: rows that `leaveOut` or `mainRows` of the source leave out, and repeated header rows. Absent where ' +
        'there are none.',
    ),
  )
  leftOut?: number;

  @ApiPropertyOptional(
    count(
      'Of a file: people whose name had soft hyphens, line breaks or spaces of another width, which are not read. ' +
        'Absent where there are none.',
    ),
  )
  cleanedNames?: number;
}

/** The sync of the people of a source. */
@ApiSchema({ name: 'EmployeeSync' })
export class EmployeeSyncResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the sync.', example: ID })
  id!: string;

  @ApiProperty({
    type: String,
    minLength: 1,
    ...SOURCE_LIMITS,
    description: 'Name of the source.',
    example: 'hr',
  })
  source!: string;

  @ApiProperty({
    enum: SYNC_STATUSES,
    enumName: 'EmployeeSyncStatus',
    description:
      '`QUEUED` and `PREVIEWING` until the changes are known, then `READY`, or `BLOCKED` where something ' +
      'is in the way; `APPLYING`, `APPLIED`; `FAILED` when the service has given up.',
    example: 'READY',
  })
  status!: SyncStatus;

  @ApiPropertyOptional({
    enum: SYNC_REASONS,
    enumName: 'EmployeeSyncReason',
    description:
      'Of a sync that is `BLOCKED` or `FAILED`. `TOO_MANY_ENDS`: it would end more people than it may ' +
      'without `allowEnd`. `TOO_MANY_REVIVALS`: it would bring back more deleted people than it may without ' +
      '`allowRevive`. `TOO_MANY_KEY_CHANGES`: it would change the external id or e-mail address of more people ' +
      'than it may without `allowKeyChanges`. `TOO_MANY_ADDED`: it would add more people than it may without ' +
      '`allowAdd`. `TOO_MANY_BAD_ROWS`: it would leave out more bad rows than it may without ' +
      '`allowBad`. `EMPTY_LIST`, `BAD_ROWS`, `UNKNOWN_COLUMNS`, `UNREADABLE_FILE` (see `issues`) and ' +
      '`TOO_MANY_MOVES` (more than 1,000 people take over the e-mail address of another one) cannot be ' +
      'allowed.',
    example: 'TOO_MANY_ENDS',
  })
  reason?: SyncReason;

  @ApiPropertyOptional({
    type: [EmployeeSyncIssueResponse],
    maxItems: 100,
    description: 'The people of the list who are not valid, and the properties that violate a rule.',
  })
  issues?: readonly EmployeeSyncIssueResponse[];

  @ApiPropertyOptional({
    type: EmployeeSyncCountsResponse,
    description:
      'As planned, and as done once it is applied. Absent until they are known, and of lists that are not valid.',
  })
  counts?: EmployeeSyncCountsResponse;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'True where nobody is ended, because the keys of a bad row cannot be read: it may be the row of any person.',
    example: true,
  })
  endsHeldBack?: boolean;

  @ApiProperty(moment('When the list had arrived.'))
  createdAt!: string;

  @ApiPropertyOptional(moment('When it was applied, or failed.'))
  finishedAt?: string;

  @ApiPropertyOptional(moment('When an operator has undone it.'))
  undoneAt?: string;
}
