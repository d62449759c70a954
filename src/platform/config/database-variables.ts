import { duration, flag, integer, urlOf } from './parsers.js';
import { optional, setting } from './variable.js';

/** The settings of the database. */
export const DATABASE_VARIABLES = {
  url: optional(
    'DATABASE_URL',
    urlOf('postgres', 'postgresql'),
    'PostgreSQL 15 or newer, with ICU. Unset: an embedded PostgreSQL 18 with its data below DATA_DIR/postgres.',
  ),
  directUrl: optional(
    'DATABASE_DIRECT_URL',
    urlOf('postgres', 'postgresql'),
    'Address for migrations where DATABASE_URL is a pooler or a role that may not create tables. Unset: DATABASE_URL.',
  ),
  replicaUrl: optional(
    'DATABASE_REPLICA_URL',
    urlOf('postgres', 'postgresql'),
    'Address of a replica for exports and streamed lists. Used while it is not behind; else DATABASE_URL is.',
  ),
  poolSize: setting(
    'DATABASE_POOL_SIZE',
    integer(1, 1_000),
    '10',
    'Most connections of one process, 1 to 1000.',
  ),
  poolWaitMs: setting(
    'DATABASE_POOL_WAIT',
    duration('10ms', '5m'),
    '1500ms',
    'Longest wait for a connection, 10ms to 5m; then the request is answered 503.',
  ),
  statementTimeoutMs: setting(
    'DATABASE_STATEMENT_TIMEOUT',
    duration('10ms', '1h'),
    '3s',
    'Longest time of one SQL statement, 10ms to 1h, stored by "wes migrate"; then the request is answered 503. With DATABASE_POOL_WAIT below 5s: every answer comes within 5 s when the database freezes.',
  ),
  migrateOnStart: optional(
    'MIGRATE_ON_START',
    flag,
    'true migrates the database at start, any number of processes at once. Unset: only the embedded one is migrated.',
  ),
} as const;
