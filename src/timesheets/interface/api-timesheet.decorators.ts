import type { Type } from '@nestjs/common';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { DeletedTimesheetPageResponse, TimesheetPageResponse } from '../application/timesheet.response.js';

const BREAK = { startTime: '2026-03-02T12:00:00.000Z', endTime: '2026-03-02T12:30:00.000Z', duration: 1_800 };
const RECORDED = {
  id: '665f1c2ab7e4d90012ab34cd',
  email: 'jo@example.com',
  externalId: '4711',
  timeZone: 'Europe/Madrid',
  startTime: '2026-03-02T08:00:00.000Z',
  endTime: '2026-03-02T16:30:00.000Z',
  breaks: [BREAK],
  periodType: 'ACTIVE',
  changeHistory: [
    {
      startTime: '2026-03-02T08:00:00.000Z',
      endTime: '2026-03-02T16:00:00.000Z',
      breaks: [BREAK],
      periodType: 'ACTIVE',
      changeReason: 'Forgot to clock out',
      changedBy: { email: 'boss@example.com', externalId: '12' },
      changedAt: '2026-03-03T09:15:00.000Z',
    },
  ],
};

export function ApiTimesheetPage(): MethodDecorator {
  return page(TimesheetPageResponse, 'A window of the entries, by start.', { ...RECORDED, active: true });
}

export function ApiDeletedTimesheetPage(): MethodDecorator {
  return page(DeletedTimesheetPageResponse, 'A window of the deleted entries, by deletion.', {
    ...RECORDED,
    originalTimesheetId: '665f1c2ab7e4d90012ab34ce',
    deletedAt: '2026-03-04T10:00:00.000Z',
    deletedBy: '665f1c2ab7e4d90012ab3411',
    deletedReason: 'Recorded twice',
  });
}

function page(schema: Type, description: string, entry: object): MethodDecorator {
  const example = { from: 0, to: 10, total: 1, noContent: false, results: [entry] };
  return ApiJson(schema, description, example);
}
