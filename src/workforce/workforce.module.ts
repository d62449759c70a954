import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/index.js';
import { PersonsModule } from '../persons/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { EmployeeIdentifiersQueries } from './application/employee-identifiers.queries.js';
import { EmployeeListQueries } from './application/employee-list.queries.js';
import { EmployeeMovesService } from './application/employee-moves.service.js';
import { EmployeeReferences } from './application/employee-references.js';
import { EmployeesBulkService } from './application/employees-bulk.service.js';
import { EmployeesImportService } from './application/employees-import.service.js';
import { EmployeesQueries } from './application/employees.queries.js';
import { EmployeesService } from './application/employees.service.js';
import { LeaversQueries } from './application/leavers.queries.js';
import { ReferenceMovesQueries } from './application/reference-moves.queries.js';
import { StaffWriter } from './application/staff-writer.js';
import { PeopleQueries } from './application/people.queries.js';
import { EmployeeRepository, EmployeeWrites } from './domain/employee.repository.js';
import { EmployeeVersions } from './domain/employee-versions.js';
import { employeeSchema } from './infrastructure/employee.schema.js';
import { SqlEmployeeVersions } from './infrastructure/sql-employee-versions.js';
import { TypeormEmployeeWrites } from './infrastructure/typeorm-employee-writes.js';
import { TypeormEmployeeRepository } from './infrastructure/typeorm-employee.repository.js';
import { BulkEmployeesController } from './interface/bulk-employees.controller.js';
import { EmployeeImporter } from './interface/employee.importer.js';
import { EmployeeListController } from './interface/employee-list.controller.js';
import { EmployeesController } from './interface/employees.controller.js';
import { PeopleController } from './interface/people.controller.js';

/** Retention, for operators, too. */
@Module({ providers: [LeaversQueries], exports: [LeaversQueries] })
export class LeaversModule {}

@Module({
  imports: [
    TypeOrmModule.forFeature([employeeSchema]),
    IdempotencyModule,
    IdentityModule,
    PersonsModule,
    SegmentationModule,
  ],
  controllers: [EmployeeListController, EmployeesController, BulkEmployeesController, PeopleController],
  providers: [
    EmployeesService,
    EmployeesBulkService,
    EmployeeReferences,
    EmployeeMovesService,
    ReferenceMovesQueries,
    EmployeesQueries,
    EmployeeIdentifiersQueries,
    EmployeeListQueries,
    PeopleQueries,
    StaffWriter,
    EmployeesImportService,
    EmployeeImporter,
    { provide: EmployeeRepository, useClass: TypeormEmployeeRepository },
    { provide: EmployeeWrites, useClass: TypeormEmployeeWrites },
    { provide: EmployeeVersions, useClass: SqlEmployeeVersions },
  ],
  exports: [
    EmployeeReferences,
    EmployeesQueries,
    EmployeeIdentifiersQueries,
    EmployeeImporter,
    EmployeeRepository,
    EmployeeVersions,
    StaffWriter,
  ],
})
export class WorkforceModule {}
