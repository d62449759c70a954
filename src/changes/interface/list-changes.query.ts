import { QueryEnumList, QueryFilledText, QueryInt32 } from '../../platform/dto/query-properties.js';
import { KEY_KINDS, SESSION_KINDS, type ChangeKind } from '../application/change-sources.queries.js';
import { MAX_CURSOR_LENGTH } from '../application/cursor.js';

/** Most changes of a page. */
export const MAX_CHANGES = 1_000;

export const DEFAULT_CHANGES = 500;

/** Longest time in seconds that a request waits for a change. */
export const MAX_WAIT_S = 25;

class AnyChangesQuery {
  @QueryFilledText({
    maxLength: MAX_CURSOR_LENGTH,
    description:
      'The `cursor` of the last answer. Without it the answer has no changes and the cursor of now: take ' +
      'it before the first full read.',
  })
  after?: string;

  @QueryInt32({
    minimum: 1,
    maximum: MAX_CHANGES,
    default: DEFAULT_CHANGES,
    description:
      'Most changes of the answer. It has fewer, and `more`, where they would have more than 8 MiB.',
  })
  limit?: number;

  @QueryInt32({
    minimum: 0,
    maximum: MAX_WAIT_S,
    default: 0,
    description: 'Seconds to wait for a change where there is none. Not without `after`.',
  })
  wait?: number;
}

export class ListChangesQuery extends AnyChangesQuery {
  @QueryEnumList(KEY_KINDS, {
    name: 'ChangeKind',
    description: 'Only these kinds; all that the key may read when not set. A cursor belongs to its kinds.',
  })
  kinds?: ChangeKind[];
}

export class ListCompanyChangesQuery extends AnyChangesQuery {
  @QueryEnumList(SESSION_KINDS, {
    name: 'CompanyChangeKind',
    description: 'Only these kinds; both when not set. A cursor belongs to its kinds.',
  })
  kinds?: ChangeKind[];
}
