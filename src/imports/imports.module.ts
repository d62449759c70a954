import { Module, type Type } from '@nestjs/common';
import { ActionPlansModule, ActionPlanImporter } from '../action-plans/index.js';
import { IdentityModule, IdentityQueries } from '../identity/index.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  AreaImporter,
  CharacteristicImporter,
  GroupImporter,
  SegmentationModule,
} from '../segmentation/index.js';
import type { RecordImporter } from '../shared-kernel/record-importer.js';
import { DeletedTimesheetsImporter, TimesheetsImporter, TimesheetsModule } from '../timesheets/index.js';
import { EmployeesImport, EmployeesQueries, WorkforceModule } from '../workforce/index.js';
import { ImportService, type ImportCheck, type ImportedKind } from './import.service.js';

/** What a file may hold, in the order in which records refer to each other. */
const KINDS: readonly (Omit<ImportedKind, 'importer'> & { readonly importer: Type<RecordImporter> })[] = [
  { member: 'areas', type: 'area', importer: AreaImporter },
  { member: 'groups', type: 'group', importer: GroupImporter },
  // A line cannot say that it is a characteristic: that has a type of its own.
  { member: 'characteristics', importer: CharacteristicImporter },
  { member: 'employees', type: 'employee', importer: EmployeesImport },
  { member: 'plans', type: 'plan', importer: ActionPlanImporter },
  { member: 'timesheets', type: 'timesheet', importer: TimesheetsImporter, isStreamed: true },
  {
    member: 'deletedTimesheets',
    type: 'deletedTimesheet',
    importer: DeletedTimesheetsImporter,
    isStreamed: true,
  },
];

/** What people may refer to, and a file may take away from them. */
const REFERRED_TO = ['areas', 'groups', 'characteristics'];

/** Puts records of every context into a company. */
@Module({
  imports: [IdentityModule, SegmentationModule, WorkforceModule, ActionPlansModule, TimesheetsModule],
  providers: [
    {
      provide: ImportService,
      inject: [IdentityQueries, Transactions, EmployeesQueries, ...KINDS.map(({ importer }) => importer)],
      useFactory: (
        identity: IdentityQueries,
        transactions: Transactions,
        employees: EmployeesQueries,
        ...importers: readonly RecordImporter[]
      ) => {
        const kinds = KINDS.map((kind, index) => ({ ...kind, importer: importers[index] as RecordImporter }));
        const check: ImportCheck = {
          after: REFERRED_TO,
          issues: (companyId, transaction) => employees.verifyReferences(companyId, transaction),
        };
        return new ImportService(kinds, [check], identity, transactions);
      },
    },
  ],
  exports: [ImportService],
})
export class ImportsModule {}
