import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Sql } from '../database/sql.js';
import { scheduledKinds, type HandlesSchedule, type ScheduledKind } from './job-handler.js';
import { JobLog } from './job-log.js';

/** Takes the kinds that are due, and adds those that are new. Of several processes that take one, the first wins. */
const CLAIM = {
  name: 'job-schedule.claim',
  text: `
    INSERT INTO job_schedule AS s (kind, due_at)
    SELECT wanted.kind, now() + interval '1 ms' * wanted.every
    FROM unnest($1::text[], $2::float8[]) AS wanted (kind, every)
    WHERE NOT EXISTS (SELECT FROM job_schedule s WHERE s.kind = wanted.kind AND s.due_at > now())
    ON CONFLICT (kind) DO UPDATE SET due_at = excluded.due_at WHERE s.due_at <= now()
    RETURNING s.kind`,
};

/** Does periodic work: of several processes, one does each round. */
@Injectable()
export class JobSchedule {
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
    const values = [idle.map(({ kind }) => kind), idle.map(({ everyMs }) => everyMs)];
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
    const { signal } = this.stopping;
    let error: unknown;
    try {
      await this.modules.get<HandlesSchedule>(handler, { strict: false }).run(signal);
    } catch (failure) {
      error = failure;
    }
    if (!signal.aborted) this.report(kind, error, performance.now() - startedAt);
    this.running.delete(kind);
  }

  private report(kind: string, error: unknown, durationMs: number): void {
    this.log.repeated(kind, error, durationMs, this.failing.has(kind));
    if (error === undefined) this.failing.delete(kind);
    else this.failing.add(kind);
  }
}
