import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { MANAGE_TEMPLATES } from '../../announcements/index.js';
import { Settings } from '../../platform/config/settings.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { Readiness } from '../../platform/health/readiness.js';
import { HttpProblem } from '../../platform/http/http-problem.js';
import { isAllowed } from '../../platform/http/permission.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ChangesQueries } from '../application/changes.queries.js';
import type { FeedReader } from '../application/feed-reader.js';
import { TooManyWaiters } from '../domain/change.errors.js';
import { DEFAULT_CHANGES, type ListChangesQuery } from './list-changes.query.js';

/** Seconds after which a request that may not wait is sent again. */
const RETRY_AFTER_S = 5;

/** Answers both operations of the feed. */
@Injectable()
export class ChangeFeed {
  constructor(
    private readonly queries: ChangesQueries,
    private readonly settings: Settings,
    private readonly readiness: Readiness,
  ) {}

  managesTemplates(actor: UserActor): boolean {
    return isAllowed(MANAGE_TEMPLATES, actor, this.settings.operatorCompanyId);
  }

  /** A wait ends when the client goes away or the process stops. */
  async read(
    reader: FeedReader,
    { after, limit = DEFAULT_CHANGES, wait = 0 }: Omit<ListChangesQuery, 'kinds'>,
    response: Response,
  ): Promise<ReadyBody> {
    if (after === undefined) return new ReadyBody(await this.queries.begin(reader));
    const gone = new AbortController();
    const onClose = (): void => gone.abort();
    response.once('close', onClose);
    try {
      const { retentionMs, waiters } = this.settings.changes;
      const signal = AbortSignal.any([gone.signal, this.readiness.stopping]);
      const json = await this.queries.read(reader, {
        after,
        limit,
        waitMs: wait * 1_000,
        waiters,
        retentionMs,
        signal,
      });
      return new ReadyBody(json);
    } catch (error) {
      throw error instanceof TooManyWaiters ? tooManyWaiters() : error;
    } finally {
      response.off('close', onClose);
    }
  }
}

function tooManyWaiters(): HttpProblem {
  const detail = `Too many requests of this company wait for changes; try again in ${RETRY_AFTER_S} s, or without wait.`;
  return new HttpProblem(429, 'TOO_MANY_REQUESTS', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}
