import type { Bench } from '../harness/bench.js';
import { actions } from './actions.js';
import { bulk } from './bulk.js';
import { capacity } from './capacity.js';
import { changes } from './changes.js';
import { citus } from './citus.js';
import { employeeList } from './employee-list.js';
import { employeeLink } from './employee-link.js';
import { employeeSync } from './employee-sync.js';
import { employees } from './employees.js';
import { hrFiles } from './hr-files.js';
import { people } from './people.js';
import { personKeys } from './person-keys.js';
import { planExport } from './plan-export.js';
import { planFilters } from './plan-filters.js';
import { planOrders } from './plan-orders.js';
import { planPermissions } from './plan-permissions.js';
import { planSummary } from './plan-summary.js';
import { plans } from './plans.js';
import { reminders } from './reminders.js';
import { retention } from './retention.js';
import { scim } from './scim.js';
import { signIn } from './sign-in.js';
import { templates } from './templates.js';
import { timesheetBulk } from './timesheet-bulk.js';
import { timesheetImport } from './timesheet-import.js';
import { timesheets } from './timesheets.js';

export const benches: readonly Bench[] = [
  templates,
  plans,
  planPermissions,
  actions,
  planFilters,
  planOrders,
  planSummary,
  planExport,
  employees,
  employeeList,
  bulk,
  people,
  personKeys,
  employeeLink,
  timesheets,
  timesheetImport,
  timesheetBulk,
  changes,
  employeeSync,
  hrFiles,
  scim,
  signIn,
  reminders,
  retention,
  citus,
  capacity,
];
