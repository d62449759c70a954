import { DEFAULT_PAGE_SIZE, type PageWindow } from '../../shared-kernel/page-window.js';
import { QueryInt32 } from './query-properties.js';

/** The window of a list that is answered as a whole where neither end is given. The pipe fills in the other one. */
export class OptionalPageQuery {
  @QueryInt32({
    minimum: 0,
    description:
      'Index of the first entry, from 0 on; 0 when only `to` is set. Without both the whole list is answered.',
    example: 0,
  })
  from?: number;

  @QueryInt32({
    minimum: 0,
    description:
      `Index after the last entry, not before \`from\`. When only \`from\` is set: ${DEFAULT_PAGE_SIZE}, ` +
      `or \`from\` + ${DEFAULT_PAGE_SIZE} where \`from\` is ${DEFAULT_PAGE_SIZE} or more. A page has at ` +
      'most `MAX_PAGE_SIZE` entries (500 unless the deployment says otherwise).',
    example: 100,
  })
  to?: number;
}

/** The window that was asked for; undefined for the whole list. */
export function windowOf({ from, to }: OptionalPageQuery): PageWindow | undefined {
  return from === undefined || to === undefined ? undefined : { from, to };
}
