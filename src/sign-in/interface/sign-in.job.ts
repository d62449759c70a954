import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { CodeMails } from '../application/code-mails.js';
import { CODE_MAIL_JOB, CodeRequests, type CodeMailPayload } from '../application/code-requests.js';
import { SignInCodeStore } from '../application/sign-in-code.store.js';
import { SignInStore } from '../application/sign-in.store.js';

/** Begins the mails for requests of codes. Shorter than the time between two looks of a worker. */
@Injectable()
@JobHandler('sign-in-codes', { everyMs: 900 })
export class CodeRequestsJob implements HandlesSchedule {
  constructor(private readonly requests: CodeRequests) {}

  run(signal: AbortSignal): Promise<void> {
    return this.requests.round(signal);
  }
}

/** Sends a code, while somebody waits for it. */
@Injectable()
@JobHandler(CODE_MAIL_JOB, {
  attempts: 5,
  backoff: { firstMs: 5_000, longestMs: 60_000 },
  timeoutMs: 60_000,
  concurrency: () => 2,
})
export class CodeMailJob implements HandlesJob<CodeMailPayload> {
  constructor(private readonly mails: CodeMails) {}

  run(payload: CodeMailPayload, { companyId, attempt }: JobAttempt): Promise<void> {
    return this.mails.send(companyId, payload, attempt);
  }
}

/** Removes codes and digests of tokens that are not valid any more. */
@Injectable()
@JobHandler('sign-in-upkeep', { everyMs: 60_000 })
export class SignInUpkeepJob implements HandlesSchedule {
  constructor(
    private readonly codes: SignInCodeStore,
    private readonly signIns: SignInStore,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.codes.removeExpired();
    await this.signIns.removeExpired(signal);
  }
}
