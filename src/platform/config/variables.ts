import type { ExactValidator } from 'envalid';
import {
  duration,
  flag,
  folder,
  integer,
  mailbox,
  matching,
  oneOf,
  origins,
  redisUrl,
  urlOf,
} from './validators.js';

/** A variable that always has a value. The default is written as it would be in the environment. */
function withDefault<T>(validator: ExactValidator<T>, example: string, desc: string) {
  return validator({ default: validator()._parse(example) as NonNullable<T>, example, desc });
}

/** A variable that may stay unset. */
function optional<T>(validator: ExactValidator<T>, desc: string) {
  return validator({ default: undefined, desc });
}

/** Every setting of the service: the only list there is. `.env.example` is compared with it by a test. */
export const VARIABLES = {
  NODE_ENV: withDefault(
    oneOf('development', 'test', 'production'),
    'development',
    'development, test or production. Production refuses the embedded database and demo data.',
  ),
  PORT: withDefault(integer(0, 65_535), '3000', 'TCP port of the API, 0 to 65535; 0 takes a free one.'),
  HOST: withDefault(
    matching(/^[\w.:-]+$/, 'must be a host name or an IP address'),
    '127.0.0.1',
    'Address to listen on. 0.0.0.0 listens on every interface.',
  ),
  BASE_URL: optional(
    urlOf('http', 'https'),
    'Address under which clients reach the service, without a path. Unset: http://localhost:PORT.',
  ),
  DATA_DIR: withDefault(folder, '.data', 'Folder of everything that the embedded defaults keep.'),
  LOG_LEVEL: withDefault(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    'info',
    'Least severe level that is logged: fatal, error, warn, info, debug or silent.',
  ),
  LOG_FORMAT: withDefault(
    oneOf('auto', 'json', 'pretty'),
    'auto',
    'json (one object a line), pretty (for people), or auto: pretty on a terminal, json elsewhere.',
  ),
  DATABASE_URL: optional(
    urlOf('postgres', 'postgresql'),
    'PostgreSQL 15 or newer, with ICU. Unset: an embedded PostgreSQL 18 with its data below DATA_DIR/postgres.',
  ),
  DATABASE_POOL_SIZE: withDefault(integer(1, 1_000), '10', 'Most connections of one process, 1 to 1000.'),
  DATABASE_POOL_WAIT: withDefault(
    duration({ min: '10ms', max: '5m' }),
    '2s',
    'Longest wait for a connection, 10ms to 5m; then the request is answered 503.',
  ),
  DATABASE_STATEMENT_TIMEOUT: withDefault(
    duration({ min: '10ms', max: '1h' }),
    '10s',
    'Longest time of one SQL statement, 10ms to 1h; then the server cancels it and the request is answered 503.',
  ),
  MIGRATE_ON_START: optional(
    flag,
    'true migrates the database at start, any number of processes at once. Unset: only the embedded one is migrated.',
  ),
  REDIS_URL: optional(
    redisUrl,
    'Redis 5 or newer, for handing exports out to several processes. Unset: each worker finds them in the database.',
  ),
  EXPORT_LINK_TTL: withDefault(
    duration({ min: '1s', max: '365d' }),
    '24h',
    'How long the link of an export works and its file is kept, 1s to 365d.',
  ),
  EXPORT_CONCURRENCY: withDefault(
    integer(1, 64),
    '2',
    'Most exports that one process works on at the same time, 1 to 64.',
  ),
  SMTP_URL: optional(
    urlOf('smtp', 'smtps'),
    'Mail server, like smtp://user:password@host:587. Unset: messages are written as files below DATA_DIR/outbox.',
  ),
  MAIL_FROM: withDefault(
    mailbox,
    'Workforce Engagement <no-reply@localhost>',
    'Sender of the messages, an address or a name with an address in angle brackets.',
  ),
  S3_BUCKET: optional(
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    'Bucket of an S3-compatible store for the files of exports. Unset: they are kept below DATA_DIR/exports.',
  ),
  S3_ENDPOINT: optional(
    urlOf('http', 'https'),
    'Address of a store that is not of AWS, like https://s3.example.com.',
  ),
  S3_REGION: withDefault(
    matching(/^[\w-]+$/, 'must be the name of a region'),
    'us-east-1',
    'Region of the bucket.',
  ),
  S3_ACCESS_KEY_ID: optional(
    matching(/^\S+$/, 'must be without white space'),
    'Credential for the bucket. Unset: what the environment gives a program on AWS.',
  ),
  S3_SECRET_ACCESS_KEY: optional(
    matching(/^\S+$/, 'must be without white space'),
    'The secret that belongs to S3_ACCESS_KEY_ID.',
  ),
  S3_FORCE_PATH_STYLE: withDefault(
    flag,
    'false',
    'true addresses the bucket in the path instead of the host name, as many stores that are not of AWS ask for.',
  ),
  MAX_PAGE_SIZE: withDefault(
    integer(1, 10_000),
    '500',
    'Most entries of a page that a client may ask for, 1 to 10000; a larger one is refused, not cut.',
  ),
  OPERATOR_COMPANY_ID: optional(
    matching(/^[0-9a-f]{24}$/, 'must be the id of a company: 24 lower-case hexadecimal characters'),
    'Id of the one company whose admins manage the template catalogue. Unset: the admins of every company.',
  ),
  CORS_ORIGINS: optional(
    origins,
    'Origins of browser applications that may call the API, separated by commas. Unset: none.',
  ),
  REQUEST_TIMEOUT: withDefault(
    duration({ min: '1s', max: '1h' }),
    '30s',
    'Longest time for a client to send a whole request, 1s to 1h.',
  ),
  HEADERS_TIMEOUT: withDefault(
    duration({ min: '1s', max: '1h' }),
    '10s',
    'Longest time for a client to send the headers of a request, 1s to 1h.',
  ),
  KEEP_ALIVE_TIMEOUT: withDefault(
    duration({ min: '1s', max: '1h' }),
    '65s',
    'How long an idle connection stays open, 1s to 1h. Longer than the idle time of a balancer in front.',
  ),
  STREAM_STALL_TIMEOUT: withDefault(
    duration({ min: '100ms', max: '1h' }),
    '60s',
    'Longest time for a client to take the next part of a streamed list, 100ms to 1h; then it is cut off.',
  ),
  SHUTDOWN_DELAY: withDefault(
    duration({ min: '0s', max: '5m' }),
    '0s',
    'How long /health/ready answers 503 before the service stops accepting, 0s to 5m. Behind a balancer: 2s or more.',
  ),
  SHUTDOWN_TIMEOUT: withDefault(
    duration({ min: '1s', max: '10m' }),
    '20s',
    'Longest time that requests in flight are given to finish at shutdown, 1s to 10m.',
  ),
} as const;

export type VariableName = keyof typeof VARIABLES;

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const entries = Object.entries(VARIABLES).map(
    ([name, { desc, example }]) => `# ${desc}\n${example === undefined ? '#' : ''}${name}=${example ?? ''}\n`,
  );
  return `# Every setting of the service with its default. Copy to .env and change what differs.\n\n${entries.join('\n')}`;
}
