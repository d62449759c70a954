import { Global, Module, type DynamicModule } from '@nestjs/common';
import { IdempotencyKeys } from '../database/idempotency-keys.js';
import type { Runtime } from '../platform.module.js';
import { ExpiredIdempotencyKeys } from './expired-keys.js';
import { Idempotency } from './idempotency.js';

/** Repeats of requests, for the controllers of every context. */
@Global()
@Module({})
export class IdempotencyModule {
  static for({ isWorker = false }: Runtime): DynamicModule {
    return {
      module: IdempotencyModule,
      providers: [Idempotency, IdempotencyKeys, ...(isWorker ? [ExpiredIdempotencyKeys] : [])],
      exports: [Idempotency],
    };
  }
}
