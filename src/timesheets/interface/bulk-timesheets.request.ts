import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath, OmitType } from '@nestjs/swagger';
import { MAX_BULK_ROWS } from '../../platform/bulk/bulk.limits.js';
import { Operation } from '../../platform/bulk/bulk.request.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { FilledText, Id, Nested, NestedList, Text } from '../../platform/dto/properties.js';
import { TimesheetEntryResponse } from '../application/timesheet.response.js';
import { MAX_TIMESHEET_BREAKS, TIMESHEET_LIMITS } from '../domain/timesheet.rules.js';
import { BreakRecord, TimesheetRecord } from './timesheet.record.js';

/** An entry as a request writes it: what is absent is removed. */
@ApiSchema({ name: 'TimesheetInput' })
@DescribedBy(TimesheetEntryResponse)
export class TimesheetRequest extends OmitType(TimesheetRecord, [
  'id',
  'timesheetExternalId',
  'breaks',
  'changeHistory',
]) {
  @NestedList(() => BreakRecord, {
    maxItems: MAX_TIMESHEET_BREAKS,
    description: 'Interruptions of work, within the entry and one after the other.',
  })
  breaks?: BreakRecord[];
}

/** A row that finds its entry. */
abstract class KeyedRow {
  @Id({ description: 'The entry, by id or by its external id.' })
  id?: string;

  @FilledText({
    ...TIMESHEET_LIMITS.timesheetExternalId,
    description: 'In place of `id`: the `timesheetExternalId` of the entry.',
    example: 'T-2026-03-02-4711',
  })
  externalId?: string;
}

@ApiSchema({ name: 'PutTimesheetRow' })
export class PutTimesheetRow extends KeyedRow {
  @Operation('put', 'Replaces the entry, or creates it.')
  operation!: 'put';

  @Nested(() => TimesheetRequest, { required: true, description: 'The whole entry.' })
  entry!: TimesheetRequest;

  @Text({
    ...TIMESHEET_LIMITS.reason,
    multiline: true,
    description: 'Why the entry is changed. A new entry has none.',
    example: 'Forgot to clock out',
  })
  reason?: string;
}

@ApiSchema({ name: 'DeleteTimesheetRow' })
export class DeleteTimesheetRow extends KeyedRow {
  @Operation('delete', 'Moves the entry to the deleted ones.')
  operation!: 'delete';

  @Text({
    ...TIMESHEET_LIMITS.reason,
    multiline: true,
    description: 'Why the entry is deleted.',
    example: 'Recorded twice',
  })
  reason?: string;
}

/** The rows by their operations. */
export const ROWS = { put: PutTimesheetRow, delete: DeleteTimesheetRow } as const;

/** It is only documented: rows are read one by one, because one that is not valid does not concern the others. */
@ApiSchema({ name: 'BulkTimesheetsInput' })
@ApiExtraModels(...Object.values(ROWS))
export class BulkTimesheetsRequest {
  @ApiProperty({
    type: 'array',
    items: { oneOf: Object.values(ROWS).map((row) => ({ $ref: getSchemaPath(row) })) },
    maxItems: MAX_BULK_ROWS,
    description: 'Changes of entries, which are carried out in their order.',
  })
  rows!: (PutTimesheetRow | DeleteTimesheetRow)[];
}
