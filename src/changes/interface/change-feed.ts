import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MANAGE_TEMPLATES } from '../../announcements/index.js';
import { Settings } from '../../platform/config/settings.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { Readiness } from '../../platform/health/readiness.js';
import { CompanyShare } from '../../platform/http/company-share.js';
import { findCaller } from '../../platform/http/credential.guard.js';
import { HttpProblem } from '../../platform/http/http-problem.js';
import { isAllowed, type Permission } from '../../platform/http/permission.js';
import type { Actor } from '../../shared-kernel/actor.js';
import { Authenticator } from '../../shared-kernel/authenticator.js';
import { ChangeWatch } from '../application/change-watch.queries.js';
import { SESSION_KINDS } from '../application/change-sources.queries.js';
import { ChangesQueries, type ChangesPage } from '../application/changes.queries.js';
import { kindsOfKey, type FeedReader } from '../application/feed-reader.js';
import { TooManyWaiters } from '../domain/change.errors.js';
import {
  DEFAULT_CHANGES,
  type ListChangesQuery,
  type ListCompanyChangesQuery,
} from './list-changes.query.js';

/** Seconds after which a request that may not wait is sent again. */
const RETRY_AFTER_S = '5';

type FeedQuery = ListChangesQuery | ListCompanyChangesQuery;

/** Answers both operations of the feed. */
@Injectable()
export class ChangeFeed {
  constructor(
    private readonly queries: ChangesQueries,
    private readonly watch: ChangeWatch,
    private readonly share: CompanyShare,
    private readonly authenticator: Authenticator,
    private readonly settings: Settings,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Answers a page. Where it is empty, waits for a change until the client goes away or the process stops. A request
   * that waits holds neither a connection nor a share of its company, and its rights are checked again after it.
   * @returns undefined when the client is gone
   */
  async read(
    permission: Permission,
    given: Actor,
    query: FeedQuery,
    response: Response,
  ): Promise<ReadyBody | undefined> {
    const waitMs = query.after === undefined ? 0 : (query.wait ?? 0) * 1_000;
    const deadline = performance.now() + waitMs;
    const over = new AbortController();
    const end = (): void => over.abort();
    const { stopping } = this.readiness;
    response.once('close', end);
    stopping.addEventListener('abort', end);
    let { after } = query;
    try {
      for (let actor = given; ; actor = await this.currentActor(permission, response.req)) {
        const reader = this.readerOf(actor, query);
        const page = await this.page(
          actor,
          reader,
          { after, limit: query.limit ?? DEFAULT_CHANGES },
          response,
        );
        if (!page) return undefined;
        const ms = deadline - performance.now();
        const isToAnswer = !page.isEmpty || page.isMore || ms <= 0;
        if (isToAnswer || stopping.aborted) return new ReadyBody(page.json);
        after = page.cursor;
        const wait = { companyId: reader.companyId, positions: page.positions };
        const { waiters } = this.settings.changes;
        const outcome = await this.watch.wait(wait, { ms, waiters, signal: over.signal });
        if (outcome === 'full') throw HttpProblem.of(TooManyWaiters, { 'Retry-After': RETRY_AFTER_S });
        if (outcome === 'over') return new ReadyBody(page.json);
      }
    } finally {
      response.off('close', end);
      stopping.removeEventListener('abort', end);
    }
  }

  private async page(
    actor: Actor,
    reader: FeedReader,
    { after, limit }: { readonly after: string | undefined; readonly limit: number },
    response: Response,
  ): Promise<ChangesPage | undefined> {
    const release = await this.share.take(actor, response);
    if (!release) return undefined;
    let size = 0;
    try {
      const { retentionMs } = this.settings.changes;
      const page = await (after === undefined
        ? this.queries.begin(reader)
        : this.queries.read(reader, { after, limit, retentionMs }));
      size = page.json.length;
      return page;
    } finally {
      release(size);
    }
  }

  /** @throws {HttpProblem} 401 or 403 when the credential or the right was withdrawn */
  private async currentActor(permission: Permission, request: Request): Promise<Actor> {
    const { actor } = await findCaller(this.authenticator, permission, request);
    if (!isAllowed(permission, actor, this.settings.operatorCompanyId)) throw HttpProblem.of('FORBIDDEN');
    return actor;
  }

  /** @throws {HttpProblem} 403 for a key without the scope of a kind that it asks for */
  private readerOf(actor: Actor, query: FeedQuery): FeedReader {
    const { companyId } = actor;
    if (actor.kind === 'user') {
      const managesTemplates = isAllowed(MANAGE_TEMPLATES, actor, this.settings.operatorCompanyId);
      const rights = managesTemplates ? MANAGE_TEMPLATES.name : '';
      return {
        companyId,
        kinds: query.kinds ?? SESSION_KINDS,
        userId: actor.userId,
        managesTemplates,
        rights,
      };
    }
    const kinds = kindsOfKey(actor.scopes, query.kinds);
    if (!kinds) throw HttpProblem.of('FORBIDDEN');
    const rights = [...actor.scopes].sort().join(',');
    return { companyId, kinds, userId: '', managesTemplates: false, rights };
  }
}
