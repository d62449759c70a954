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
  type Parser,
} from './parsers.js';

/** A setting and the variable of the environment that it is read from. */
export class Variable<T> {
  constructor(
    readonly name: string,
    readonly parse: Parser<T>,
    /** As it would be written in the environment; undefined where the setting may stay unset. */
    readonly defaultText: string | undefined,
    /** One line for operators: meaning, unit and bounds. */
    readonly description: string,
  ) {}
}

/** A setting that always has a value. */
function setting<T>(name: string, parse: Parser<T>, defaultText: string, description: string): Variable<T> {
  return new Variable(name, parse, defaultText, description);
}

/** A setting that may stay unset. */
function optional<T>(name: string, parse: Parser<T>, description: string): Variable<T | undefined> {
  return new Variable<T | undefined>(name, parse, undefined, description);
}

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
    streamStallTimeoutMs: setting(
      'STREAM_STALL_TIMEOUT',
      duration('100ms', '1h'),
      '60s',
      'Longest time for a client to take the next part of a streamed list, 100ms to 1h; then it is cut off.',
    ),
  },
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
  database: {
    url: optional(
      'DATABASE_URL',
      urlOf('postgres', 'postgresql'),
      'PostgreSQL 15 or newer, with ICU. Unset: an embedded PostgreSQL 18 with its data below DATA_DIR/postgres.',
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
      '2s',
      'Longest wait for a connection, 10ms to 5m; then the request is answered 503.',
    ),
    statementTimeoutMs: setting(
      'DATABASE_STATEMENT_TIMEOUT',
      duration('10ms', '1h'),
      '10s',
      'Longest time of one SQL statement, 10ms to 1h; then the server cancels it and the request is answered 503.',
    ),
    migrateOnStart: optional(
      'MIGRATE_ON_START',
      flag,
      'true migrates the database at start, any number of processes at once. Unset: only the embedded one is migrated.',
    ),
  },
  redisUrl: optional(
    'REDIS_URL',
    redisUrl,
    'Redis 5 or newer, for handing exports out to several processes. Unset: each worker finds them in the database.',
  ),
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
      'Mail server, like smtp://user:password@host:587. A password needs TLS, but for this machine. Unset: files below DATA_DIR/outbox.',
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
      'Credential for the bucket. Unset: what the environment gives a program on AWS.',
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
      'How long /health/ready answers 503 before the service stops accepting, 0s to 5m. Behind a balancer: 2s or more.',
    ),
    timeoutMs: setting(
      'SHUTDOWN_TIMEOUT',
      duration('1s', '10m'),
      '20s',
      'Longest time that requests in flight are given to finish at shutdown, 1s to 10m.',
    ),
  },
};

type Tree = { readonly [name: string]: Variable<unknown> | Tree };

/** The values of a tree of variables, in the same shape. */
export type ValuesOf<T> = {
  readonly [K in keyof T]: T[K] extends Variable<infer Value> ? Value : ValuesOf<T[K]>;
};

/** The same tree with the value of each variable. */
export function mapVariables<T>(tree: T, valueOf: (variable: Variable<unknown>) => unknown): ValuesOf<T> {
  const entries = Object.entries(tree as Tree).map(([name, part]) => [
    name,
    part instanceof Variable ? valueOf(part) : mapVariables(part, valueOf),
  ]);
  return Object.fromEntries(entries) as ValuesOf<T>;
}

/** The names of all settings. */
export const VARIABLE_NAMES: readonly string[] = namesOf(VARIABLES);

function namesOf(tree: object): string[] {
  const names: string[] = [];
  mapVariables(tree, ({ name }) => names.push(name));
  return names;
}

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const entries: string[] = [];
  mapVariables(VARIABLES, ({ name, defaultText, description }) =>
    entries.push(`# ${description}\n${defaultText === undefined ? '#' : ''}${name}=${defaultText ?? ''}\n`),
  );
  return `# Every setting of the service with its default. Copy to .env and change what differs.\n\n${entries.join('\n')}`;
}
