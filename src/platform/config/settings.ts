import { readEnvFile } from './env-file.js';
import { InvalidVariable, type HostAndPort } from './parsers.js';
import { mapVariables, type ValuesOf } from './variable.js';
import { VARIABLE_NAMES, VARIABLES } from './variables.js';

type Values = ValuesOf<typeof VARIABLES>;

/** Gives {@link Settings} a property for each entry of the table of variables. */
const SettingsValues = function (this: object, values: Values) {
  Object.assign(this, values);
} as unknown as new (values: Values) => Values;

export type HttpSettings = Settings['http'];

/** An S3-compatible store. */
export interface S3Settings extends Pick<Values['store'], 'endpoint' | 'region' | 'forcePathStyle'> {
  readonly bucket: string;
  /** When undefined, AWS's client looks for credentials in its usual places. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Where Redis is: at the host of its URL, or where sentinels say. */
export interface RedisSettings {
  /** With user, password, number of the database and TLS. */
  readonly url: string;
  /** When defined, the host of the URL is not used. */
  readonly sentinels: Sentinels | undefined;
}

export interface Sentinels {
  readonly addresses: readonly HostAndPort[];
  readonly master: string;
  readonly password: string | undefined;
}

/** The validated settings of a process, read once at its start. `variables.ts` describes each. */
export class Settings extends SettingsValues {
  /**
   * Reads the settings from an environment. An empty variable counts as unset.
   * @param kind - a service in production needs settings that a command does not
   * @throws {InvalidSettings} with one line per issue
   */
  static from(
    environment: Readonly<Record<string, string | undefined>>,
    kind: 'service' | 'command' = 'command',
  ): Settings {
    const issues: string[] = [];
    const values = mapVariables(VARIABLES, ({ name, parse, defaultText }) => {
      const text = environment[name] || defaultText;
      try {
        return text === undefined ? undefined : parse(text);
      } catch (error) {
        if (!(error instanceof InvalidVariable)) throw error;
        issues.push(`${name}: ${error.message}`);
        return undefined;
      }
    });
    if (issues.length === 0)
      issues.push(...conflicts(values), ...(kind === 'service' ? missing(values) : []));
    if (issues.length > 0) throw new InvalidSettings(issues);
    return new Settings(values);
  }

  /**
   * Reads the settings of this process: its environment, then the file `.env` for what is not set there.
   * @returns the settings, and warnings in one line each
   * @throws {InvalidSettings} which contains the warnings, too
   */
  static load(kind: 'service' | 'command'): { settings: Settings; warnings: readonly string[] } {
    const warnings = readEnvFile(VARIABLE_NAMES);
    try {
      const settings = Settings.from(process.env, kind);
      if (kind === 'service' && settings.isProduction && settings.mail.smtpUrl === undefined) {
        warnings.push('SMTP_URL: is not set; mails are written to files, and nobody receives them');
      }
      return { settings, warnings };
    } catch (error) {
      throw error instanceof InvalidSettings ? new InvalidSettings([error.message, ...warnings]) : error;
    }
  }

  get isProduction(): boolean {
    return this.environment === 'production';
  }

  /**
   * Address under which clients reach the service, without a trailing slash.
   * @param port - the port in use, where the configured one is 0
   */
  baseUrl(port = this.http.port): string {
    return (this.http.baseUrl ?? `http://localhost:${port}`).replace(/\/+$/, '');
  }

  /** The one company whose admins manage the template catalogue; undefined for those of every company. */
  get operatorCompanyId(): string | undefined {
    return this.operatorCompany === 'any' ? undefined : this.operatorCompany;
  }

  /** Whether this process migrates the database when it starts. */
  get migrateOnStart(): boolean {
    return this.database.migrateOnStart ?? this.database.url === undefined;
  }

  /** Undefined when there is none. */
  get redis(): RedisSettings | undefined {
    const {
      url,
      sentinels: addresses,
      sentinelMaster: master,
      sentinelPassword: password,
    } = this.redisServer;
    if (addresses === undefined) return url === undefined ? undefined : { url, sentinels: undefined };
    return { url: url ?? 'redis://localhost', sentinels: { addresses, master, password } };
  }

  /** The store of files; undefined when they are kept in the data folder. */
  get s3(): S3Settings | undefined {
    const { bucket, accessKeyId, secretAccessKey, ...rest } = this.store;
    if (bucket === undefined) return undefined;
    const hasCredentials = accessKeyId !== undefined && secretAccessKey !== undefined;
    return { ...rest, bucket, credentials: hasCredentials ? { accessKeyId, secretAccessKey } : undefined };
  }
}

/** The environment is invalid. The message has one line per issue, each naming the variable and its rule. */
export class InvalidSettings extends Error {
  constructor(issues: readonly string[]) {
    super(issues.join('\n'));
    this.name = 'InvalidSettings';
  }
}

/** What a service in production must not guess. */
function missing({ environment, http, operatorCompany }: Values): string[] {
  if (environment !== 'production') return [];
  const issues: string[] = [];
  if (http.baseUrl === undefined) {
    issues.push('BASE_URL: is required when NODE_ENV is production; the links in mails begin with it');
  }
  if (operatorCompany === undefined) {
    issues.push(
      'OPERATOR_COMPANY_ID: is required when NODE_ENV is production; "any" lets the admins of every company manage the template catalogue',
    );
  }
  return issues;
}

function conflicts({ environment, database, http, store }: Values): string[] {
  const issues: string[] = [];
  if (environment === 'production' && database.url === undefined) {
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
