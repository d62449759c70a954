import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { ReminderMails } from '../application/reminder-mails.js';
import {
  REMINDER_MAIL_JOB,
  ReminderPlanner,
  type ReminderMailPayload,
} from '../application/reminder-planner.js';

/** Mails that a process sends at the same time: thousands in ten minutes, and few connections of the database. */
const CONCURRENCY = 4;

/** Most attempts of one mail. With its delays the last comes half a day after the first: the next morning follows. */
export const MAX_MAIL_ATTEMPTS = 55;

/** Sends mails. */
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

/** Plans the mails of mornings and digests. */
@Injectable()
@JobHandler('reminder-plan', { everyMs: 60_000 })
export class ReminderPlanJob implements HandlesSchedule {
  constructor(private readonly planner: ReminderPlanner) {}

  run(signal: AbortSignal): Promise<void> {
    return this.planner.planMornings(new Date(), signal);
  }
}

/** Plans the mails about assignments. */
@Injectable()
@JobHandler('assignment-plan', { everyMs: 10_000 })
export class AssignmentPlanJob implements HandlesSchedule {
  constructor(private readonly planner: ReminderPlanner) {}

  run(): Promise<void> {
    return this.planner.planAssigned(new Date());
  }
}

/** Assignments that are removed by one statement. */
const BATCH = 1_000;

/** Removes assignments that get no mail. */
@Injectable()
@JobHandler('assignment-upkeep', { everyMs: 3_600_000 })
export class AssignmentUpkeepJob implements HandlesSchedule {
  constructor(private readonly planner: ReminderPlanner) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.planner.forget(new Date(), BATCH)) === BATCH);
  }
}
