import { Module } from '@nestjs/common';
import { IdempotencyKeys } from '../database/idempotency-keys.js';
import { ExpiredIdempotencyKeys } from './expired-keys.js';
import { Idempotency } from './idempotency.js';

/** Repeats of requests, for the controllers of a context. */
@Module({ providers: [Idempotency, IdempotencyKeys, ExpiredIdempotencyKeys], exports: [Idempotency] })
export class IdempotencyModule {}
