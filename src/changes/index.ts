/** The public API of the changes context. */
export { CHANGE_TABLES } from './infrastructure/change.tables.js';
export { ChangesModule } from './changes.module.js';
/** For webhooks, whose messages are about the same kinds. */
export {
  CHANGE_KINDS,
  KEY_KINDS,
  KIND_SCOPES,
  KIND_WORDS,
  SESSION_KINDS,
  type ChangeKind,
} from './application/change-sources.queries.js';
export { ChangesQueries } from './application/changes.queries.js';
export type { ChangedObjects } from './application/changed-objects.js';
export type { FeedReader } from './application/feed-reader.js';
export { CursorExpired } from './domain/change.errors.js';
