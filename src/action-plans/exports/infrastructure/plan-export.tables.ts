import { Injectable } from '@nestjs/common';
import { sourceOf, type PersonalRows } from '../../../platform/database/personal-rows.js';
import { by, none, type PersonalPlace } from '../../../shared-kernel/personal-tables.js';

const PLAN_EXPORT: PersonalRows = {
  table: 'plan_export',
  purpose: 'plans',
  people: ['users'],
  kept: 'until the link of the workbook has expired',
  access: by('PlanExportSource'),
  erasure: by('PlanExportEraser'),
  columns: { requested_by: 'id of a user' },
  impersonal:
    'company_id id plan_id status requested_at finished_at expires_at file_key file_name removal_due_at',
  ofPerson: 'requested_by = ANY (:userIds)',
  given: {
    kind: 'exports',
    columns: `
      id, plan_id AS "planId", status, requested_at AS "requestedAt", finished_at AS "finishedAt",
      expires_at AS "expiresAt", file_name AS "fileName"`,
    order: 'requested_at, id',
  },
};

export const PLAN_EXPORT_TABLES = [PLAN_EXPORT];

export const PLAN_EXPORT_FILES: PersonalPlace = {
  place: 'files: exports/',
  purpose: 'plans',
  holds: 'workbooks of plans with names of assigned people',
  people: ['employees', 'users'],
  kept: 'until their links have expired, for `EXPORT_LINK_TTL`',
  access: none('A workbook repeats a plan at one time; the plan is given.'),
  erasure: by('PlanExportEraser'),
};

/** The exports that a person asked for, with the times of their files, mails and links. */
@Injectable()
export class PlanExportSource extends sourceOf(PLAN_EXPORT) {}
