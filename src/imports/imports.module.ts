import { Module, type Type } from '@nestjs/common';
import { ActionPlanImporter, ActionPlansModule } from '../action-plans/index.js';
import { IdentityModule, IdentityQueries } from '../identity/index.js';
import {
  AreaImporter,
  CharacteristicImporter,
  GroupImporter,
  SegmentationModule,
} from '../segmentation/index.js';
import { AuditTrail } from '../shared-kernel/audit-trail.js';
import { TableStatistics } from '../platform/database/table-statistics.js';
import type { RecordImporter } from '../shared-kernel/record-importer.js';
import { UnitOfWork } from '../shared-kernel/unit-of-work.js';
import { DeletedTimesheetsImporter, TimesheetsImporter, TimesheetsModule } from '../timesheets/index.js';
import { EmployeeImporter, EmployeesQueries, WorkforceModule } from '../workforce/index.js';
import { ImportService, type ImportCheck, type ImportedKind } from './import.service.js';

/** The kinds of records of a file, sorted so that records refer to kinds before their own. */
const KINDS: readonly (Omit<ImportedKind, 'importer'> & { readonly importer: Type<RecordImporter> })[] = [
  { list: 'areas', type: 'area', importer: AreaImporter },
  { list: 'groups', type: 'group', importer: GroupImporter },
  // Not in NDJSON: the `type` of a characteristic is a property of its own.
  { list: 'characteristics', importer: CharacteristicImporter },
  { list: 'employees', type: 'employee', importer: EmployeeImporter },
  { list: 'plans', type: 'plan', importer: ActionPlanImporter },
  { list: 'timesheets', type: 'timesheet', importer: TimesheetsImporter, isStreamed: true },
  {
    list: 'deletedTimesheets',
    type: 'deletedTimesheet',
    importer: DeletedTimesheetsImporter,
    isStreamed: true,
  },
];

/** Lists whose import may remove areas, groups or values that employees refer to. */
const REFERRED_TO = ['areas', 'groups', 'characteristics'];

/** `wes import`: records of every context. */
@Module({
  imports: [IdentityModule, SegmentationModule, WorkforceModule, ActionPlansModule, TimesheetsModule],
  providers: [
    {
      provide: ImportService,
      inject: [
        IdentityQueries,
        UnitOfWork,
        AuditTrail,
        TableStatistics,
        EmployeesQueries,
        ...KINDS.map(({ importer }) => importer),
      ],
      useFactory: (
        identity: IdentityQueries,
        unitOfWork: UnitOfWork,
        audit: AuditTrail,
        statistics: TableStatistics,
        employees: EmployeesQueries,
        ...importers: readonly RecordImporter[]
      ) => {
        const kinds = KINDS.map((kind, index) => ({ ...kind, importer: importers[index] as RecordImporter }));
        const check: ImportCheck = {
          after: REFERRED_TO,
          issues: (companyId, transaction) => employees.verifyReferences(companyId, transaction),
        };
        return new ImportService(kinds, [check], identity, unitOfWork, audit, statistics);
      },
    },
  ],
  exports: [ImportService],
})
export class ImportsModule {}
