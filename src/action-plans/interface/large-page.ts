import type { Request } from 'express';

/** Most plans of a page that does not count against RATE_LIMIT_EXPENSIVE. */
export const MAX_ORDINARY_PAGE = 100;

/** Asked before the query is validated, which refuses what is not a number. */
export function isLargePage({ query }: Request): boolean {
  return Number(query['to']) - Number(query['from'] ?? 0) > MAX_ORDINARY_PAGE;
}
