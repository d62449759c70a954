import { DEFAULT_PAGE_SIZE, type PageWindow } from '../../shared-kernel/page-window.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { issue } from './checks.js';
import type { OptionalPageQuery } from './optional-page-query.js';
import { QueryInt32 } from './query-properties.js';

/** The window of a list that has pages (docs/contract.md, "Paging"). The pipe fills in what the caller left out. */
export class PageQuery implements PageWindow {
  /** Most entries of a page of this list, where `MAX_PAGE_SIZE` allows more. */
  static readonly maxPageSize: number = Infinity;

  @QueryInt32({ minimum: 0, default: 0, description: 'Index of the first entry, from 0 on.' })
  from!: number;

  @QueryInt32({
    minimum: 0,
    default: DEFAULT_PAGE_SIZE,
    description:
      `Index after the last entry, not before \`from\`. When not set: ${DEFAULT_PAGE_SIZE}, or \`from\` + ` +
      `${DEFAULT_PAGE_SIZE} where \`from\` is ${DEFAULT_PAGE_SIZE} or more. A page has at most ` +
      '`MAX_PAGE_SIZE` entries (500 unless the deployment says otherwise), fewer where the list says so.',
  })
  to!: number;
}

/**
 * Fills in the defaults of a window whose properties are valid by themselves.
 * @param setting - `MAX_PAGE_SIZE`
 */
export function completeWindow(query: PageQuery | OptionalPageQuery, setting: number): ValidationIssue[] {
  const sent: Partial<PageWindow> = query;
  const from = sent.from ?? 0;
  const to = sent.to ?? (from < DEFAULT_PAGE_SIZE ? DEFAULT_PAGE_SIZE : from + DEFAULT_PAGE_SIZE);
  Object.assign(query, { from, to });
  if (to < from) return [issue('OUT_OF_RANGE', 'must not be less than from', 'to')];
  const { maxPageSize: most = Infinity } = query.constructor as Partial<typeof PageQuery>;
  const maxPageSize = Math.min(setting, most);
  if (to - from <= maxPageSize) return [];
  return [issue('PAGE_TOO_LARGE', `must be at most ${maxPageSize} more than from: no page is larger`, 'to')];
}
