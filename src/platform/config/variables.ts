/* eslint-disable max-lines -- one table */
import { DATABASE_VARIABLES } from './database-variables.js';
import {
  duration,
  flag,
  folder,
  integer,
  mailbox,
  matching,
  oneOf,
  origins,
  quota,
  redisUrl,
  sentinels,
  trustedProxies,
  urlOf,
} from './parsers.js';
import { namesOf, optional, setting } from './variable.js';

/**
 * Every setting of the service, in the shape of `Settings`. A new setting is one entry here. A test compares
 * `.env.example` with this table.
 */
export const VARIABLES = {
  environment: setting(
    'NODE_ENV',
    oneOf('development', 'test', 'production'),
    'development',
    'development, test or production. Production wants DATABASE_URL, BASE_URL and OPERATOR_COMPANY_ID, and refuses demo data.',
  ),
  http: {
    port: setting('PORT', integer(0, 65_535), '3000', 'TCP port of the API, 0 to 65535; 0 takes a free one.'),
    host: setting(
      'HOST',
      matching(/^[\w.:-]+$/, 'must be a host name or an IP address'),
      '127.0.0.1',
      'Address to listen on. 0.0.0.0 listens on every interface.',
    ),
    baseUrl: optional(
      'BASE_URL',
      urlOf('http', 'https'),
      'Address under which clients reach the service, without a path. Unset: http://localhost:PORT.',
    ),
    corsOrigins: optional(
      'CORS_ORIGINS',
      origins,
      'Origins of browser applications that may call the API, separated by commas. Unset: none.',
    ),
    trustProxy: setting(
      'TRUST_PROXY',
      trustedProxies,
      'off',
      'Proxies whose X-Forwarded-For names the address of the client: off, their number (1 to 9), or their addresses and subnets, separated by commas.',
    ),
    requestTimeoutMs: setting(
      'REQUEST_TIMEOUT',
      duration('1s', '1h'),
      '30s',
      'Longest time for a client to send a whole request, 1s to 1h.',
    ),
    headersTimeoutMs: setting(
      'HEADERS_TIMEOUT',
      duration('1s', '1h'),
      '10s',
      'Longest time for a client to send the headers of a request, 1s to 1h.',
    ),
    keepAliveTimeoutMs: setting(
      'KEEP_ALIVE_TIMEOUT',
      duration('1s', '1h'),
      '65s',
      'How long an idle connection stays open, 1s to 1h. Longer than the idle time of a balancer in front.',
    ),
    responseStallTimeoutMs: setting(
      'RESPONSE_STALL_TIMEOUT',
      duration('100ms', '1h'),
      '30s',
      'How long a client may take nothing of an answer, 100ms to 1h; then it is cut off, after twice this time at the latest.',
    ),
    streamTimeoutMs: setting(
      'STREAM_TIMEOUT',
      duration('1s', '1d'),
      '10m',
      'Longest time for a client to take a whole streamed list, 1s to 1d; then it is cut off.',
    ),
  },
  metrics: {
    port: optional(
      'METRICS_PORT',
      integer(0, 65_535),
      'TCP port of /metrics, /health/live and /health/ready, in the API and in workers, 0 to 65535; 0 takes a free one. Unset: none.',
    ),
    host: setting(
      'METRICS_HOST',
      matching(/^[\w.:-]+$/, 'must be a host name or an IP address'),
      '127.0.0.1',
      'Address to listen on for METRICS_PORT, whose answers need no credential.',
    ),
  },
  tracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    urlOf('http', 'https'),
    'OpenTelemetry collector that gets the traces by OTLP over HTTP, like http://127.0.0.1:4318. Unset: there are none.',
  ),
  rateLimits: {
    credential: setting(
      'RATE_LIMIT',
      quota,
      '1000/10s',
      'Most requests with one credential, like 1000/10s, or off; more are answered 429. Counted in Redis where one is set, else in each process.',
    ),
    expensive: setting(
      'RATE_LIMIT_EXPENSIVE',
      quota,
      '50/10s',
      'Most expensive reads of one company (lists of employees, searches in plans), or off.',
    ),
    unknown: setting(
      'RATE_LIMIT_UNKNOWN',
      quota,
      '50/10s',
      'Most requests with an unknown credential from one address, or off. Behind a proxy set TRUST_PROXY.',
    ),
    exports: setting('EXPORT_LIMIT', quota, '60/1h', 'Most requests of one person for exports, or off.'),
  },
  docs: setting(
    'DOCS',
    oneOf('on', 'off'),
    'on',
    'on serves Swagger UI at /docs and the OpenAPI document; off answers 404 there, and at /.',
  ),
  maxPageSize: setting(
    'MAX_PAGE_SIZE',
    integer(10, 10_000),
    '500',
    'Most entries of a page that a client may ask for, 10 to 10000; a larger one is refused, not cut.',
  ),
  operatorCompany: optional(
    'OPERATOR_COMPANY_ID',
    matching(
      /^(?:[0-9a-f]{24}|any)$/,
      'must be any or the id of a company: 24 lower-case hexadecimal characters',
    ),
    'Id of the one company whose admins manage the template catalogue. any, or unset: the admins of every company.',
  ),
  dataDir: setting('DATA_DIR', folder, '.data', 'Folder of everything that the embedded defaults keep.'),
  log: {
    level: setting(
      'LOG_LEVEL',
      oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
      'info',
      'Least severe level that is logged: fatal, error, warn, info, debug or silent.',
    ),
    format: setting(
      'LOG_FORMAT',
      oneOf('auto', 'json', 'pretty'),
      'auto',
      'json (one object a line), pretty (for people), or auto: pretty on a terminal, json elsewhere.',
    ),
  },
  database: DATABASE_VARIABLES,
  redisServer: {
    url: optional(
      'REDIS_URL',
      redisUrl,
      'Redis 5 or newer: dispatches exports to workers and counts the rate limits of all processes. Unset, without REDIS_SENTINELS: each worker finds exports in the database.',
    ),
    sentinels: optional(
      'REDIS_SENTINELS',
      sentinels,
      'Sentinels that name the Redis to use, like 10.0.0.1:26379,10.0.0.2:26379. User, password, number of the database and TLS are then those of REDIS_URL, whose host is not used.',
    ),
    sentinelMaster: setting(
      'REDIS_SENTINEL_MASTER',
      matching(/^[\w.-]+$/, 'must be letters, digits, dots, hyphens and underscores'),
      'mymaster',
      'Name by which the sentinels know that Redis.',
    ),
    sentinelPassword: optional(
      'REDIS_SENTINEL_PASSWORD',
      matching(/^\S+$/, 'must be without white space'),
      'Password of the sentinels.',
    ),
  },
  exports: {
    linkTtlMs: setting(
      'EXPORT_LINK_TTL',
      duration('1s', '365d'),
      '24h',
      'How long the link of an export works and its file is kept, 1s to 365d.',
    ),
    concurrency: setting(
      'EXPORT_CONCURRENCY',
      integer(1, 64),
      '2',
      'Most exports that one process works on at the same time, 1 to 64.',
    ),
  },
  mail: {
    smtpUrl: optional(
      'SMTP_URL',
      urlOf('smtp', 'smtps'),
      'Mail server, like smtp://user:password@host:587. A password is sent over TLS only, except to this machine. Unset: files below DATA_DIR/outbox.',
    ),
    from: setting(
      'MAIL_FROM',
      mailbox,
      'Workforce Engagement <no-reply@localhost>',
      'Sender of the messages, an address or a name with an address in angle brackets.',
    ),
  },
  store: {
    bucket: optional(
      'S3_BUCKET',
      matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
      'Bucket of an S3-compatible store for the files of exports. Unset: they are kept below DATA_DIR/exports.',
    ),
    endpoint: optional(
      'S3_ENDPOINT',
      urlOf('http', 'https'),
      'Address of a store that is not of AWS, like https://s3.example.com.',
    ),
    region: setting(
      'S3_REGION',
      matching(/^[\w-]+$/, 'must be the name of a region'),
      'us-east-1',
      'Region of the bucket.',
    ),
    accessKeyId: optional(
      'S3_ACCESS_KEY_ID',
      matching(/^\S+$/, 'must be without white space'),
      'Credential for the bucket. Unset: the default credentials of the AWS SDK.',
    ),
    secretAccessKey: optional(
      'S3_SECRET_ACCESS_KEY',
      matching(/^\S+$/, 'must be without white space'),
      'The secret that belongs to S3_ACCESS_KEY_ID.',
    ),
    forcePathStyle: setting(
      'S3_FORCE_PATH_STYLE',
      flag,
      'false',
      'true addresses the bucket in the path instead of the host name, as many stores that are not of AWS ask for.',
    ),
  },
  auditRetentionMs: setting(
    'AUDIT_RETENTION',
    duration('1d', '3660d'),
    '400d',
    'How long audit records are kept, 1d to 3660d; a deleted plan can be restored as long.',
  ),
  shutdown: {
    delayMs: setting(
      'SHUTDOWN_DELAY',
      duration('0s', '5m'),
      '0s',
      'How long /health/ready answers 503 before the service stops accepting, 0s to 5m. Behind a balancer: at least two intervals of its checks.',
    ),
    timeoutMs: setting(
      'SHUTDOWN_TIMEOUT',
      duration('1s', '10m'),
      '20s',
      'Longest time that requests in flight are given to finish at shutdown, 1s to 10m.',
    ),
  },
};

/** The names of all settings. */
export const VARIABLE_NAMES: readonly string[] = namesOf(VARIABLES);
