import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { KeyExpiry } from './application/key-expiry.js';
import { KeyExpiryStore } from './application/key-expiry.store.js';
import { UsersQueries } from './application/users.queries.js';
import { IdentityModule } from './identity.module.js';
import { ApiKeysController } from './interface/api-keys.controller.js';
import { BulkUsersController } from './interface/bulk-users.controller.js';
import { KeyExpiryJob, KeyExpiryMailJob } from './interface/key-expiry.job.js';
import { UsersController } from './interface/users.controller.js';

/** The API of identity, in a file of its own: commands use {@link IdentityModule}, and load no controllers for it. */
@Module({
  imports: [IdempotencyModule, IdentityModule],
  controllers: [BulkUsersController, UsersController, ApiKeysController],
  providers: [UsersQueries, KeyExpiry, KeyExpiryStore, KeyExpiryJob, KeyExpiryMailJob],
})
export class IdentityApiModule {}
