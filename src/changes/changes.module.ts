import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { ChangeWatch } from './application/change-watch.queries.js';
import { ChangesQueries } from './application/changes.queries.js';
import { TombstoneRetention } from './application/tombstone-retention.js';
import { Tombstones } from './domain/tombstones.js';
import { FeedLag } from './infrastructure/feed-lag.js';
import { SqlTombstones } from './infrastructure/sql-tombstones.js';
import { ChangeFeed } from './interface/change-feed.js';
import { ChangeRetentionJob } from './interface/change-retention.job.js';
import { ChangesController } from './interface/changes.controller.js';

/** The change feed (ADR 39). Every context names its rows, and marks them when it writes. */
@Module({
  imports: [ActionPlansModule],
  controllers: [ChangesController],
  providers: [
    ChangesQueries,
    ChangeWatch,
    ChangeFeed,
    TombstoneRetention,
    ChangeRetentionJob,
    FeedLag,
    { provide: Tombstones, useClass: SqlTombstones },
  ],
})
export class ChangesModule {}
