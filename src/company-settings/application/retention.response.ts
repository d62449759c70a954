import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  RETENTION_PERIODS,
  type RetentionPeriod,
  type RetentionSettings,
} from '../../privacy/retention/index.js';

interface PeriodForm {
  readonly type: 'integer';
  readonly format: 'int32';
  readonly minimum: number;
  readonly maximum: number;
}

/** A period in the document of the API. */
export function periodForm(name: RetentionPeriod): PeriodForm {
  const { least: minimum, most: maximum } = RETENTION_PERIODS[name];
  return { type: 'integer', format: 'int32', minimum, maximum };
}

/** Periods after which data is removed. */
@ApiSchema({ name: 'Retention' })
export class RetentionResponse {
  @ApiPropertyOptional({
    ...periodForm('leaversMonths'),
    description: 'Months after which a person who has left is erased. Left out if nobody is.',
    example: 24,
  })
  leaversMonths?: number;

  @ApiPropertyOptional({
    ...periodForm('timesheetsYears'),
    description: 'Years after which a timesheet entry is removed, by its start. Left out if none is.',
    example: 4,
  })
  timesheetsYears?: number;

  @ApiPropertyOptional({
    ...periodForm('closedPlansYears'),
    description:
      'Years after its last change after which a closed plan is removed: one that has actions, none of which is ' +
      'pending or in progress. Plans that were deleted so long ago can no longer be restored. Left out if none is.',
    example: 5,
  })
  closedPlansYears?: number;

  @ApiPropertyOptional({
    ...periodForm('auditDays'),
    description:
      'Days after which an audit record is removed, where the operator does not remove it sooner. Left out if the ' +
      'operator decides.',
    example: 365,
  })
  auditDays?: number;

  @ApiProperty({
    description:
      'Admins get a mail a week before something is removed. Data is removed once a week then, otherwise every day.',
    example: true,
  })
  warnByMail!: boolean;

  static from(settings: RetentionSettings): RetentionResponse {
    const { leaversMonths, timesheetsYears, closedPlansYears, auditDays, warnByMail } = settings;
    return {
      ...(leaversMonths !== undefined && { leaversMonths }),
      ...(timesheetsYears !== undefined && { timesheetsYears }),
      ...(closedPlansYears !== undefined && { closedPlansYears }),
      ...(auditDays !== undefined && { auditDays }),
      warnByMail,
    };
  }
}
