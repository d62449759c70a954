import { Module } from '@nestjs/common';
import { HeldKeysQueries } from './application/held-keys.queries.js';
import { KeyPeriods } from './infrastructure/key-periods.js';

/** Who has a key of a person, and who had it (ADR 55). */
@Module({
  providers: [KeyPeriods, HeldKeysQueries],
  exports: [KeyPeriods, HeldKeysQueries],
})
export class PersonsModule {}
