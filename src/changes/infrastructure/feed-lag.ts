import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { oldestChangeMs } from '../../platform/database/change-sets.js';

/** Age of the oldest change of this process that the feed does not show yet, because it is not committed. */
@Injectable()
export class FeedLag {
  constructor(registry: Registry) {
    new Gauge({
      name: 'wes_change_feed_lag_seconds',
      help: 'Age of the oldest change of this process that is not committed, and not in the change feed yet.',
      registers: [registry],
      collect() {
        this.set(oldestChangeMs() / 1_000);
      },
    });
  }
}
