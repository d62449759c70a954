import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Settings } from '../../platform/config/settings.js';
import { Sql } from '../../platform/database/sql.js';
import { READ_HORIZON } from '../application/change-statements.queries.js';

/** Time between two looks at the horizon. */
const LOOK_MS = 5_000;

/**
 * Age of the oldest transaction that holds the feed back. `pg_stat_activity` would say it of the transactions of the
 * same role only. So it notes which transaction would have begun next, and counts from then until all before it have
 * ended; that is at most one look less than the age.
 */
@Injectable()
export class FeedLag implements OnModuleInit, OnModuleDestroy {
  private noted: { readonly next: bigint; readonly at: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly gauge: Gauge;

  constructor(
    private readonly sql: Sql,
    private readonly settings: Settings,
    registry: Registry,
  ) {
    this.gauge = new Gauge({
      name: 'wes_change_feed_lag_seconds',
      help: 'Age of the oldest open transaction with changes, behind which the change feed does not read, within 5 s.',
      registers: [registry],
    });
  }

  onModuleInit(): void {
    if (this.settings.metrics.port === undefined) return;
    this.timer = setInterval(() => void this.look().catch(() => undefined), LOOK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const [row] = await this.sql.query<{ horizon: string; next: string }>(READ_HORIZON);
    if (!row) return;
    const now = performance.now();
    if (this.noted === undefined || BigInt(row.horizon) >= this.noted.next)
      this.noted = { next: BigInt(row.next), at: now };
    this.gauge.set((now - this.noted.at) / 1_000);
  }
}
