import { Module, type Type } from '@nestjs/common';
import { ActionPlansModule, ActionPlansService } from '../action-plans/index.js';
import { IdentityModule, IdentityQueries } from '../identity/index.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  AreaImporter,
  CharacteristicImporter,
  GroupImporter,
  SegmentationModule,
} from '../segmentation/index.js';
import type { RecordImporter } from '../shared-kernel/record-importer.js';
import { ImportService, type ImportedKind } from './import.service.js';

/** What a file may hold, in the order in which records refer to each other. */
const KINDS: readonly (Omit<ImportedKind, 'importer'> & { readonly importer: Type<RecordImporter> })[] = [
  { member: 'areas', type: 'area', importer: AreaImporter },
  { member: 'groups', type: 'group', importer: GroupImporter },
  // A line cannot say that it is a characteristic: that has a type of its own.
  { member: 'characteristics', importer: CharacteristicImporter },
  { member: 'plans', type: 'plan', importer: ActionPlansService },
];

/** Puts records of every context into a company. */
@Module({
  imports: [IdentityModule, SegmentationModule, ActionPlansModule],
  providers: [
    {
      provide: ImportService,
      inject: [IdentityQueries, Transactions, ...KINDS.map(({ importer }) => importer)],
      useFactory: (
        identity: IdentityQueries,
        transactions: Transactions,
        ...importers: readonly RecordImporter[]
      ) => {
        const kinds = KINDS.map((kind, index) => ({ ...kind, importer: importers[index] as RecordImporter }));
        return new ImportService(kinds, [], identity, transactions);
      },
    },
  ],
  exports: [ImportService],
})
export class ImportsModule {}
