import { ACCOUNT_TABLES } from './accounts-and-staff.tables.js';
import type { PersonalPlace, PersonalTable } from './described-data.js';
import { PERSONAL_FILES, PERSONAL_LOG } from './elsewhere.js';
import { INTEGRATION_TABLES } from './integration.tables.js';
import { OPERATION_TABLES } from './operation.tables.js';
import { PLAN_TABLES } from './plans.tables.js';
import { WORK_TABLES } from './work.tables.js';

export { IMPERSONAL_TABLES } from './impersonal-tables.js';

/** Every table with data about people, as `docs/personal-data.md` has them. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  ...ACCOUNT_TABLES,
  ...PLAN_TABLES,
  ...WORK_TABLES,
  ...INTEGRATION_TABLES,
  ...OPERATION_TABLES,
];

/** Everything with data about people that is in no table. */
export const PERSONAL_PLACES: readonly PersonalPlace[] = [...PERSONAL_FILES, PERSONAL_LOG];
