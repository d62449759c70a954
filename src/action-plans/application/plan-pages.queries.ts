import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LargeReads } from '../../platform/database/company-connections.js';
import { Sql } from '../../platform/database/sql.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { foldText } from '../../shared-kernel/folding.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import { PlanPageTooLarge } from '../domain/action-plan.errors.js';
import type { PlanInclude } from '../domain/enumerations.js';
import { wantedKeys, type PlanFilter } from '../domain/plan-filter.js';
import { MAX_PLAN_PAGE_BYTES } from '../domain/plan-size.js';
import { ActionPlanPageResponse } from './action-plan.response.js';
import { plansOf } from './plan-json.js';
import { PlanPermissions } from './plan-permissions.js';
import {
  listStatement,
  MAX_ORDINARY_PAGE_BYTES,
  partStatement,
  type ListFilter,
  type ListRow,
  type PlanRow,
} from './plan-statements.queries.js';

/** After each part of a large page: it leaves the processors to other requests. */
const PAUSE_MS = 25;

/** The form of a list. */
export interface PlanListing {
  readonly include?: PlanInclude;
}

type Wanted = ReadonlyMap<ListFilter, unknown>;
type LargePlan = Pick<ListRow, 'largePlanId' | 'bytes'>;

/** Reads pages of plans, in one round trip unless a page is large. */
@Injectable()
export class PlanPagesQueries {
  constructor(
    private readonly sql: Sql,
    private readonly largeReads: LargeReads,
    private readonly permissions: PlanPermissions,
  ) {}

  /**
   * A page of the plans that a user reads, newest first.
   * @returns its JSON; that of a large page in parts
   * @throws {PlanPageTooLarge}
   */
  async list(
    actor: UserActor,
    page: PageWindow,
    filter: PlanFilter,
    { include }: PlanListing = {},
  ): Promise<string | readonly Buffer[]> {
    const { companyId, userId } = actor;
    const wanted = wantedOf(companyId, filter);
    const values = [companyId, userId, page.from, page.to - page.from, ...wanted.values()];
    const rows = await this.sql.query<ListRow & Record<string, unknown>>(
      listStatement([...wanted.keys()]),
      values,
    );
    const head = ActionPlanPageResponse.head(page, rows[0]?.total ?? 0);
    const large = rows.filter(({ largePlanId }) => largePlanId !== null);
    const render = async (some: readonly PlanRow[]): Promise<string[]> =>
      include === 'permissions' ? this.permissions.ofPlans(plansOf(some), actor) : plansOf(some);
    if (large.length === 0) return `${head}${(await render(rows)).join(',')}]}`;
    const fitting = countWithin(MAX_PLAN_PAGE_BYTES, large);
    if (fitting < large.length) throw new PlanPageTooLarge(page.from + fitting);
    const parts = await this.largeReads.run(companyId, () => this.readParts(actor, large, wanted, render));
    return [Buffer.from(head), ...parts, Buffer.from(']}')];
  }

  /**
   * Some MiB at a time, so that memory holds the texts of one part only, and other requests are served in between.
   * Plans that have gone meanwhile are left out.
   */
  private async readParts(
    { companyId, userId }: UserActor,
    plans: readonly LargePlan[],
    wanted: Wanted,
    render: (rows: readonly PlanRow[]) => Promise<string[]>,
  ): Promise<Buffer[]> {
    const statement = partStatement([...wanted.keys()]);
    const parts: Buffer[] = [];
    for (let at = 0; at < plans.length;) {
      const count = Math.max(1, countWithin(MAX_ORDINARY_PAGE_BYTES, plans.slice(at)));
      const ids = plans.slice(at, at + count).map(({ largePlanId }) => largePlanId);
      const values = [companyId, userId, ids, ...wanted.values()];
      const rows = await this.sql.query<PlanRow & Record<string, unknown>>(statement, values);
      for (const plan of await render(rows)) parts.push(Buffer.from(parts.length === 0 ? plan : `,${plan}`));
      at += count;
      await sleep(PAUSE_MS);
    }
    return parts;
  }
}

/** The number of first plans that have at most so many bytes together. */
function countWithin(maxBytes: number, plans: readonly LargePlan[]): number {
  let sum = 0;
  const first = plans.findIndex(({ bytes }) => (sum += bytes ?? 0) > maxBytes);
  return first === -1 ? plans.length : first;
}

/** The filters of a statement that are set, with their values. */
function wantedOf(companyId: string, filter: PlanFilter): Map<ListFilter, unknown> {
  const wanted = new Map<ListFilter, unknown>();
  const keys = wantedKeys(companyId, filter);
  if (keys.length > 0) wanted.set('keys', keys);
  if (filter.q !== undefined) wanted.set('text', foldText(filter.q));
  if (filter.overdue === true) wanted.set('overdue', new Date());
  if (filter.createdBy !== undefined) wanted.set('creator', filter.createdBy);
  return wanted;
}
