import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { PrivacyModule } from '../index.js';
import { LegalHoldStore } from './application/legal-hold.store.js';
import { LegalHolds } from './application/legal-holds.js';
import { LegalHoldsService } from './application/legal-holds.service.js';
import { LegalHoldsController } from './interface/legal-holds.controller.js';

/** Legal holds, for operators and for those who remove data. */
@Module({
  imports: [IdentityModule, PrivacyModule],
  providers: [LegalHolds, LegalHoldsService, LegalHoldStore],
  exports: [LegalHolds, LegalHoldsService],
})
export class LegalHoldsModule {}

/** Legal holds, for keys. */
@Module({
  imports: [LegalHoldsModule],
  controllers: [LegalHoldsController],
})
export class LegalHoldsApiModule {}
