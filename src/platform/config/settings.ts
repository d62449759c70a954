import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { cleanEnv } from 'envalid';
import type { Mailbox } from '../../shared-kernel/mailbox.js';
import { VARIABLES } from './variables.js';

type Values = ReturnType<typeof cleanEnv<typeof VARIABLES>>;

/** How the HTTP server listens; times in milliseconds. */
export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly corsOrigins: readonly string[];
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How long a client may take for a part of a streamed answer. */
  readonly streamStallTimeoutMs: number;
}

export interface LogSettings {
  readonly level: Values['LOG_LEVEL'];
  readonly format: Values['LOG_FORMAT'];
}

/** How the database is reached; times in milliseconds. */
export interface DatabaseSettings {
  /** Undefined asks for the embedded database. */
  readonly url: string | undefined;
  readonly poolSize: number;
  readonly poolWaitMs: number;
  readonly statementTimeoutMs: number;
}

/** How long a stopping process waits, in milliseconds. */
export interface ShutdownSettings {
  readonly delayMs: number;
  readonly timeoutMs: number;
}

/** How exports are carried out. */
export interface ExportSettings {
  /** Milliseconds. */
  readonly linkTtlMs: number;
  /** Most at the same time in one process. */
  readonly concurrency: number;
}

/** How messages leave the service. */
export interface MailSettings {
  /** Undefined asks for files in the place of deliveries. */
  readonly smtpUrl: string | undefined;
  readonly from: Mailbox;
}

/** An S3-compatible store. */
export interface S3Settings {
  readonly bucket: string;
  /** Undefined is that of AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined asks the environment, in the ways of AWS. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly forcePathStyle: boolean;
}

/** The validated settings of a process, read once at its start. */
export class Settings {
  private constructor(private readonly values: Values) {}

  /**
   * Reads the settings from an environment. A variable that is set to nothing counts as unset.
   * @throws {InvalidSettings} with one line per issue
   */
  static from(environment: Readonly<Record<string, string | undefined>>): Settings {
    const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
    const issues: string[] = [];
    const values = cleanEnv(given, VARIABLES, {
      reporter: ({ errors }) => {
        for (const [name, error] of Object.entries(errors)) issues.push(`${name}: ${error.message}`);
      },
    });
    if (issues.length === 0) issues.push(...conflicts(values));
    if (issues.length > 0) throw new InvalidSettings(issues);
    return new Settings(values);
  }

  /** Reads the settings of this process: its environment and, where that is silent, the file `.env`. */
  static load(): Settings {
    if (existsSync('.env')) loadEnvFile('.env');
    return Settings.from(process.env);
  }

  get isProduction(): boolean {
    return this.values.NODE_ENV === 'production';
  }

  get http(): HttpSettings {
    const { HOST, PORT, CORS_ORIGINS } = this.values;
    const { REQUEST_TIMEOUT, HEADERS_TIMEOUT, KEEP_ALIVE_TIMEOUT, STREAM_STALL_TIMEOUT } = this.values;
    return {
      host: HOST,
      port: PORT,
      corsOrigins: CORS_ORIGINS ?? [],
      requestTimeoutMs: REQUEST_TIMEOUT,
      headersTimeoutMs: HEADERS_TIMEOUT,
      keepAliveTimeoutMs: KEEP_ALIVE_TIMEOUT,
      streamStallTimeoutMs: STREAM_STALL_TIMEOUT,
    };
  }

  /**
   * Address under which clients reach the service, without a trailing slash.
   * @param port - the port in use, where the configured one is 0
   */
  baseUrl(port = this.values.PORT): string {
    return (this.values.BASE_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  }

  get log(): LogSettings {
    return { level: this.values.LOG_LEVEL, format: this.values.LOG_FORMAT };
  }

  /** Absolute path of the folder of the embedded defaults. */
  get dataDir(): string {
    return resolve(this.values.DATA_DIR);
  }

  get database(): DatabaseSettings {
    const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_POOL_WAIT, DATABASE_STATEMENT_TIMEOUT } = this.values;
    return {
      url: DATABASE_URL,
      poolSize: DATABASE_POOL_SIZE,
      poolWaitMs: DATABASE_POOL_WAIT,
      statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT,
    };
  }

  /** Whether this process migrates the database when it starts. */
  get migrateOnStart(): boolean {
    return this.values.MIGRATE_ON_START ?? this.values.DATABASE_URL === undefined;
  }

  /** Address of the Redis that hands exports out; undefined when processes work without one. */
  get redisUrl(): string | undefined {
    return this.values.REDIS_URL;
  }

  get exports(): ExportSettings {
    return { linkTtlMs: this.values.EXPORT_LINK_TTL, concurrency: this.values.EXPORT_CONCURRENCY };
  }

  get mail(): MailSettings {
    return { smtpUrl: this.values.SMTP_URL, from: this.values.MAIL_FROM };
  }

  /** The store of files; undefined asks for a folder. */
  get s3(): S3Settings | undefined {
    const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } =
      this.values;
    if (S3_BUCKET === undefined) return undefined;
    return {
      bucket: S3_BUCKET,
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      credentials:
        S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined
          ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
          : undefined,
      forcePathStyle: S3_FORCE_PATH_STYLE,
    };
  }

  /** Most entries of a page that a client may ask for. */
  get maxPageSize(): number {
    return this.values.MAX_PAGE_SIZE;
  }

  /** The one company whose admins manage the template catalogue; undefined when every company's do. */
  get operatorCompanyId(): string | undefined {
    return this.values.OPERATOR_COMPANY_ID;
  }

  get shutdown(): ShutdownSettings {
    return { delayMs: this.values.SHUTDOWN_DELAY, timeoutMs: this.values.SHUTDOWN_TIMEOUT };
  }
}

/** The environment breaks a rule. The message has one line per issue, each naming the variable and the rule. */
export class InvalidSettings extends Error {
  constructor(issues: readonly string[]) {
    super(issues.join('\n'));
    this.name = 'InvalidSettings';
  }
}

function conflicts(values: Values): string[] {
  const { NODE_ENV, DATABASE_URL, HEADERS_TIMEOUT, REQUEST_TIMEOUT } = values;
  const issues: string[] = [];
  if (NODE_ENV === 'production' && DATABASE_URL === undefined) {
    issues.push(
      'DATABASE_URL: is required when NODE_ENV is production; the embedded database is for trying things out',
    );
  }
  if (HEADERS_TIMEOUT > REQUEST_TIMEOUT) {
    issues.push('HEADERS_TIMEOUT: must not be longer than REQUEST_TIMEOUT');
  }
  if ((values.S3_ACCESS_KEY_ID === undefined) !== (values.S3_SECRET_ACCESS_KEY === undefined)) {
    issues.push('S3_ACCESS_KEY_ID: must be set together with S3_SECRET_ACCESS_KEY, or neither');
  }
  return issues;
}
