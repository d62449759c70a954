import { Module } from '@nestjs/common';
import { PersonsModule } from '../persons/index.js';
import { PersonQueries } from './application/person.queries.js';

/** Personal data: access, erasure and retention (ADR 53). */
@Module({
  imports: [PersonsModule],
  providers: [PersonQueries],
  exports: [PersonQueries],
})
export class PrivacyModule {}
