import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob } from '../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { ReminderMails } from '../application/reminder-mails.js';
import { REMINDER_MAIL_JOB, type ReminderMailPayload } from '../application/reminder-planner.js';

/** Mails that a process sends at the same time: thousands in ten minutes, and few connections of the database. */
const CONCURRENCY = 4;

/** Most attempts of one mail. With its delays the last comes half a day after the first: the next morning follows. */
export const MAX_MAIL_ATTEMPTS = 55;

@Injectable()
@JobHandler(REMINDER_MAIL_JOB, {
  attempts: MAX_MAIL_ATTEMPTS,
  backoff: { firstMs: 5_000, longestMs: 15 * 60_000 },
  timeoutMs: 2 * 60_000,
  concurrency: () => CONCURRENCY,
})
export class ReminderMailJob implements HandlesJob<ReminderMailPayload> {
  constructor(private readonly mails: ReminderMails) {}

  run(payload: ReminderMailPayload, job: JobAttempt): Promise<void> {
    return this.mails.run(payload, job);
  }
}
