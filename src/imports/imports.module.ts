import { Module } from '@nestjs/common';
import { ActionPlansModule, ActionPlansService } from '../action-plans/index.js';
import { IdentityModule, IdentityQueries } from '../identity/index.js';
import { Transactions } from '../platform/database/transactions.js';
import { ImportService } from './import.service.js';

/** Puts records of every context into a company. */
@Module({
  imports: [IdentityModule, ActionPlansModule],
  providers: [
    {
      provide: ImportService,
      inject: [IdentityQueries, Transactions, ActionPlansService],
      useFactory: (identity: IdentityQueries, transactions: Transactions, plans: ActionPlansService) =>
        new ImportService([{ member: 'plans', type: 'plan', importer: plans }], identity, transactions),
    },
  ],
  exports: [ImportService],
})
export class ImportsModule {}
