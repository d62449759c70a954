import type { PageWindow, RenderedPage } from '../../shared-kernel/page-window.js';
import type { Query } from '../dto/query.js';
import { ReadyBody } from '../dto/ready-body.js';

/** Most bytes of a `Link`: proxies read all headers of an answer into a buffer of 4 or 8 KiB. */
export const MAX_LINK_BYTES = 4_096;

export const TOTAL_COUNT = 'X-Total-Count';

/** The answer of a list that has pages. It gets the headers of {@link pageHeaders}. */
export class PageBody extends ReadyBody {
  constructor(
    readonly page: RenderedPage,
    readonly window: PageWindow,
  ) {
    super(page.content);
  }
}

type Relation = 'next' | 'prev' | 'first' | 'last';

/**
 * The number of all entries, and the links to other pages of the same size (RFC 8288). Links that do not fit into
 * {@link MAX_LINK_BYTES} are left out, the least useful ones first; an empty window has none.
 * @param query - of the request; links keep its other parameters
 */
export function pageHeaders({ page, window }: PageBody, query: Query): Record<string, string> {
  const kept = keptParameters(query);
  const links: string[] = [];
  let length = 0;
  for (const [relation, { from, to }] of linkedWindows(window, page)) {
    const link = `<?from=${from}&to=${to}${kept}>; rel="${relation}"`;
    length += link.length + ', '.length;
    if (length <= MAX_LINK_BYTES) links.push(link);
  }
  return { [TOTAL_COUNT]: String(page.total), ...(links.length > 0 && { Link: links.join(', ') }) };
}

/** Windows as far from each other as this one is long; the most useful first. */
function linkedWindows(
  { from, to }: PageWindow,
  { total, isAtLeast = false }: RenderedPage,
): [Relation, PageWindow][] {
  const size = to - from;
  if (size === 0) return [];
  const offset = from % size;
  const last = Math.max(0, total > offset ? total - 1 - ((total - 1 - offset) % size) : 0);
  const isPastEnd = from > last && !isAtLeast;
  const previous = isPastEnd ? last : Math.max(0, from - size);
  const windows: [Relation, PageWindow][] = [];
  if (to < total || isAtLeast) windows.push(['next', { from: to, to: to + size }]);
  if (from > 0) windows.push(['prev', { from: previous, to: Math.min(previous + size, from) }]);
  windows.push(['first', { from: 0, to: size }]);
  if (!isAtLeast) windows.push(['last', { from: last, to: last + size }]);
  return windows;
}

/** The parameters of a query but the window, encoded. */
function keptParameters(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    if (name === 'from' || name === 'to') continue;
    for (const value of [values].flat()) parameters.append(name, value);
  }
  return parameters.size > 0 ? `&${parameters.toString()}` : '';
}
