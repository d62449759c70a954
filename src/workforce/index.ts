/**
 * The door of the workforce context. Export only what other parts may use, by name.
 */
export { WorkforceModule } from './workforce.module.js';
export { EmployeesImport } from './application/employees-import.js';
export { EmployeesQueries } from './application/employees.queries.js';
