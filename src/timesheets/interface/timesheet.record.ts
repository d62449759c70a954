import { Checked } from '../../platform/dto/checks.js';
import {
  DateTime,
  Email,
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
import { newId } from '../../shared-kernel/id.js';
import { periodTypeIssues, TIMESHEET_LIMITS } from '../domain/timesheet.rules.js';

class BreakRecord {
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
  /** A record without one is a new entry. */
  @Id()
  id?: string;

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
  id: string;
  breaks: BreakRecord[];
  changeHistory: (ChangeRecord & { breaks: BreakRecord[] })[];
};

/** Fills in the properties that a valid record may leave out. */
export function toEntry<Record extends RecordedTimeRecord>(record: Record): WithDefaults<Record> {
  return Object.assign(record, {
    id: record.id ?? newId(),
    breaks: record.breaks ?? [],
    changeHistory: (record.changeHistory ?? []).map((change) =>
      Object.assign(change, { breaks: change.breaks ?? [] }),
    ),
  });
}
