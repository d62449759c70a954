import { Injectable, Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Settings } from '../../src/platform/config/settings.js';
import {
  JobHandler,
  jobKinds,
  scheduledKinds,
  type HandlesJob,
  type HandlesSchedule,
  type JobOptions,
} from '../../src/platform/jobs/job-handler.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { JobsModule } from '../../src/platform/jobs/jobs.module.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { newId } from '../../src/shared-kernel/id.js';
import { Jobs, type JobAttempt, type JobPayload, type NewJob } from '../../src/shared-kernel/jobs.js';
import type { Transaction } from '../../src/shared-kernel/transaction.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { freshDatabase, runSql } from './databases.js';
import { memoryLog } from './memory-log.js';

export const TOY_ATTEMPTS = 3;

/** Longer than a test holds an attempt on a busy machine: one that takes too long fails, and is made again later. */
const TIMEOUT_MS = 60_000;

/** A kind of job that runs a function of the test. */
@Injectable()
@JobHandler('toy', {
  attempts: TOY_ATTEMPTS,
  backoff: { firstMs: 5_000, longestMs: 60_000 },
  timeoutMs: TIMEOUT_MS,
  concurrency: () => 2,
})
export class ToyJob implements HandlesJob {
  during: (payload: JobPayload, job: JobAttempt) => unknown = () => undefined;
  readonly failures: JobPayload[] = [];
  onFailed: (transaction: Transaction) => Promise<void> = () => Promise.resolve();

  async run(payload: JobPayload, job: JobAttempt): Promise<void> {
    await this.during(payload, job);
  }

  async failed(payload: JobPayload, _companyId: string, transaction: Transaction): Promise<void> {
    await this.onFailed(transaction);
    this.failures.push(payload);
  }
}

/** Another kind of job. */
@Injectable()
@JobHandler('other-toy', {
  attempts: 1,
  backoff: { firstMs: 5_000, longestMs: 60_000 },
  timeoutMs: TIMEOUT_MS,
  concurrency: () => 1,
})
export class OtherToyJob implements HandlesJob {
  readonly payloads: JobPayload[] = [];

  run(payload: JobPayload): Promise<void> {
    this.payloads.push(payload);
    return Promise.resolve();
  }
}

/** Periodic work that runs a function of the test. */
@Injectable()
@JobHandler('toy-schedule', { everyMs: 600 })
export class ToySchedule implements HandlesSchedule {
  during: (signal: AbortSignal) => unknown = () => undefined;

  async run(signal: AbortSignal): Promise<void> {
    await this.during(signal);
  }
}

/** Periodic work that is due when a test says so, and at the start. */
@Injectable()
@JobHandler('rare-schedule', { everyMs: 3_600_000 })
export class RareSchedule implements HandlesSchedule {
  rounds = 0;

  run(): Promise<void> {
    this.rounds++;
    return Promise.resolve();
  }
}

@Module({})
class JobsOnly {}

type Kinds = readonly { kind: string }[];

/** Kinds belong to the process, which runs other spec files, too. While a fixture is open, there are only these. */
const TOYS = ['toy', 'other-toy', 'toy-schedule', 'rare-schedule'];
const declared: Kinds[] = [jobKinds(), scheduledKinds()];
const ofFixture = declared.map((kinds) =>
  kinds.filter(({ kind }) => TOYS.includes(kind) || kind === 'finished-jobs'),
);
let ofOthers = declared.map((kinds) => kinds.filter(({ kind }) => !TOYS.includes(kind)));
const fixtures = new Set<JobFixture>();
declare(ofOthers);

function declare(lists: Kinds[]): void {
  lists.forEach((kinds, index) => {
    const list = declared[index] as { kind: string }[];
    list.splice(0, list.length, ...kinds);
  });
}

/** An application that only runs jobs. */
export class JobFixture {
  readonly companyId = newId();

  private constructor(
    private readonly context: INestApplicationContext,
    readonly databaseUrl: string,
    readonly lines: Record<string, unknown>[],
  ) {}

  static async open({ isWorker = false, databaseUrl = '', environment = {} } = {}): Promise<JobFixture> {
    const url = databaseUrl || (await freshDatabase('jobs'));
    if (fixtures.size === 0) {
      ofOthers = declared.map((kinds) => [...kinds]);
      declare(ofFixture);
    }
    const { logger, lines } = memoryLog();
    const runtime = {
      settings: Settings.from({ NODE_ENV: 'test', ...environment }),
      databaseUrl: url,
      isWorker,
    };
    const context = await NestFactory.createApplicationContext(
      {
        module: JobsOnly,
        imports: [PlatformModule.for(runtime, logger), JobsModule.for(runtime)],
        providers: [ToyJob, OtherToyJob, ToySchedule, RareSchedule, ...JobsModule.workers(runtime)],
      },
      { logger: false, abortOnError: false },
    );
    const fixture = new JobFixture(context, url, lines);
    fixtures.add(fixture);
    return fixture;
  }

  async close(): Promise<void> {
    await this.context.close();
    if (fixtures.delete(this) && fixtures.size === 0) declare(ofOthers);
  }

  get<T>(token: Type<T> | (abstract new (...given: never[]) => T) | string): T {
    return this.context.get<T>(token, { strict: false });
  }

  add(job: Partial<NewJob> = {}): Promise<string> {
    const added = { companyId: this.companyId, payload: { number: 1 }, ...job };
    return this.get(UnitOfWork).run((transaction) => this.get(Jobs).add('toy', added, transaction));
  }

  /** Makes one attempt. @param options - in place of those of the kind */
  run(id: string, options: Partial<JobOptions> = {}): ReturnType<JobRunner['run']> {
    const kind = jobKinds().find((declared) => declared.kind === 'toy')!;
    return this.get(JobRunner).run({ ...kind, ...options }, { companyId: this.companyId, id });
  }

  async row(id: string): Promise<Record<string, unknown>> {
    return (await this.sql('SELECT * FROM job WHERE id = $1', [id]))[0]!;
  }

  async alter(id: string, assignments: string): Promise<void> {
    await this.sql(`UPDATE job SET ${assignments} WHERE id = $1`, [id]);
  }

  sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return runSql<Record<string, unknown>>(this.databaseUrl, text, values);
  }
}
