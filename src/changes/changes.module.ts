import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { ChangeOrders } from './application/change-orders.store.js';
import { ChangeWatch } from './application/change-watch.queries.js';
import { ChangesQueries } from './application/changes.queries.js';
import { ChangeRetention } from './application/change-retention.js';
import { FeedLag } from './infrastructure/feed-lag.js';
import { ChangeFeed } from './interface/change-feed.js';
import { ChangeRetentionJob } from './interface/change-retention.job.js';
import { ChangesController } from './interface/changes.controller.js';

/** The change feed (ADR 47). Every context names its rows, and stores the change set of the transaction with them. */
@Module({
  imports: [ActionPlansModule],
  controllers: [ChangesController],
  providers: [
    ChangesQueries,
    ChangeWatch,
    ChangeFeed,
    ChangeRetention,
    ChangeRetentionJob,
    FeedLag,
    ChangeOrders,
  ],
  exports: [ChangesQueries],
})
export class ChangesModule {}
