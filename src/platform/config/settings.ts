import { StartupError } from '../errors/startup-error.js';
import { EnvironmentReader } from './environment.js';
import {
  appUrl,
  byteQuota,
  duration,
  flag,
  folder,
  integer,
  mailbox,
  matching,
  networks,
  oneOf,
  origins,
  quota,
  redisUrl,
  secretsKeys,
  sentinels,
  trustedProxies,
  urlOf,
} from './parsers.js';

export type HttpSettings = Settings['http'];

/** An S3-compatible store. Without keys AWS's client looks for credentials in its usual places. */
export type S3Settings = Settings['store'] & { readonly bucket: string };

/** Redis: the host of the URL or, if they are set, the one that sentinels name. The URL also has password and TLS. */
export type RedisSettings = Settings['redisServer'];

const hostName = matching(/^[\w.:-]+$/, 'must be a host name or an IP address');
const withoutSpace = matching(/^\S+$/, 'must be without white space');

/**
 * The validated settings of a process, read once at its start. A setting is one entry here, with its variable, its rule
 * and its default, and one in `.env.example`, which describes it; a test compares them. Decorators of class-validator
 * would add lines: each kind of value has a syntax and a message of its own.
 */
export class Settings extends EnvironmentReader {
  readonly environment = this.setting('NODE_ENV', oneOf('development', 'test', 'production'), 'development');

  readonly http = {
    port: this.setting('PORT', integer(0, 65_535), '3000'),
    host: this.setting('HOST', hostName, '127.0.0.1'),
    baseUrl: this.optional('BASE_URL', urlOf('http', 'https')),
    corsOrigins: this.optional('CORS_ORIGINS', origins),
    trustProxy: this.setting('TRUST_PROXY', trustedProxies, 'off'),
    requestTimeoutMs: this.setting('REQUEST_TIMEOUT', duration('1s', '1h'), '30s'),
    headersTimeoutMs: this.setting('HEADERS_TIMEOUT', duration('1s', '1h'), '10s'),
    keepAliveTimeoutMs: this.setting('KEEP_ALIVE_TIMEOUT', duration('1s', '1h'), '65s'),
    responseStallTimeoutMs: this.setting('RESPONSE_STALL_TIMEOUT', duration('100ms', '1h'), '30s'),
    streamTimeoutMs: this.setting('STREAM_TIMEOUT', duration('1s', '1d'), '10m'),
  } as const;

  readonly metrics = {
    port: this.optional('METRICS_PORT', integer(0, 65_535)),
    host: this.setting('METRICS_HOST', hostName, '127.0.0.1'),
  } as const;

  readonly tracesEndpoint = this.optional('OTEL_EXPORTER_OTLP_ENDPOINT', urlOf('http', 'https'));

  readonly rateLimits = {
    credential: this.setting('RATE_LIMIT', quota, '1000/10s'),
    expensive: this.setting('RATE_LIMIT_EXPENSIVE', quota, '50/10s'),
    search: this.setting('RATE_LIMIT_SEARCH', quota, '100/10s'),
    people: this.setting('RATE_LIMIT_PEOPLE', quota, '200/10s'),
    exports: this.setting('EXPORT_LIMIT', quota, '60/1h'),
    writes: this.setting('WRITE_LIMIT', byteQuota, '256MiB/1h'),
    signIns: this.setting('SIGN_IN_LIMIT', quota, '60/1m'),
  } as const;

  readonly docs = this.setting('DOCS', oneOf('on', 'off'), 'on');
  readonly maxPageSize = this.setting('MAX_PAGE_SIZE', integer(10, 10_000), '500');

  readonly operatorCompany = this.optional(
    'OPERATOR_COMPANY_ID',
    matching(
      /^(?:[0-9a-f]{24}|any)$/,
      'must be any or the id of a company: 24 lower-case hexadecimal characters',
    ),
  );

  readonly dataDir = this.setting('DATA_DIR', folder, '.data');

  readonly log = {
    level: this.setting('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'), 'info'),
    format: this.setting('LOG_FORMAT', oneOf('auto', 'json', 'pretty'), 'auto'),
  } as const;

  readonly database = {
    url: this.optional('DATABASE_URL', urlOf('postgres', 'postgresql')),
    directUrl: this.optional('DATABASE_DIRECT_URL', urlOf('postgres', 'postgresql')),
    replicaUrl: this.optional('DATABASE_REPLICA_URL', urlOf('postgres', 'postgresql')),
    poolSize: this.setting('DATABASE_POOL_SIZE', integer(1, 1_000), '10'),
    poolWaitMs: this.setting('DATABASE_POOL_WAIT', duration('10ms', '5m'), '1500ms'),
    statementTimeoutMs: this.setting('DATABASE_STATEMENT_TIMEOUT', duration('10ms', '1h'), '3s'),
    migrateOnStart: this.optional('MIGRATE_ON_START', flag),
  } as const;

  readonly redisServer = {
    url: this.optional('REDIS_URL', redisUrl),
    sentinels: this.optional('REDIS_SENTINELS', sentinels),
    sentinelMaster: this.setting(
      'REDIS_SENTINEL_MASTER',
      matching(/^[\w.-]+$/, 'must be letters, digits, dots, hyphens and underscores'),
      'mymaster',
    ),
    sentinelPassword: this.optional('REDIS_SENTINEL_PASSWORD', withoutSpace),
  } as const;

  readonly exports = {
    linkTtlMs: this.setting('EXPORT_LINK_TTL', duration('1s', '365d'), '24h'),
    concurrency: this.setting('EXPORT_CONCURRENCY', integer(1, 64), '2'),
  } as const;

  readonly mail = {
    smtpUrl: this.optional('SMTP_URL', urlOf('smtp', 'smtps')),
    from: this.setting('MAIL_FROM', mailbox, 'Workforce Engagement <no-reply@localhost>'),
    appUrl: this.optional('APP_URL', appUrl),
  } as const;

  readonly store = {
    bucket: this.optional(
      'S3_BUCKET',
      matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    ),
    endpoint: this.optional('S3_ENDPOINT', urlOf('http', 'https')),
    region: this.setting('S3_REGION', matching(/^[\w-]+$/, 'must be the name of a region'), 'us-east-1'),
    accessKeyId: this.optional('S3_ACCESS_KEY_ID', withoutSpace),
    secretAccessKey: this.optional('S3_SECRET_ACCESS_KEY', withoutSpace),
    forcePathStyle: this.setting('S3_FORCE_PATH_STYLE', flag, 'false'),
  } as const;

  readonly changes = {
    retentionMs: this.setting('CHANGES_RETENTION', duration('1h', '3660d'), '30d'),
    waiters: this.setting('CHANGES_WAITERS', integer(0, 10_000), '100'),
  } as const;

  readonly syncs = {
    minEnds: this.setting('SYNC_MIN_ENDS', integer(0, 100_000), '5'),
    maxEndsPercent: this.setting('SYNC_MAX_ENDS_PERCENT', integer(0, 100), '10'),
    retentionMs: this.setting('SYNC_RETENTION', duration('1h', '3660d'), '30d'),
  } as const;

  readonly secretsKeys = this.optional('SECRETS_KEY', secretsKeys);

  readonly webhooks = {
    allowedNetworks: this.optional('WEBHOOK_ALLOWED_NETWORKS', networks),
  } as const;

  readonly auditRetentionMs = this.setting('AUDIT_RETENTION', duration('1d', '3660d'), '400d');

  readonly shutdown = {
    delayMs: this.setting('SHUTDOWN_DELAY', duration('0s', '5m'), '0s'),
    timeoutMs: this.setting('SHUTDOWN_TIMEOUT', duration('1s', '10m'), '20s'),
  } as const;

  /**
   * Reads the settings from an environment. An empty variable counts as unset.
   * @param kind - a service in production needs settings that a command does not
   * @throws {InvalidSettings} with one line per issue
   */
  static from(
    environment: Readonly<Record<string, string | undefined>>,
    kind: 'service' | 'command' = 'command',
  ): Settings {
    const settings = new Settings(environment);
    const { issues } = settings;
    if (issues.length === 0)
      issues.push(...conflicts(settings), ...(kind === 'service' ? missing(settings) : []));
    if (issues.length > 0) throw new InvalidSettings(issues);
    return settings;
  }

  get isProduction(): boolean {
    return this.environment === 'production';
  }

  /**
   * Address under which clients reach the service, without a trailing slash.
   * @param port - the port in use, where the configured one is 0
   */
  baseUrl(port = this.http.port): string {
    return (this.http.baseUrl ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, '');
  }

  /** The one company whose admins manage the template catalogue; undefined for those of every company. */
  get operatorCompanyId(): string | undefined {
    return this.operatorCompany === 'any' ? undefined : this.operatorCompany;
  }

  /** True if this process migrates the database when it starts. */
  get migrateOnStart(): boolean {
    return this.database.migrateOnStart ?? this.database.url === undefined;
  }

  /** Undefined when there is none. */
  get redis(): RedisSettings | undefined {
    const { url, sentinels: addresses } = this.redisServer;
    return url === undefined && addresses === undefined ? undefined : this.redisServer;
  }

  /** The store of files; undefined when they are kept in the data folder. */
  get s3(): S3Settings | undefined {
    const { bucket } = this.store;
    return bucket === undefined ? undefined : { ...this.store, bucket };
  }
}

/** The environment is invalid. The message has one line per issue, each naming the variable and its rule. */
export class InvalidSettings extends StartupError {
  override readonly name = 'InvalidSettings';

  constructor(issues: readonly string[]) {
    super(issues.join('\n'));
  }
}

/** Settings that a service in production must not guess. */
function missing({ isProduction, http, operatorCompany, secretsKeys: keys }: Settings): string[] {
  if (!isProduction) return [];
  const issues: string[] = [];
  if (http.baseUrl === undefined) {
    issues.push('BASE_URL: is required when NODE_ENV is production; the links in mails begin with it');
  }
  if (operatorCompany === undefined) {
    issues.push(
      'OPERATOR_COMPANY_ID: is required when NODE_ENV is production; "any" lets the admins of every ' +
        'company manage the template catalogue',
    );
  }
  if (keys === undefined) {
    issues.push(
      'SECRETS_KEY: is required when NODE_ENV is production; `openssl rand -base64 32` makes one for all processes',
    );
  }
  return issues;
}

function conflicts({ isProduction, database, http, store }: Settings): string[] {
  const issues: string[] = [];
  if (isProduction && database.url === undefined) {
    issues.push(
      'DATABASE_URL: is required when NODE_ENV is production; the embedded database is for trying things out',
    );
  }
  if (database.url === undefined) {
    const others = { DATABASE_DIRECT_URL: database.directUrl, DATABASE_REPLICA_URL: database.replicaUrl };
    for (const [name, url] of Object.entries(others))
      if (url !== undefined) issues.push(`${name}: must be set together with DATABASE_URL`);
  }
  if (http.headersTimeoutMs > http.requestTimeoutMs) {
    issues.push('HEADERS_TIMEOUT: must not be longer than REQUEST_TIMEOUT');
  }
  if ((store.accessKeyId === undefined) !== (store.secretAccessKey === undefined)) {
    issues.push('S3_ACCESS_KEY_ID: must be set together with S3_SECRET_ACCESS_KEY, or neither');
  }
  return issues;
}
