import type { Type } from '@nestjs/common';
import { newId } from '../../../src/shared-kernel/id.js';
import type { RecordImporter } from '../../../src/shared-kernel/record-importer.js';
import {
  DeletedTimesheetEntryResponse,
  TimesheetEntryResponse,
} from '../../../src/timesheets/application/timesheet.response.js';
import { DeletedTimesheetsImporter, TimesheetsImporter } from '../../../src/timesheets/index.js';
import {
  DeletedTimesheetRecord,
  TimesheetRecord,
} from '../../../src/timesheets/interface/timesheet.record.js';
import { DELETED_TIMESHEETS, TIMESHEETS } from '../builders/timesheet.js';
import type { Body, Given, Written } from '../property-walk.js';
import { bodyOf, entryOf, ID, imports, type WritableKind } from './writable-kind.js';

/** Later than the start of every record. */
const ENDS: Given = { values: () => ['2199-12-31T23:59:59.999Z', '2031-06-01T00:00:00.000Z'] };
const PERIOD_TYPE: Given = { values: () => ['A'.repeat(100), 'A', 'A_1'] };

function timesheet(
  [dto, response]: readonly [Type<object>, Type<object>],
  importer: Type<RecordImporter>,
  path: string,
  required: Body,
): WritableKind {
  return {
    dto,
    response,
    async open(app) {
      const companyId = await app.company();
      const client = await app.integration(undefined, companyId);
      const read = async (id: unknown): Promise<Written> => ({
        answers: { 'GET list': entryOf(bodyOf(await client.get(path))['results'], id) ?? {} },
      });
      return {
        ...imports(app, importer, companyId, read),
        dto,
        base: () => ({
          id: newId(),
          email: 'jo@example.com',
          externalId: '4711',
          startTime: '2026-03-02T08:00:00.000Z',
          ...required,
        }),
        given: {
          id: ID,
          endTime: ENDS,
          periodType: PERIOD_TYPE,
          'changeHistory[].periodType': PERIOD_TYPE,
        },
      };
    },
  };
}

export const liveTimesheet = timesheet(
  [TimesheetRecord, TimesheetEntryResponse],
  TimesheetsImporter,
  TIMESHEETS,
  {},
);
export const deletedTimesheet = timesheet(
  [DeletedTimesheetRecord, DeletedTimesheetEntryResponse],
  DeletedTimesheetsImporter,
  DELETED_TIMESHEETS,
  { deletedAt: '2026-03-04T10:00:00.000Z' },
);
