import { Module } from '@nestjs/common';
import { HeldKeysQueries } from './application/held-keys.queries.js';
import { FormerKeys } from './infrastructure/former-keys.js';

/** Who has a key of a person, and who had it (ADR 55). */
@Module({
  providers: [FormerKeys, HeldKeysQueries],
  exports: [FormerKeys, HeldKeysQueries],
})
export class PersonsModule {}
