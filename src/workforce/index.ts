/** The public API of the workforce context. */
export { WorkforceModule } from './workforce.module.js';
export { EMPLOYEE_CHANGES } from './application/employee-changes.queries.js';
export { EmployeeResponse } from './application/employee.response.js';
export { EmployeesQueries } from './application/employees.queries.js';
export { EmployeeImporter } from './interface/employee.importer.js';
