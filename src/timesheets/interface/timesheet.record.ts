import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import {
  DateTime,
  Email,
  FilledText,
  Flag,
  Id,
  Int32,
  Nested,
  NestedList,
  Property,
  Reference,
  Text,
  TimeZone,
} from '../../platform/dto/properties.js';
import { BreakResponse } from '../application/timesheet.response.js';
import { periodTypeIssues, TIMESHEET_LIMITS } from '../domain/timesheet.rules.js';

/** An interruption of work. */
@ApiSchema({ name: 'TimesheetBreakInput' })
@DescribedBy(BreakResponse)
export class BreakRecord {
  @DateTime()
  startTime?: string;

  @DateTime()
  endTime?: string;

  @Int32({ minimum: 0 })
  duration?: number;
}

class ChangeAuthorRecord {
  @Email()
  email?: string;

  @Reference()
  externalId?: string;

  @Id()
  apiKeyId?: string;
}

class ChangeRecord {
  @DateTime()
  startTime?: string;

  @DateTime()
  endTime?: string;

  @NestedList(() => BreakRecord)
  breaks?: BreakRecord[];

  @Property(Checked(periodTypeIssues), { type: String })
  periodType?: string;

  @Text({ ...TIMESHEET_LIMITS.reason, multiline: true })
  changeReason?: string;

  @Nested(() => ChangeAuthorRecord)
  changedBy?: ChangeAuthorRecord;

  @DateTime()
  changedAt?: string;
}

class RecordedTimeRecord {
  /** A record without one is found by its `timesheetExternalId`, or is a new entry. */
  @Id()
  id?: string;

  @FilledText(TIMESHEET_LIMITS.timesheetExternalId)
  timesheetExternalId?: string;

  @Email()
  email?: string;

  @Reference()
  externalId?: string;

  @TimeZone()
  timeZone?: string;

  @DateTime({ required: true })
  startTime!: string;

  @DateTime()
  endTime?: string;

  @NestedList(() => BreakRecord)
  breaks?: BreakRecord[];

  @Property(Checked(periodTypeIssues), { type: String })
  periodType?: string;

  @NestedList(() => ChangeRecord)
  changeHistory?: ChangeRecord[];
}

/** A live entry in an import, in the shape in which the API returns it. */
export class TimesheetRecord extends RecordedTimeRecord {
  @Flag()
  active?: boolean;
}

/** A deleted entry in an import, in the shape in which the API returns it. */
export class DeletedTimesheetRecord extends RecordedTimeRecord {
  @Reference()
  originalTimesheetId?: string;

  @DateTime({ required: true })
  deletedAt!: string;

  @Reference()
  deletedBy?: string;

  @Text({ ...TIMESHEET_LIMITS.reason, multiline: true })
  deletedReason?: string;
}

type WithDefaults<Record> = Record & {
  breaks: BreakRecord[];
  changeHistory: (ChangeRecord & { breaks: BreakRecord[] })[];
};

/** Fills in the lists that a valid record may leave out. */
export function toEntry<Record extends RecordedTimeRecord>(record: Record): WithDefaults<Record> {
  return Object.assign(record, {
    breaks: record.breaks ?? [],
    changeHistory: (record.changeHistory ?? []).map((change) =>
      Object.assign(change, { breaks: change.breaks ?? [] }),
    ),
  });
}
