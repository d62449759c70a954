import { Gauge, type Registry } from 'prom-client';
import type { Quota } from '../config/parsers.js';
import type { Logger } from '../logging/logger.js';
import type { Usage } from '../rate-limits/rate-limiter.js';

/** A company with less left than this share of WRITE_LIMIT is named in the log. */
const NEARLY_NOTHING = 0.2;

/** Shows the company that has used most of WRITE_LIMIT: how much in the metrics, and its id in the log. */
export class WriteLimitUse {
  private largest = { ratio: 0, endsAt: 0 };

  constructor(
    private readonly quota: Quota | undefined,
    private readonly logger: Logger,
    registry: Registry,
  ) {
    const current = (): number => this.current();
    new Gauge({
      name: 'wes_write_limit_used_ratio_max',
      help: 'Largest share of WRITE_LIMIT that a company has used in its window, as this process has counted it.',
      registers: [registry],
      collect() {
        this.set(current());
      },
    });
  }

  /** @param bytes - of the write that has led to this usage */
  add(companyId: string, { remaining, resetS }: Usage, bytes: number): void {
    if (!this.quota) return;
    const { uses } = this.quota;
    const ratio = 1 - remaining / uses;
    if (ratio >= this.current()) this.largest = { ratio, endsAt: performance.now() + resetS * 1_000 };
    const threshold = NEARLY_NOTHING * uses;
    if (remaining < threshold && remaining + bytes >= threshold)
      this.logger.warn({ companyId, usedRatio: ratio }, 'WRITE_LIMIT of a company is nearly used up');
  }

  /** A window that has ended counts no more. */
  private current(): number {
    return performance.now() < this.largest.endsAt ? this.largest.ratio : 0;
  }
}
