import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { KEY_EXPIRY_MAIL_JOB, KeyExpiry, type KeyExpiryMailPayload } from '../application/key-expiry.js';

/** Looks for API keys that will end. */
@Injectable()
@JobHandler('api-key-expiry', { everyMs: 3_600_000 })
export class KeyExpiryJob implements HandlesSchedule {
  constructor(private readonly expiry: KeyExpiry) {}

  run(signal: AbortSignal): Promise<void> {
    return this.expiry.round(signal);
  }
}

/** Tells an admin that an API key will end. */
@Injectable()
@JobHandler(KEY_EXPIRY_MAIL_JOB, {
  attempts: 20,
  backoff: { firstMs: 5_000, longestMs: 30 * 60_000 },
  timeoutMs: 2 * 60_000,
  concurrency: () => 1,
})
export class KeyExpiryMailJob implements HandlesJob<KeyExpiryMailPayload> {
  constructor(private readonly expiry: KeyExpiry) {}

  run(payload: KeyExpiryMailPayload, { companyId }: JobAttempt): Promise<void> {
    return this.expiry.send(companyId, payload);
  }
}
