import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Sql } from '../database/sql.js';
import { scheduledKinds, type HandlesSchedule, type ScheduledKind } from './job-handler.js';
import { JobLog } from './job-log.js';
import { JOB_LEASE_MS, JOB_RENEWAL_MS } from './sql-jobs.js';

const IS_FREE = 's.due_at <= now() AND (s.leased_until IS NULL OR s.leased_until <= now())';

/** Takes the kinds that are due, and adds those that are new. Of several processes that take one, the first wins. */
const CLAIM = {
  name: 'job-schedule.claim',
  text: `
    INSERT INTO job_schedule AS s (kind, due_at, lease_id, leased_until)
    SELECT wanted.kind, now() + interval '1 ms' * wanted.every, $3, now() + interval '${JOB_LEASE_MS} ms'
    FROM unnest($1::text[], $2::float8[]) AS wanted (kind, every)
    WHERE NOT EXISTS (SELECT FROM job_schedule s WHERE s.kind = wanted.kind AND NOT (${IS_FREE}))
    ON CONFLICT (kind) DO UPDATE SET due_at = excluded.due_at, lease_id = excluded.lease_id,
      leased_until = excluded.leased_until
    WHERE ${IS_FREE}
    RETURNING s.kind`,
};

const RENEW = {
  name: 'job-schedule.renew',
  text: `
    UPDATE job_schedule SET leased_until = now() + interval '${JOB_LEASE_MS} ms'
    WHERE kind = $1 AND lease_id = $2 RETURNING kind`,
};

const END = {
  name: 'job-schedule.end',
  text: 'UPDATE job_schedule SET lease_id = NULL, leased_until = NULL WHERE kind = $1 AND lease_id = $2',
};

/** Does periodic work, each kind in one process at a time. */
@Injectable()
export class JobSchedule {
  private readonly leaseId = randomUUID();
  private readonly running = new Map<string, Promise<void>>();
  private readonly failing = new Set<string>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly sql: Sql,
    private readonly modules: ModuleRef,
    private readonly log: JobLog,
  ) {}

  /** Begins what is due. */
  async begin(): Promise<void> {
    const idle = scheduledKinds().filter(({ kind }) => !this.running.has(kind));
    const values = [idle.map(({ kind }) => kind), idle.map(({ everyMs }) => everyMs), this.leaseId];
    const claimed = await this.sql.query<{ kind: string }>(CLAIM, values);
    for (const kind of idle.filter((each) => claimed.some((row) => row.kind === each.kind)))
      this.running.set(kind.kind, this.round(kind));
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('The service is shutting down.'));
    await Promise.all(this.running.values());
  }

  private async round({ kind, handler }: ScheduledKind): Promise<void> {
    const startedAt = performance.now();
    const lost = new AbortController();
    const renewal = setInterval(() => void this.renew(kind, lost), JOB_RENEWAL_MS);
    const signal = AbortSignal.any([this.stopping.signal, lost.signal]);
    const error = await this.modules
      .get<HandlesSchedule>(handler, { strict: false })
      .run(signal)
      .then(
        () => undefined,
        (failure: unknown) => failure ?? new Error('unknown'),
      );
    clearInterval(renewal);
    await this.sql.query(END, [kind, this.leaseId]).catch(() => undefined); // the lease ends by itself
    if (!signal.aborted) this.report(kind, error, performance.now() - startedAt);
    this.running.delete(kind);
  }

  private async renew(kind: string, lost: AbortController): Promise<void> {
    const renewed = await this.sql.query(RENEW, [kind, this.leaseId]).catch(() => undefined);
    if (renewed?.length === 0) lost.abort();
  }

  private report(kind: string, error: unknown, durationMs: number): void {
    this.log.repeated(kind, error, durationMs, this.failing.has(kind));
    if (error === undefined) this.failing.delete(kind);
    else this.failing.add(kind);
  }
}
