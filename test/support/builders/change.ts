export const CHANGES = '/api/v1/public/company/changes';
export const COMPANY_CHANGES = '/api/v1/company/changes';

/** Tables whose rows the change feed reads. */
export const TRACKED_TABLES = [
  'employee',
  'timesheet_entry',
  'area',
  'company_group',
  'characteristic',
  'action_plan',
  'announcement_template',
];
