import { expiryOf, timeToNextRun } from './retention-run.js';
import type { RetentionSettings } from './retention-settings.js';

const at = new Date('2026-03-31T10:00:00.000Z');
const expiry = (kind: Parameters<typeof expiryOf>[0], settings: Partial<RetentionSettings>) =>
  expiryOf(kind, { companyId: 'c', at, settings: { warnByMail: false, ...settings } })?.toISOString();

it.each([
  ['leavers', { leaversMonths: 1 }, '2026-02-28T10:00:00.000Z'],
  ['leavers', { leaversMonths: 3 }, '2025-12-31T10:00:00.000Z'],
  ['leavers', { leaversMonths: 25 }, '2024-02-29T10:00:00.000Z'],
  ['timesheets', { timesheetsYears: 4 }, '2022-03-31T10:00:00.000Z'],
  ['closedPlans', { closedPlansYears: 1 }, '2025-03-31T10:00:00.000Z'],
  ['deletedPlans', { closedPlansYears: 1 }, '2025-03-31T10:00:00.000Z'],
  ['auditRecords', { auditDays: 30 }, '2026-03-01T10:00:00.000Z'],
] as const)('%s with %j are removed that are older than %s', (kind, settings, time) => {
  expect(expiry(kind, settings)).toBe(time);
});

it('keeps what has no period', () => {
  expect(expiry('leavers', { timesheetsYears: 4 })).toBeUndefined();
});

it('runs every day, with a mail a week before every week, and not at all without a period', () => {
  expect(timeToNextRun({ warnByMail: false, auditDays: 30 })).toBe(86_400_000);
  expect(timeToNextRun({ warnByMail: true, auditDays: 30 })).toBe(7 * 86_400_000);
  expect(timeToNextRun({ warnByMail: true })).toBeUndefined();
});
