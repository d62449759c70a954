import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { REFERENCE_FORM } from '../../platform/dto/properties.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { INT32_MAX } from '../../shared-kernel/int32.js';
import {
  PERIOD_TYPES,
  type Break,
  type Change,
  type ChangeAuthor,
  type DeletedTimesheetEntry,
  type TimesheetEntry,
} from '../domain/timesheet-entry.js';
import { PERIOD_TYPE_PATTERN, TIMESHEET_LIMITS } from '../domain/timesheet.rules.js';

const text = (example: string, description: string, form: object = REFERENCE_FORM) =>
  ({ type: String, ...form, description, example }) as const;
const moment = (example: string, description: string) =>
  ({ type: String, format: 'date-time', description, example }) as const;
const PERIOD_TYPE = {
  type: String,
  pattern: PERIOD_TYPE_PATTERN,
  maxLength: TIMESHEET_LIMITS.periodType.maxLength,
  description: `${PERIOD_TYPES.map((type) => `\`${type}\``).join(', ')}, or another one that was imported.`,
  example: 'ACTIVE',
};

/** An interruption of work. */
@ApiSchema({ name: 'TimesheetBreak' })
export class BreakResponse {
  @ApiPropertyOptional(moment('2026-03-02T12:00:00.000Z', 'When the break began.'))
  startTime?: string | undefined;

  @ApiPropertyOptional(moment('2026-03-02T12:30:00.000Z', 'When the break ended.'))
  endTime?: string | undefined;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: INT32_MAX,
    description: 'Whole seconds, as recorded.',
    example: 1_800,
  })
  duration?: number | undefined;

  static from({ startTime, endTime, duration }: Break): BreakResponse {
    return { startTime, endTime, duration };
  }
}

@ApiSchema({ name: 'TimesheetChangeAuthor' })
export class ChangeAuthorResponse {
  @ApiPropertyOptional(text('boss@example.com', 'E-mail address of the person.', EMAIL_LIMITS))
  email?: string | undefined;

  @ApiPropertyOptional(text('12', 'Id of the person in the HR system.'))
  externalId?: string | undefined;

  @ApiPropertyOptional(text('665f1c2ab7e4d90012ab3412', 'Id of the API key that changed it.', ID_FORM))
  apiKeyId?: string | undefined;

  static from({ email, externalId, apiKeyId }: ChangeAuthor): ChangeAuthorResponse {
    return { email, externalId, apiKeyId };
  }
}

/** The state of an entry before a change. */
@ApiSchema({ name: 'TimesheetChange' })
export class ChangeResponse {
  @ApiPropertyOptional(moment('2026-03-02T08:00:00.000Z', 'When the period began.'))
  startTime?: string | undefined;

  @ApiPropertyOptional(moment('2026-03-02T16:00:00.000Z', 'When the period ended.'))
  endTime?: string | undefined;

  @ApiProperty({ type: [BreakResponse], description: 'Interruptions of the period.' })
  breaks!: readonly BreakResponse[];

  @ApiPropertyOptional(PERIOD_TYPE)
  periodType?: string | undefined;

  @ApiPropertyOptional(text('Forgot to clock out', 'Why it was changed.', TIMESHEET_LIMITS.reason))
  changeReason?: string | undefined;

  @ApiPropertyOptional({ type: ChangeAuthorResponse, description: 'Who changed it.' })
  changedBy?: ChangeAuthorResponse | undefined;

  @ApiPropertyOptional(moment('2026-03-03T09:15:00.000Z', 'When it was changed.'))
  changedAt?: string | undefined;

  static from(change: Change): ChangeResponse {
    const { startTime, endTime, periodType, changeReason, changedBy, changedAt } = change;
    return {
      startTime,
      endTime,
      breaks: change.breaks.map((each) => BreakResponse.from(each)),
      periodType,
      changeReason,
      changedBy: changedBy && ChangeAuthorResponse.from(changedBy),
      changedAt,
    };
  }
}

/** Properties of live and deleted entries. */
class RecordedTimeResponse {
  @ApiProperty(text('665f1c2ab7e4d90012ab34cd', 'Id of the entry.', ID_FORM))
  id!: string;

  @ApiPropertyOptional(text('T-2026-03-02-4711', 'Id of the entry in the system that records it.'))
  timesheetExternalId?: string | undefined;

  @ApiPropertyOptional(text('jo@example.com', 'E-mail of the employee.', EMAIL_LIMITS))
  email?: string | undefined;

  @ApiPropertyOptional(text('4711', "The employee's id in the HR system."))
  externalId?: string | undefined;

  @ApiPropertyOptional(text('Europe/Madrid', 'IANA time zone of the entry.', { minLength: 1 }))
  timeZone?: string | undefined;

  @ApiProperty(moment('2026-03-02T08:00:00.000Z', 'When work began.'))
  startTime!: string;

  @ApiPropertyOptional(moment('2026-03-02T16:30:00.000Z', 'When work ended.'))
  endTime?: string | undefined;

  @ApiProperty({ type: [BreakResponse], description: 'Interruptions of work.' })
  breaks!: readonly BreakResponse[];

  @ApiPropertyOptional(PERIOD_TYPE)
  periodType?: string | undefined;

  @ApiProperty({ type: [ChangeResponse], description: 'Earlier states of the entry.' })
  changeHistory!: readonly ChangeResponse[];
}

/** A recorded working time. */
@ApiSchema({ name: 'Timesheet' })
export class TimesheetEntryResponse extends RecordedTimeResponse {
  @ApiPropertyOptional({ type: Boolean, description: 'On live entries only.', example: true })
  active?: boolean | undefined;

  static from(entry: TimesheetEntry): TimesheetEntryResponse {
    const { id, timesheetExternalId, email, externalId, timeZone, startTime, endTime, active, periodType } =
      entry;
    return {
      ...{ id, timesheetExternalId, email, externalId, timeZone, startTime, endTime, active },
      breaks: entry.breaks.map((each) => BreakResponse.from(each)),
      periodType,
      changeHistory: entry.changeHistory.map((change) => ChangeResponse.from(change)),
    };
  }
}

/** A working time that was deleted. */
@ApiSchema({ name: 'DeletedTimesheet' })
export class DeletedTimesheetEntryResponse extends RecordedTimeResponse {
  @ApiPropertyOptional(text('665f1c2ab7e4d90012ab34ce', 'Id of the live entry that it was.'))
  originalTimesheetId?: string | undefined;

  @ApiProperty(moment('2026-03-04T10:00:00.000Z', 'When it was deleted.'))
  deletedAt!: string;

  @ApiPropertyOptional(text('665f1c2ab7e4d90012ab3411', 'Id of the person or API key that deleted it.'))
  deletedBy?: string | undefined;

  @ApiPropertyOptional(text('Recorded twice', 'Why it was deleted.', TIMESHEET_LIMITS.reason))
  deletedReason?: string | undefined;

  static from(entry: DeletedTimesheetEntry): DeletedTimesheetEntryResponse {
    const { id, timesheetExternalId, email, externalId, timeZone, startTime, endTime, periodType } = entry;
    const { originalTimesheetId, deletedAt, deletedBy, deletedReason } = entry;
    return {
      ...{ id, timesheetExternalId, email, externalId, timeZone, startTime, endTime },
      breaks: entry.breaks.map((each) => BreakResponse.from(each)),
      periodType,
      changeHistory: entry.changeHistory.map((change) => ChangeResponse.from(change)),
      ...{ originalTimesheetId, deletedAt, deletedBy, deletedReason },
    };
  }
}

/** A window of a list. */
class PageResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    description: '`from` of the request, or its default.',
    example: 0,
  })
  from!: number;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    description: '`to` of the request, or its default.',
    example: 10,
  })
  to!: number;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    description: 'All entries that match.',
    example: 1,
  })
  total!: number;

  @ApiProperty({ description: 'Whether `results` is empty.', example: false })
  noContent!: boolean;
}

/** A window of the live entries. */
@ApiSchema({ name: 'TimesheetPage' })
export class TimesheetPageResponse extends PageResponse {
  @ApiProperty({ type: [TimesheetEntryResponse], description: 'The entries of the window.' })
  results!: readonly TimesheetEntryResponse[];
}

/** A window of the deleted entries. */
@ApiSchema({ name: 'DeletedTimesheetPage' })
export class DeletedTimesheetPageResponse extends PageResponse {
  @ApiProperty({ type: [DeletedTimesheetEntryResponse], description: 'The entries of the window.' })
  results!: readonly DeletedTimesheetEntryResponse[];
}
