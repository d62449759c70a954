import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { PrivacyModule } from '../index.js';
import { LegalHolds } from './application/legal-holds.js';
import { LegalHoldsService } from './application/legal-holds.service.js';
import { LegalHoldRepository } from './domain/legal-hold.repository.js';
import { SqlLegalHoldRepository } from './infrastructure/sql-legal-hold.repository.js';
import { LegalHoldsController } from './interface/legal-holds.controller.js';

/** Legal holds, for operators and for those who remove data. */
@Module({
  imports: [IdentityModule, PrivacyModule],
  providers: [
    LegalHolds,
    LegalHoldsService,
    { provide: LegalHoldRepository, useClass: SqlLegalHoldRepository },
  ],
  exports: [LegalHolds, LegalHoldsService],
})
export class LegalHoldsModule {}

/** Legal holds, for keys. */
@Module({
  imports: [LegalHoldsModule],
  controllers: [LegalHoldsController],
})
export class LegalHoldsApiModule {}
