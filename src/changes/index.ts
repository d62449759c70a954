/** The public API of the changes context. */
export { CHANGE_TABLES } from './infrastructure/change.tables.js';
export { ChangesModule } from './changes.module.js';
export { ChangesQueries } from './application/changes.queries.js';
export type { ChangedObjects } from './application/changed-objects.js';
export type { FeedReader } from './application/feed-reader.js';
export { CursorExpired } from './domain/change.errors.js';
export {
  CHANGE_KINDS,
  KEY_KINDS,
  SESSION_KINDS,
  kindsOfKey,
  type ChangeKind,
} from './domain/change-kinds.js';
