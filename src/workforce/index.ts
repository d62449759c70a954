/** The public API of the workforce context. */
export { EMPLOYEE_TABLES } from './infrastructure/employee.tables.js';
export { EmployeeEraser } from './infrastructure/employee-eraser.js';
export { LeaversModule, WorkforceModule } from './workforce.module.js';
export { EmployeeSource } from './infrastructure/employee-source.js';
export { EMPLOYEE_CHANGES } from './application/employee-changes.queries.js';
export { EmployeeResponse } from './application/employee.response.js';
export { EmployeeIdentifiersQueries } from './application/employee-identifiers.queries.js';
export { StaffWriter, type StaffChange } from './application/staff-writer.js';
export { LeaversQueries } from './application/leavers.queries.js';
export { EmployeeFiles, type EmployeeTable, type ListedEmployee } from './application/employee-files.js';
export { EmployeeReferences } from './application/employee-references.js';
export { EmployeesQueries, type EmployeeContact } from './application/employees.queries.js';
export { EmployeeImporter } from './interface/employee.importer.js';
/** For syncs, which compare, add, change and end employees by lists. */
export { Employee, requireIdentifier, type EmployeeState, type EmployeeValues } from './domain/employee.js';
export { EMPLOYEE_PROPERTIES, type EmployeeContent } from './domain/employee-content.js';
export { EmployeeRepository, type Identifiers } from './domain/employee.repository.js';
export { EmployeeTaken } from './domain/employee.errors.js';
export {
  EmployeeVersions,
  type KeyHolder,
  type NamedEmployee,
  type VersionedEmployee,
} from './domain/employee-versions.js';
export { areNone, referenceIssues, referencesOf, type KnownReferences } from './domain/references.js';
export { PROVIDER_SOURCE } from './domain/provider-source.js';
export { toRevive } from './domain/revival.js';
export { startOfToday } from './domain/turnover-day.js';
export { EmployeeRequest } from './interface/employee.request.js';
