import { Module } from '@nestjs/common';
import { PersonQueries } from './application/person.queries.js';

/** Personal data: access, erasure and retention (ADR 53). */
@Module({
  providers: [PersonQueries],
  exports: [PersonQueries],
})
export class PrivacyModule {}
