import { tagOf } from '../../platform/dto/representation.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import type { ListFilter } from './plan-statements.queries.js';

/** To be raised when lists are put together in another way from the same rows. */
const FORMAT = 1;

/**
 * The tag of a list of plans: it changes with every write of the company's plans, and differs for each reader and query
 * (ADR 23).
 * @param revision - of the plans; null before their first write
 * @param wanted - the filters of the list with their values
 * @returns undefined where the list depends on the time
 */
export function planListTag(
  revision: string | null,
  { companyId, userId }: UserActor,
  { from, to }: PageWindow,
  wanted: ReadonlyMap<ListFilter, unknown>,
): string | undefined {
  if (wanted.has('overdue')) return undefined;
  return tagOf(JSON.stringify([FORMAT, companyId, revision, userId, from, to, [...wanted]]));
}
