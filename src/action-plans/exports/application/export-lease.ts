import { EXPORT_RENEWAL_MS } from '../domain/export-schedule.js';
import type { ExportKey } from '../domain/plan-export.js';
import type { PlanExportRepository } from '../domain/plan-export.repository.js';

/** Renews the lease of an attempt until it is stopped. */
export class ExportLease {
  isLost = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly exports: PlanExportRepository,
    private readonly key: ExportKey,
    readonly id: string,
  ) {
    this.timer = setInterval(() => void this.renew(), EXPORT_RENEWAL_MS);
  }

  stopRenewing(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    try {
      const isOurs = await this.exports.change(this.key, (planExport, now) => planExport.renew(this.id, now));
      if (isOurs !== true) this.isLost = true;
    } catch {
      // The next renewal may succeed. If the lease ends before, the check before the mail notices.
    }
  }
}
