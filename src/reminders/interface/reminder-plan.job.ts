import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import { ReminderPlanner } from '../application/reminder-planner.js';

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
