import { PLAN_EXPORT_FILES, PLAN_EXPORT_TABLES } from '../../../action-plans/exports/index.js';
import { PLAN_TABLES } from '../../../action-plans/index.js';
import { AUDIT_TABLES } from '../../../audit/index.js';
import { CHANGE_TABLES } from '../../../changes/index.js';
import { USER_TABLES } from '../../../identity/index.js';
import { KEY_PERIOD_TABLES } from '../../../persons/index.js';
import { SYNC_FILES, SYNC_TABLES } from '../../../syncs/index.js';
import { SCIM_TABLES } from '../../../scim/index.js';
import { SIGN_IN_TABLES } from '../../../sign-in/index.js';
import { REMINDER_TABLES } from '../../../reminders/index.js';
import type { PersonalPlace, PersonalTable } from '../../../shared-kernel/personal-tables.js';
import { TIMESHEET_TABLES } from '../../../timesheets/index.js';
import { WEBHOOK_TABLES } from '../../../webhooks/index.js';
import { EMPLOYEE_TABLES } from '../../../workforce/index.js';
import { ACCESS_ARCHIVES, ACCESS_TABLES } from '../../access/index.js';
import { ERASURE_TABLES, LEDGER_FILES, LOG, OUTBOX, PLATFORM_TABLES } from '../../erasure/index.js';
import { LEGAL_HOLD_TABLES } from '../../holds/index.js';

/** Every table with data about people, as `docs/personal-data.md` has them. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  ...[...USER_TABLES, ...SIGN_IN_TABLES, ...KEY_PERIOD_TABLES, ...EMPLOYEE_TABLES],
  ...[...PLAN_TABLES, ...PLAN_EXPORT_TABLES, ...TIMESHEET_TABLES, ...REMINDER_TABLES, ...AUDIT_TABLES],
  ...[...SYNC_TABLES, ...SCIM_TABLES, ...WEBHOOK_TABLES, ...CHANGE_TABLES],
  ...[...PLATFORM_TABLES, ...LEGAL_HOLD_TABLES, ...ACCESS_TABLES, ...ERASURE_TABLES],
];

/** Everything with data about people that is in no table. */
export const PERSONAL_PLACES: readonly PersonalPlace[] = [
  ...[PLAN_EXPORT_FILES, SYNC_FILES, ACCESS_ARCHIVES, LEDGER_FILES, OUTBOX, LOG],
];
