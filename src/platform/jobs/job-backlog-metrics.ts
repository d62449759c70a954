import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Sql } from '../database/sql.js';
import { repeatFor } from '../metrics/repeat-for.js';
import { jobKinds } from './job-handler.js';

/** Several scrapes within this time read the table once. */
const REPEATED_MS = 5_000;

/**
 * `$1` kind. Of all companies, by the index of what is due. No more are counted, so that a long backlog costs no more.
 */
const READ_BACKLOG = {
  name: 'jobs.backlog',
  text: `
    SELECT $1::text AS kind, count(*) FILTER (WHERE is_leased)::integer AS running,
      count(*) FILTER (WHERE is_due AND NOT is_leased)::integer AS due,
      count(*) FILTER (WHERE NOT is_due AND NOT is_leased)::integer AS retrying,
      coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE is_due AND NOT is_leased)), 0)::float8
        AS "oldestSeconds"
    FROM (
      SELECT due_at, due_at <= now() AS is_due, coalesce(leased_until > now(), false) AS is_leased
      FROM job WHERE kind = $1 AND finished_at IS NULL
      ORDER BY due_at LIMIT 10000
    ) unfinished`,
};

interface Backlog {
  readonly kind: string;
  readonly running: number;
  readonly due: number;
  readonly retrying: number;
  /** Time since the job that waits longest became due. */
  readonly oldestSeconds: number;
}

/** Metrics of the jobs that are not finished. While the database does not answer, they have no value. */
@Injectable()
export class JobBacklogMetrics {
  constructor(sql: Sql, registry: Registry) {
    const kinds = jobKinds().map(({ kind }) => kind);
    const readAll = async (): Promise<Backlog[]> => {
      const backlogs: Backlog[] = [];
      for (const kind of kinds)
        backlogs.push(...(await sql.query<Backlog & Record<string, unknown>>(READ_BACKLOG, [kind])));
      return backlogs;
    };
    const read = repeatFor(REPEATED_MS, () => readAll().catch(() => []));
    new Gauge({
      name: 'wes_jobs_unfinished',
      help:
        'Jobs of all companies that wait for a worker (due), are worked on (running), or wait for a later ' +
        'time, mostly that of the next attempt (retrying). Up to 10,000 of a kind are counted.',
      labelNames: ['kind', 'state'],
      registers: [registry],
      async collect() {
        const backlogs = await read();
        this.reset();
        for (const backlog of backlogs)
          for (const state of ['due', 'running', 'retrying'] as const)
            this.set({ kind: backlog.kind, state }, backlog[state]);
      },
    });
    new Gauge({
      name: 'wes_jobs_oldest_due_seconds',
      help: 'How long the job that waits longest for a worker has been due; 0 while none waits.',
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const backlogs = await read();
        this.reset();
        for (const { kind, oldestSeconds } of backlogs) this.set({ kind }, oldestSeconds);
      },
    });
  }
}
