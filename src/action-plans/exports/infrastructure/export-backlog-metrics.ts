import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Sql } from '../../../platform/database/sql.js';
import { repeatFor } from '../../../platform/metrics/repeat-for.js';

/** Several scrapes within this time read the table once. */
const REPEATED_MS = 5_000;

/** Of all companies, by the index of what is due. No more are counted, so that a long backlog costs no more. */
const READ_BACKLOG = {
  name: 'plan-exports.backlog',
  text: `
    SELECT count(*) FILTER (WHERE is_leased)::integer AS running,
      count(*) FILTER (WHERE is_due AND NOT is_leased)::integer AS due,
      count(*) FILTER (WHERE NOT is_due AND NOT is_leased)::integer AS retrying,
      COALESCE(extract(epoch FROM now() - min(due_at) FILTER (WHERE is_due AND NOT is_leased)), 0)::float8
        AS "oldestSeconds"
    FROM (
      SELECT due_at, due_at <= now() AS is_due, COALESCE(leased_until > now(), false) AS is_leased
      FROM plan_export
      WHERE status IN ('QUEUED', 'RUNNING') AND plan_id IS NOT NULL AND requested_by IS NOT NULL
      ORDER BY due_at LIMIT 10000
    ) unfinished`,
};

interface Backlog {
  readonly running: number;
  readonly due: number;
  readonly retrying: number;
  /** How long the export that waits longest has been due. */
  readonly oldestSeconds: number;
}

/** Metrics of the exports that are not finished. While the database does not answer, they have no value. */
@Injectable()
export class ExportBacklogMetrics {
  constructor(sql: Sql, registry: Registry) {
    const read = repeatFor(REPEATED_MS, async (): Promise<Backlog | undefined> => {
      const [row] = await sql.query<Backlog & Record<string, unknown>>(READ_BACKLOG).catch(() => []);
      return row;
    });
    new Gauge({
      name: 'wes_exports_unfinished',
      help: 'Exports of all companies that wait for a worker (due), are worked on (running), or failed and wait for their next attempt (retrying). Up to 10,000 are counted.',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const backlog = await read();
        this.reset();
        if (!backlog) return;
        for (const state of ['due', 'running', 'retrying'] as const) this.set({ state }, backlog[state]);
      },
    });
    new Gauge({
      name: 'wes_exports_oldest_due_seconds',
      help: 'How long the export that waits longest for a worker has been due; 0 while none waits.',
      registers: [registry],
      async collect() {
        const backlog = await read();
        if (backlog) this.set(backlog.oldestSeconds);
        else this.remove();
      },
    });
  }
}
