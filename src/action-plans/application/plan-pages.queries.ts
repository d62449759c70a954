import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { LargeReads } from '../../platform/database/company-connections.js';
import { Sql } from '../../platform/database/sql.js';
import { encodeInTurns } from '../../platform/dto/encode-in-turns.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { foldText } from '../../shared-kernel/folding.js';
import {
  checkPageBytes,
  countWithin,
  type PageWindow,
  type RenderedPage,
} from '../../shared-kernel/page-window.js';
import type { PlanInclude, PlanOrder, PlanView } from '../domain/enumerations.js';
import { wantedKeys, type PlanFilter } from '../domain/plan-filter.js';
import { MAX_PLAN_PAGE_BYTES } from '../domain/plan-size.js';
import { overdueBounds } from '../domain/summary-calendar.js';
import { ActionPlanPageResponse } from './action-plan.response.js';
import { plansOf, summariesOf } from './plan-json.js';
import { PlanPermissions } from './plan-permissions.js';
import {
  listStatement,
  MAX_ORDINARY_PAGE_BYTES,
  partStatement,
  type ListFilter,
  type ListKind,
  type ListRow,
  type SummaryRow,
} from './plan-list-statements.queries.js';
import type { PlanRow } from './plan-statements.queries.js';

/** After each part of a large page: it leaves the processors to other requests. */
const PAUSE_MS = 25;

/** The order and the form of a list. */
export interface PlanListing {
  /** Newest first when not given. */
  readonly sort?: PlanOrder;
  /** Whole plans when not given. */
  readonly view?: PlanView;
  readonly include?: PlanInclude;
}

/** A kind of list, and the values of its statements after those of the window. */
interface Wanted extends ListKind {
  readonly values: readonly unknown[];
  readonly include: PlanInclude | undefined;
}

type LargePlan = Pick<ListRow, 'largePlanId' | 'bytes'>;

/** Reads pages of plans, in one round trip unless a page is large. */
@Injectable()
export class PlanPagesQueries {
  constructor(
    private readonly sql: Sql,
    private readonly largeReads: LargeReads,
    private readonly permissions: PlanPermissions,
    private readonly identity: IdentityQueries,
  ) {}

  /**
   * A page of the plans that a user reads.
   * @returns an {@link ActionPlanPageResponse} or an {@link ActionPlanSummaryPageResponse}; that of a large page in
   *   parts
   * @throws {PageTooLarge}
   */
  async list(
    actor: UserActor,
    page: PageWindow,
    filter: PlanFilter,
    listing: PlanListing = {},
  ): Promise<RenderedPage> {
    const { companyId, userId } = actor;
    const wanted = await this.wantedOf(companyId, filter, listing);
    const values = [companyId, userId, page.from, page.to - page.from, ...wanted.values];
    const rows = await this.sql.query<ListRow & Record<string, unknown>>(listStatement(wanted), values);
    const total = rows[0]?.total ?? 0;
    const head = ActionPlanPageResponse.head(page, total);
    const large = rows.filter(({ largePlanId }) => largePlanId !== null);
    if (large.length === 0) {
      const texts = await this.textsOf(actor, rows, wanted);
      return { total, content: `${head}${texts.join(',')}]}` };
    }
    checkPageBytes(page, large, MAX_PLAN_PAGE_BYTES);
    const parts = await this.largeReads.run({ companyId, callerId: userId }, () =>
      this.readParts(actor, large, wanted),
    );
    return { total, content: [Buffer.from(head), ...parts, Buffer.from(']}')] };
  }

  private async wantedOf(
    companyId: string,
    filter: PlanFilter,
    { sort, view, include }: PlanListing,
  ): Promise<Wanted> {
    const isSummary = view === 'summary';
    const overdue =
      isSummary || filter.overdue === true
        ? overdueBounds(new Date(), await this.identity.timeZoneOf(companyId))
        : undefined;
    const wanted = wantedFilters(companyId, filter, overdue);
    const values = [...wanted.values(), ...(isSummary ? [overdue] : [])];
    return { filters: [...wanted.keys()], view, include, values, ...(sort && { sort }) };
  }

  /**
   * Some MiB at a time, so that memory holds the texts of one part only, and other requests are served in between.
   * Plans that have gone meanwhile are left out.
   */
  private async readParts(actor: UserActor, plans: readonly LargePlan[], wanted: Wanted): Promise<Buffer[]> {
    const { companyId, userId } = actor;
    const statement = partStatement(wanted);
    const parts: Buffer[] = [];
    for (let at = 0; at < plans.length;) {
      const count = Math.max(1, countWithin(MAX_ORDINARY_PAGE_BYTES, plans.slice(at)));
      const ids = plans.slice(at, at + count).map(({ largePlanId }) => largePlanId);
      const values = [companyId, userId, ids, ...wanted.values];
      const rows = await this.sql.query<ListRow & Record<string, unknown>>(statement, values);
      const texts = (await this.textsOf(actor, rows, wanted)).join(',');
      if (texts !== '') parts.push(...(await encodeInTurns(parts.length === 0 ? texts : `,${texts}`)));
      at += count;
      await sleep(PAUSE_MS);
    }
    return parts;
  }

  /** The JSON of each plan, in the form that is wanted. */
  private async textsOf(
    actor: UserActor,
    rows: readonly ListRow[],
    { view, include }: Wanted,
  ): Promise<string[]> {
    const texts =
      view === 'summary' ? summariesOf(rows as readonly SummaryRow[]) : plansOf(rows as readonly PlanRow[]);
    return include === 'permissions' ? this.permissions.ofPlans(texts, actor) : texts;
  }
}

/** The filters that are set, each with its value. @param overdue - the bounds, which only that filter needs */
export function wantedFilters(
  companyId: string,
  filter: PlanFilter,
  overdue?: readonly Date[],
): ReadonlyMap<ListFilter, unknown> {
  const wanted = new Map<ListFilter, unknown>();
  const keys = wantedKeys(companyId, filter);
  if (keys.length > 0) wanted.set('keys', keys);
  if (filter.q !== undefined) wanted.set('text', foldText(filter.q));
  if (filter.overdue === true) wanted.set('overdue', overdue);
  if (filter.createdBy !== undefined) wanted.set('creator', filter.createdBy);
  if (filter.planText !== undefined) wanted.set('plan', foldText(filter.planText));
  return wanted;
}
