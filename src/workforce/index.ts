/** The public API of the workforce context. */
export { WorkforceModule } from './workforce.module.js';
export { EmployeesQueries } from './application/employees.queries.js';
export { EmployeeImporter } from './interface/employee.importer.js';
