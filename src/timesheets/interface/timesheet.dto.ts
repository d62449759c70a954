import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INT32_MAX } from '../../shared-kernel/int32.js';
import { PERIOD_TYPES } from '../domain/timesheet-entry.js';
import { PERIOD_TYPE_PATTERN, TIMESHEET_LIMITS } from '../domain/timesheet.rules.js';

const ID = { example: '665f1c2ab7e4d90012ab34cd' };
const EMAIL = { description: 'E-mail of the employee.', example: 'jo@example.com' };
const EXTERNAL_ID = { description: "The employee's id in the HR system.", example: '4711' };
const moment = (example: string) => ({ type: String, format: 'date-time', example }) as const;
const PERIOD_TYPE = {
  pattern: PERIOD_TYPE_PATTERN,
  maxLength: TIMESHEET_LIMITS.periodType.maxLength,
  description: `${PERIOD_TYPES.map((type) => `\`${type}\``).join(', ')}, or another one that was imported.`,
  example: 'ACTIVE',
};

/** An interruption of work. */
export class TimesheetBreak {
  @ApiPropertyOptional(moment('2026-03-02T12:00:00.000Z'))
  startTime?: string;

  @ApiPropertyOptional(moment('2026-03-02T12:30:00.000Z'))
  endTime?: string;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: INT32_MAX,
    description: 'Whole seconds, as recorded.',
    example: 1_800,
  })
  duration?: number;
}

/** Who changed an entry. */
export class TimesheetChangeAuthor {
  @ApiPropertyOptional({ example: 'boss@example.com' })
  email?: string;

  @ApiPropertyOptional({ example: '12' })
  externalId?: string;
}

/** What an entry was like before a change. */
export class TimesheetChange {
  @ApiPropertyOptional(moment('2026-03-02T08:00:00.000Z'))
  startTime?: string;

  @ApiPropertyOptional(moment('2026-03-02T16:00:00.000Z'))
  endTime?: string;

  @ApiProperty({ type: [TimesheetBreak] })
  breaks!: readonly TimesheetBreak[];

  @ApiPropertyOptional(PERIOD_TYPE)
  periodType?: string;

  @ApiPropertyOptional({ example: 'Forgot to clock out' })
  changeReason?: string;

  @ApiPropertyOptional({ type: TimesheetChangeAuthor })
  changedBy?: TimesheetChangeAuthor;

  @ApiPropertyOptional(moment('2026-03-03T09:15:00.000Z'))
  changedAt?: string;
}

/** What live and deleted entries have in common. */
class RecordedTimesheet {
  @ApiProperty(ID)
  id!: string;

  @ApiPropertyOptional(EMAIL)
  email?: string;

  @ApiPropertyOptional(EXTERNAL_ID)
  externalId?: string;

  @ApiPropertyOptional({ description: 'IANA time zone of the entry.', example: 'Europe/Madrid' })
  timeZone?: string;

  @ApiProperty(moment('2026-03-02T08:00:00.000Z'))
  startTime!: string;

  @ApiPropertyOptional(moment('2026-03-02T16:30:00.000Z'))
  endTime?: string;

  @ApiProperty({ type: [TimesheetBreak] })
  breaks!: readonly TimesheetBreak[];

  @ApiPropertyOptional(PERIOD_TYPE)
  periodType?: string;

  @ApiProperty({ type: [TimesheetChange] })
  changeHistory!: readonly TimesheetChange[];
}

/** A recorded time of work (interface 2.9). */
export class Timesheet extends RecordedTimesheet {
  @ApiPropertyOptional({ description: 'On live entries only.', example: true })
  active?: boolean;
}

/** A record of a time of work that has been deleted (interface 2.9). */
export class DeletedTimesheet extends RecordedTimesheet {
  @ApiPropertyOptional({
    description: 'Id of the live entry that it was.',
    example: '665f1c2ab7e4d90012ab34ce',
  })
  originalTimesheetId?: string;

  @ApiProperty(moment('2026-03-04T10:00:00.000Z'))
  deletedAt!: string;

  @ApiPropertyOptional({ description: 'Id of who deleted it.', example: '665f1c2ab7e4d90012ab3411' })
  deletedBy?: string;

  @ApiPropertyOptional({ example: 'Recorded twice' })
  deletedReason?: string;
}

/** A window of a list. */
class Page {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'As asked for.', example: 0 })
  from!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'As asked for, exclusive.', example: 10 })
  to!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'All entries that match.', example: 1 })
  total!: number;

  @ApiProperty({ description: 'Whether `results` is empty.', example: false })
  noContent!: boolean;
}

/** A window of the live entries. */
export class TimesheetPage extends Page {
  @ApiProperty({ type: [Timesheet] })
  results!: readonly Timesheet[];
}

/** A window of the deleted entries. */
export class DeletedTimesheetPage extends Page {
  @ApiProperty({ type: [DeletedTimesheet] })
  results!: readonly DeletedTimesheet[];
}
