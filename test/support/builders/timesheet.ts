import { newId } from '../../../src/shared-kernel/id.js';
import type { Body } from './plan.js';

/** Live entries. */
export const TIMESHEETS = '/api/v1/public/company/timesheets';

export const DELETED_TIMESHEETS = `${TIMESHEETS}/deleted`;

export const BULK_TIMESHEETS = `${TIMESHEETS}/bulk`;

/** A record of a live entry with every property; overrides replace properties, `undefined` removes them. */
export function timesheetRecord(overrides: Body = {}): Body & { id: string } {
  return {
    id: newId(),
    timesheetExternalId: `T-${newId()}`,
    email: 'Jo@Example.com',
    externalId: '4711',
    timeZone: 'Europe/Madrid',
    startTime: '2026-03-02T08:00:00.000Z',
    endTime: '2026-03-02T16:30:00.000Z',
    active: true,
    breaks: [{ startTime: '2026-03-02T12:00:00.000Z', endTime: '2026-03-02T12:30:00.000Z', duration: 1_799 }],
    periodType: 'ACTIVE',
    changeHistory: [changeRecord()],
    ...overrides,
  };
}

/** A record of a deleted entry with every property. */
export function deletedTimesheetRecord(overrides: Body = {}): Body & { id: string } {
  const { active: _, ...recorded } = timesheetRecord();
  return {
    ...recorded,
    originalTimesheetId: newId(),
    deletedAt: '2026-03-04T10:00:00.000Z',
    deletedBy: newId(),
    deletedReason: 'Recorded\ntwice',
    ...overrides,
  };
}

/** The least that makes an entry. */
export function minimalTimesheet(overrides: Body = {}): Body & { id: string } {
  return { id: newId(), externalId: '4711', startTime: '2026-03-02T08:00:00.000Z', ...overrides };
}

/** A record of a change with every property. */
export function changeRecord(overrides: Body = {}): Body {
  return {
    startTime: '2026-03-02T08:00:00.000Z',
    endTime: '2026-03-02T16:00:00.000Z',
    breaks: [{ startTime: '2026-03-02T12:00:00.000Z', endTime: '2026-03-02T12:30:00.000Z', duration: 0 }],
    periodType: 'ON_CALL',
    changeReason: 'Forgot\nto clock out',
    changedBy: { email: 'boss@example.com', externalId: '12', apiKeyId: newId() },
    changedAt: '2026-03-03T09:15:00.000Z',
    ...overrides,
  };
}
