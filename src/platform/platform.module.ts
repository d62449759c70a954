import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../shared-kernel/audit-trail.js';
import { ErasedPeople } from '../shared-kernel/erased-people.js';
import { UnitOfWork } from '../shared-kernel/unit-of-work.js';
import { InvalidSettings, Settings } from './config/settings.js';
import {
  BusyReads,
  CompanyConnections,
  LargeReads,
  LookUpConnections,
} from './database/company-connections.js';
import { dataSourceOptions } from './database/data-source-options.js';
import { MigrationCheck } from './database/startup-checks.js';
import { Replica } from './database/replica.js';
import { RowStreams } from './database/row-streams.js';
import { isDatabaseUnavailable } from './database/sql-errors.js';
import { SqlAuditTrail } from './database/sql-audit-trail.js';
import { SqlErasedPeople } from './database/sql-erased-people.js';
import { Sql } from './database/sql.js';
import { TableStatistics } from './database/table-statistics.js';
import { TypeormUnitOfWork } from './database/typeorm-unit-of-work.js';
import { HealthChecks } from './health/health-checks.js';
import { AnswerPace } from './http/answer-pace.js';
import { CompanyShare } from './http/company-share.js';
import { Readiness } from './health/readiness.js';
import { StoredBytes } from './rate-limits/stored-bytes.js';
import { PublicAddress } from './public-address.js';
import { ShortCaches } from './database/short-caches.js';
import { LOGGER, SILENT_LOGGER, type Logger } from './logging/logger.js';
import { keyInFolder, SecretBox } from './secrets/secret-box.js';

const PING = { name: 'health.ping', text: 'SELECT 1' };

/** A refused connection is tried five times; a database that accepts connections and is silent, for this long. */
const RETRY_LIMIT_MS = 2_500;

/** The configuration of a process. */
export interface Runtime {
  readonly settings: Settings;
  /** URL of the database: the configured one, or that of the embedded server. */
  readonly databaseUrl: string;
  /** The process also does background work; false when left out. */
  readonly isWorker?: boolean;
  /** Overrides the setting for the longest time of a statement within a transaction; in milliseconds. */
  readonly statementTimeoutMs?: number;
}

/** Settings, log, database and the registry of metrics for every context. */
@Global()
@Module({})
export class PlatformModule {
  static for(
    { settings, databaseUrl, statementTimeoutMs }: Runtime,
    logger: Logger = SILENT_LOGGER,
  ): DynamicModule {
    const providers: Provider[] = [
      { provide: Settings, useValue: settings },
      { provide: LOGGER, useValue: logger },
      { provide: HealthChecks, inject: [Sql], useFactory: healthChecks },
      { provide: Registry, useFactory: () => new Registry() },
      {
        provide: UnitOfWork,
        inject: [DataSource],
        useFactory: (dataSource: DataSource) => new TypeormUnitOfWork(dataSource, statementTimeoutMs),
      },
      {
        provide: SecretBox,
        useFactory: () => new SecretBox(() => secretsKeysOf(settings)),
      },
      { provide: AuditTrail, useClass: SqlAuditTrail },
      { provide: ErasedPeople, useClass: SqlErasedPeople },
      Readiness,
      PublicAddress,
      Replica,
      CompanyConnections,
      BusyReads,
      LargeReads,
      LookUpConnections,
      RowStreams,
      Sql,
      TableStatistics,
      ShortCaches,
      StoredBytes,
      AnswerPace,
      CompanyShare,
    ];
    return {
      module: PlatformModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(databaseUrl, settings, statementTimeoutMs),
          autoLoadEntities: true,
          // The database may be starting at the same time.
          retryAttempts: 5,
          retryDelay: 500,
          toRetry: retryUntil(performance.now() + RETRY_LIMIT_MS),
        }),
      ],
      providers: [...providers, MigrationCheck],
      exports: providers,
    };
  }
}

function retryUntil(deadline: number): (error: unknown) => boolean {
  return (error) => isDatabaseUnavailable(error) && performance.now() < deadline;
}

function healthChecks(sql: Sql): HealthChecks {
  const checks = new HealthChecks();
  checks.add({ name: 'database', isVital: true, probe: () => sql.query(PING) });
  return checks;
}

/**
 * The keys of the setting, or that of a service which is tried out.
 * @throws {InvalidSettings} in production without one
 */
function secretsKeysOf({ secretsKeys, isProduction, dataDir }: Settings): readonly Buffer[] {
  if (secretsKeys) return secretsKeys;
  if (!isProduction) return [keyInFolder(dataDir)];
  throw new InvalidSettings([
    'SECRETS_KEY: is required when NODE_ENV is production; take that of the service',
  ]);
}
